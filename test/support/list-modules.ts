import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// One with a channel to its parent was forked: it and its threads are not the program.
if (process.channel) process.env['DOCA_TEST_MODULES'] = '';

/** Preloaded into a program, it lists the program's modules in a file as they are loaded. */
const listPath = process.env['DOCA_TEST_MODULES'] ?? '';

registerHooks({
  load(url, context, nextLoad) {
    if (url.startsWith('file:') && listPath !== '') appendFileSync(listPath, `${url}\n`);
    return nextLoad(url, context);
  },
});

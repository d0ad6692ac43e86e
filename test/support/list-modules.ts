import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Preloaded into a program, it lists the program's modules in a file as they are loaded. */
const listPath = process.env['DOCA_TEST_MODULES'] ?? '';

registerHooks({
  load(url, context, nextLoad) {
    if (url.startsWith('file:')) appendFileSync(listPath, `${url}\n`);
    return nextLoad(url, context);
  },
});

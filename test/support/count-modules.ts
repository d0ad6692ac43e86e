import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Preloaded into a program, it lists the program's modules in a file when the program ends. */
const listPath = process.env['DOCA_TEST_MODULES'] ?? '';

const urls = new Set<string>();
registerHooks({
  load(url, context, nextLoad) {
    if (url.startsWith('file:')) urls.add(url);
    return nextLoad(url, context);
  },
});
process.once('exit', () => writeFileSync(listPath, [...urls].join('\n')));

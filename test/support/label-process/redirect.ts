import { registerHooks } from 'node:module';

/**
 * Preloaded into a program, it makes each start of the label process's source one of the bundle at
 * this address.
 */
const bundleUrl = process.env['DOCA_TEST_LABEL_PROCESS'] ?? '';

registerHooks({
  resolve(specifier, context, nextResolve) {
    const found = nextResolve(specifier, context);
    return found.url.endsWith('/src/main/labels/book/process.ts')
      ? { url: bundleUrl, format: 'module' }
      : found;
  },
});

import { registerHooks } from 'node:module';

const double = new URL('./index.ts', import.meta.url).href;

/** From here on, `electron` is the double. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'electron' || specifier === 'electron/main')
      return { url: double, shortCircuit: true };
    return next(specifier, context);
  },
});

import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { standsForZplRenderer, zplStandIn } from './draw-zpl-once.ts';

/** In the tests' own process. A setup file is evaluated for each test file, and they share the process. */
const done = Symbol.for('doca.draws-zpl-once');
const standIn = pathToFileURL(zplStandIn).href;

if (Reflect.get(globalThis, done) !== true) {
  Reflect.set(globalThis, done, true);
  registerHooks({
    resolve: (specifier, context, nextResolve) =>
      standsForZplRenderer(specifier, context.parentURL, standIn)
        ? { url: standIn, format: 'module-typescript', shortCircuit: true }
        : nextResolve(specifier, context),
  });
}

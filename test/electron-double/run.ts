/**
 * Runs a built main bundle on the double: `node test/electron-double/run.ts <main.js> [arguments]`.
 * A harness that started it over an IPC channel makes the pages for it, in its own browser, and can
 * run functions in main as Playwright's `electronApplication.evaluate` does.
 */
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import './register.ts';
import { appDouble } from './app.ts';
import { closeAllWindows } from './browser-window.ts';
import { closeBrowser } from './pages.ts';
import { onQuitRole } from './menu.ts';
import * as electron from './index.ts';

interface Evaluate {
  readonly id: number;
  readonly source: string;
  readonly arg: unknown;
}

const [entry, ...rest] = process.argv.slice(2);
if (entry === undefined) throw new Error('which main bundle?');
process.argv = [process.execPath, entry, ...rest];
Object.defineProperty(process.versions, 'electron', { value: 'double' });
appDouble.connect(closeAllWindows, closeBrowser);
onQuitRole(() => appDouble.quit());

process.on('message', (message: Partial<Evaluate>) => {
  if (!isEvaluate(message)) return;
  void evaluate(message).then(
    (value) => process.send?.({ id: message.id, ok: true, value }),
    (error: unknown) => process.send?.({ id: message.id, ok: false, value: String(error) }),
  );
});
process.on('disconnect', () => appDouble.exit(1));
process.on('SIGTERM', () => appDouble.quit());
process.on('SIGINT', () => appDouble.quit());

/** The files that main loads, in order, for tests of the start's weight. */
const loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});
Reflect.set(globalThis, 'loadedModules', loaded);

await import(pathToFileURL(resolve(entry)).href);
appDouble.becomeReady();

function isEvaluate(message: Partial<Evaluate>): message is Evaluate {
  return message.source !== undefined;
}

/** The function comes from the spec; main's side of it is this module. */
function evaluate({ source, arg }: Evaluate): Promise<unknown> {
  return Promise.resolve().then(() => {
    const run = (0, eval)(`(${source})`) as (module: typeof electron, arg: unknown) => unknown;
    return run(electron, arg);
  });
}

import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RunningApp } from '../harness.ts';

export interface LoadedModule {
  /** The npm package, or `doca` for the built bundle. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

/**
 * Returns the files that main has loaded so far; `null` on the real Electron, which does not report
 * them.
 */
export async function loadedModules(app: RunningApp): Promise<readonly LoadedModule[] | null> {
  const urls = await app.evaluate(
    () => (Reflect.get(globalThis, 'loadedModules') as string[] | undefined) ?? null,
  );
  if (urls === null) return null;
  // The double's own parts are no part of the program.
  const paths = urls
    .filter((url) => url.startsWith('file:') && !/\/test\/|playwright/.test(url))
    .map((url) => fileURLToPath(url));
  return [...new Set(paths)].map((path) => ({
    name: /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? 'doca',
    path,
    bytes: statSync(path).size,
  }));
}

import { hash, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ready as rendererReady } from 'zpl-renderer-js';

type Api = Awaited<typeof rendererReady>['api'];

/** The run's, and gone with it. */
const folder = process.env.DOCA_TEST_DRAWN;

/**
 * Stands for `zpl-renderer-js` in tests: draws a label with it when no process of this run has, and else gives what was
 * drawn. The sandbox hands out the same labels to every test, and each process would load nine megabytes of program to
 * draw them anew.
 */
export const ready: Promise<{ readonly api: Pick<Api, 'zplToBase64Async' | 'zplToBase64MultipleAsync'> }> =
  Promise.resolve({
    api: {
      zplToBase64Async: (...asked) => drawOnce({ one: asked }, (api) => api.zplToBase64Async(...asked)),
      zplToBase64MultipleAsync: (...asked) => drawOnce({ all: asked }, (api) => api.zplToBase64MultipleAsync(...asked)),
    },
  });

async function drawOnce<T>(asked: unknown, draw: (api: Api) => Promise<T>): Promise<T> {
  if (folder === undefined) throw new Error('the run has no folder for what it draws');
  const path = join(folder, hash('sha256', JSON.stringify(asked)));
  const known = readDrawn(path);
  if (known !== null) return JSON.parse(known) as T;
  const { api } = await (await import('zpl-renderer-js')).ready;
  const drawn = await draw(api);
  // Renamed when it is whole: another process may ask at any moment, and this one may draw it twice at once.
  const part = `${path}.${randomUUID()}`;
  writeFileSync(part, JSON.stringify(drawn));
  renameSync(part, path);
  return drawn;
}

function readDrawn(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { ready as rendererReady } from 'zpl-renderer-js';

type Api = Awaited<typeof rendererReady>['api'];

/** Beside the bundle, and gone with it when the run ends. */
const folder = join(import.meta.dirname, 'drawn');

/**
 * Stands for `zpl-renderer-js` in the tests' label process: draws a label with it when no process of this run has, and else
 * gives what was drawn. The sandbox hands out the same labels to every test, and each process would load nine megabytes of
 * program to draw them anew.
 */
export const ready: Promise<{ readonly api: Pick<Api, 'zplToBase64MultipleAsync'> }> = Promise.resolve({
  api: { zplToBase64MultipleAsync: drawOnce },
});

async function drawOnce(...asked: Parameters<Api['zplToBase64MultipleAsync']>): Promise<string[]> {
  const path = join(folder, hash('sha256', JSON.stringify(asked)));
  const known = readDrawn(path);
  if (known !== null) return known;
  const { api } = await (await import('zpl-renderer-js')).ready;
  const pictures = await api.zplToBase64MultipleAsync(...asked);
  mkdirSync(folder, { recursive: true });
  // Renamed when it is whole: another process may ask at any moment.
  const part = `${path}.${process.pid}.${threadId}`;
  writeFileSync(part, JSON.stringify(pictures));
  renameSync(part, path);
  return pictures;
}

function readDrawn(path: string): string[] | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as string[];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

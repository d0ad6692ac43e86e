import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { WorkerRequest } from '../../src/main/labels/book/worker-protocol.ts';

/** The real worker, but a file that says so makes it hang, fall, or run out of memory. */
parentPort?.on('message', (request: WorkerRequest) => {
  if (request.type !== 'prepare') return;
  const word = readFileSync(request.path).toString('latin1', 0, 16);
  // It stands still without a core of its own; that a busy thread ends as well, the rasteriser shows on an endless page.
  if (word.startsWith('hang')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (word.startsWith('exit')) process.exit(3);
  if (word.startsWith('throw')) throw new Error('fell over');
  if (word.startsWith('hoard'))
    for (const hoard: number[][] = []; ;) hoard.push(Array.from({ length: 100_000 }, () => 1));
});

await import('../../src/main/labels/book/worker.ts');

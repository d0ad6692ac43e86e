import { readFileSync, writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { LabelReader } from '../../../src/main/labels/book/label-reader.ts';
import type { Reply, Request } from '../../../src/main/labels/book/protocol.ts';
import { runThreads, type ThreadData } from '../../../src/main/labels/book/threads.ts';

/**
 * The real label process, but a file that says so makes it hang, crash, take all memory, or be
 * killed from outside.
 */
if ((workerData as ThreadData | null)?.work === 'reading') {
  const prototype: { answer: (this: LabelReader, request: Request) => Promise<Reply> } =
    LabelReader.prototype;
  const { answer } = prototype;
  // The request runs in its turn, not at once. An error thrown elsewhere has no answer.
  prototype.answer = function (request) {
    const isLost = request.type === 'prepare' && misbehave(request.path) === 'thrown';
    return isLost ? new Promise(() => undefined) : answer.call(this, request);
  };
}
await runThreads(new URL(import.meta.url));

function misbehave(path: string): 'thrown' | null {
  const word = readFileSync(path).toString('latin1', 0, 16);
  // It hangs without using a core; the rasteriser's endless page tests that a busy thread ends as
  // well.
  if (word.startsWith('hang')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (word.startsWith('exit')) process.exit(3);
  // Memory that the limits of a thread cover, memory that they do not, and exhaustion that V8
  // cannot survive.
  if (word.startsWith('hoard'))
    for (const hoard: number[][] = []; ;) hoard.push(Array.from({ length: 100_000 }, () => 1));
  if (word.startsWith('buffers'))
    for (const hoard: Buffer[] = []; ;) hoard.push(Buffer.alloc(8 << 20, 1));
  if (word.startsWith('abort')) for (const hoard: number[] = []; ;) hoard.push(hoard.length);
  if (word.startsWith('busy')) {
    writeFileSync(`${path}.pid`, String(process.pid));
    for (;;);
  }
  if (word.startsWith('interrupt')) process.kill(process.pid, 'SIGINT');
  if (word.startsWith('killed')) process.kill(process.pid, 'SIGKILL');
  if (!word.startsWith('throw')) return null;
  queueMicrotask(() => {
    throw new Error('fell over');
  });
  return 'thrown';
}

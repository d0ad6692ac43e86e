import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { LabelReader } from '../../../src/main/labels/book/label-reader.ts';
import type { Reply, Request } from '../../../src/main/labels/book/protocol.ts';
import { keepWatch } from '../../../src/main/labels/book/watch.ts';

/** The real label process, but a file that says so makes it hang, fall, take all memory, or be ended by somebody else. */
if (isMainThread) keepWatch(new URL(import.meta.url));
else {
  const prototype: { answer: (this: LabelReader, request: Request) => Promise<Reply> } = LabelReader.prototype;
  const { answer } = prototype;
  // When its turn has come, and not when it is asked for. What was thrown somewhere else has no answer.
  prototype.answer = function (request) {
    const isLost = request.type === 'prepare' && misbehave(request.path) === 'thrown';
    return isLost ? new Promise(() => undefined) : answer.call(this, request);
  };
  await import('../../../src/main/labels/book/reading-thread.ts');
}

function misbehave(path: string): 'thrown' | null {
  const word = readFileSync(path).toString('latin1', 0, 16);
  // It stands still without a core of its own; that a busy thread ends as well, the rasteriser shows on an endless page.
  if (word.startsWith('hang')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (word.startsWith('exit')) process.exit(3);
  // What the limits of a thread know, what they do not, and what V8 cannot survive.
  if (word.startsWith('hoard'))
    for (const hoard: number[][] = []; ;) hoard.push(Array.from({ length: 100_000 }, () => 1));
  if (word.startsWith('buffers')) for (const hoard: Buffer[] = []; ;) hoard.push(Buffer.alloc(8 << 20, 1));
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

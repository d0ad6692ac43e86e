import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread, parentPort } from 'node:worker_threads';
import type { Request } from '../../../src/main/labels/book/protocol.ts';
import { keepWatch } from '../../../src/main/labels/book/watch.ts';

/** The real label process, but a file that says so makes it hang, fall, take all memory, or be ended by somebody else. */
if (isMainThread) keepWatch(new URL(import.meta.url));
else {
  parentPort?.on('message', (request: Request) => {
    if (request.type !== 'prepare') return;
    const word = readFileSync(request.path).toString('latin1', 0, 16);
    // It stands still without a core of its own; that a busy thread ends as well, the rasteriser shows on an endless page.
    if (word.startsWith('hang')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    if (word.startsWith('exit')) process.exit(3);
    if (word.startsWith('throw')) throw new Error('fell over');
    // What the limits of a thread know, what they do not, and what V8 cannot survive.
    if (word.startsWith('hoard'))
      for (const hoard: number[][] = []; ;) hoard.push(Array.from({ length: 100_000 }, () => 1));
    if (word.startsWith('buffers')) for (const hoard: Buffer[] = []; ;) hoard.push(Buffer.alloc(8 << 20, 1));
    if (word.startsWith('abort')) for (const hoard: number[] = []; ;) hoard.push(hoard.length);
    if (word.startsWith('busy')) {
      writeFileSync(`${request.path}.pid`, String(process.pid));
      for (;;);
    }
    if (word.startsWith('interrupt')) process.kill(process.pid, 'SIGINT');
    if (word.startsWith('killed')) process.kill(process.pid, 'SIGKILL');
  });
  await import('../../../src/main/labels/book/reading-thread.ts');
}

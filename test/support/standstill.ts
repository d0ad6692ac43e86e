import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

/**
 * A server beside this program, in a thread of its own: it goes on while the program stands still.
 * It answers each request after `afterMs`, with the body in two pieces. `heard`
 * returns how many have come.
 */
export async function startServerBeside(body: string, afterMs: number) {
  const program = `
    const { createServer } = require('node:http');
    const { parentPort } = require('node:worker_threads');
    const server = createServer((request, response) => {
      parentPort.postMessage('heard');
      setTimeout(() => {
        const half = ${body.length >> 1};
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.write(${JSON.stringify(body)}.slice(0, half));
        setTimeout(() => response.end(${JSON.stringify(body)}.slice(half)), 50);
      }, ${afterMs});
    });
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;
  const worker = new Worker(program, { eval: true });
  onTestFinished(async () => void (await worker.terminate()));
  const [port] = (await once(worker, 'message')) as [number];
  let heard = 0;
  worker.on('message', () => (heard += 1));
  return { baseUrl: `http://127.0.0.1:${port}`, heard: () => heard };
}

/**
 * Nothing of this program runs for so long, and then its timers are all due at once: as after a
 * sleep of its computer on Windows and macOS, whose timers go on meanwhile.
 */
export function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

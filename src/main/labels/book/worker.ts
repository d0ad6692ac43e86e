import { parentPort, workerData } from 'node:worker_threads';
import { LabelReader } from './label-reader.ts';
import { warmUp } from './warm-up.ts';
import type { WorkerReply, WorkerRequest, WorkerSettings } from './worker-protocol.ts';

/** The worker thread in which label files are parsed, rendered and written; its other end is `book.ts`. */
const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread');

await warmUp();
const reader = new LabelReader(workerData as WorkerSettings);

port.on('message', (request: WorkerRequest) => {
  void answer(request).then((reply) => {
    port.postMessage(reply);
  });
});

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  try {
    return await reader.handle(request);
  } catch (error) {
    return { type: 'bug', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

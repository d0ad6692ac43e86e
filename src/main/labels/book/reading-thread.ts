import { parentPort, workerData } from 'node:worker_threads';
import { isThere } from '../../os/worker.ts';
import { LabelReader } from './label-reader.ts';
import { warmUp } from './warm-up.ts';
import type { Request, Settings } from './protocol.ts';

/** The label process's second thread, in which label files are parsed, rendered and written. */
const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread');

const settings = workerData as Settings;
await warmUp();
const reader = new LabelReader(settings);

port.on('message', (request: Request) => {
  void reader.answer(request).then((reply) => {
    port.postMessage(reply);
  });
});
port.postMessage(isThere);

import { parentPort, workerData } from 'node:worker_threads';
import { Serial } from '#shared/serial.ts';
import { isThere } from '../../os/worker.ts';
import { LabelReader } from './label-reader.ts';
import { workInOwnThread, type ThreadData } from './looking.ts';
import type { Reply, Request, Settings } from './protocol.ts';

/** The label process's second thread, which parses, draws and writes label files. */
const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread');

const engine = workInOwnThread((workerData as ThreadData).program);
/** One per book: nothing that one has read is there for the next. */
let reader: LabelReader | null = null;
const turns = new Serial();

port.on('message', (request: Settings | Request) => {
  void turns.run(async () => port.postMessage(await answer(request)));
});

async function answer(request: Settings | Request): Promise<Reply | typeof isThere> {
  if (request.type === 'open') {
    reader = new LabelReader(request, engine);
    return isThere;
  }
  if (reader === null) return { type: 'bug', message: `${request.type} without a book` };
  const reply = await reader.answer(request);
  if (request.type === 'close') reader = null;
  return reply;
}

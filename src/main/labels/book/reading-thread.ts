import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Serial } from '#shared/serial.ts';
import { isThere } from '../../os/worker.ts';
import type { LabelReader } from './label-reader.ts';
import { workInOwnThread, type ThreadData } from './looking.ts';
import type { Reply, Request, Settings } from './protocol.ts';

/** The label process's second thread, which parses, draws and writes label files. */
const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread');

const engine = workInOwnThread((workerData as ThreadData).program);
// PDFium starts while the library for PDFs is loaded, which takes as long.
engine.warmUp();
const [reading, { readSamples }] = await Promise.all([
  import('./label-reader.ts'),
  import('./warm-up.ts'),
]);
/** One per book: nothing that one has read is there for the next. */
let reader: LabelReader | null = null;
const turns = new Serial();
const samples = readSamples(engine);
/** A label is asked for: it need not wait for the rest of the samples. */
let isAsked = false;

port.on('message', (request: Settings | Request) => {
  isAsked = request.type !== 'open';
  void turns.run(async () => port.postMessage(await answer(request)));
});
// If it fails, the first label reports the reason.
void warmUp().catch(() => undefined);

async function warmUp(): Promise<void> {
  for (let isDone = false; !isDone && !isAsked;) {
    const { done } = await turns.run(() => samples.next());
    isDone = done === true;
    await setImmediate();
  }
}

async function answer(request: Settings | Request): Promise<Reply | typeof isThere> {
  if (request.type === 'open') {
    reader = new reading.LabelReader(request, engine);
    return isThere;
  }
  if (reader === null) return { type: 'bug', message: `${request.type} without a book` };
  const reply = await reader.answer(request);
  if (request.type === 'close') reader = null;
  return reply;
}

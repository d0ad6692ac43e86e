import { parentPort } from 'node:worker_threads';
import { isThere } from '../../os/worker.ts';
import { workInThisThread } from '../pdf/look/look.ts';
import { toPdfFaultKind } from '../pdf/syntax/errors.ts';
import type { LookReply, LookRequest } from './looking.ts';

/** The label process's third thread, in which PDFium works; its other end is `looking.ts`. */
const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread');

const engine = workInThisThread();
port.on('message', (request: LookRequest) => {
  void answer(request).then((reply) => port.postMessage(reply));
});
// Before the first page is there.
await engine.start();
port.postMessage(isThere);

/** An unknown error ends this thread: PDFium's memory is spent, or cannot be trusted. */
async function answer({ file, options }: LookRequest): Promise<LookReply> {
  try {
    if (options === null) return { type: 'done', pages: [], file: await engine.rewrite(file) };
    return { type: 'done', pages: await engine.look(file, options), file: new Uint8Array() };
  } catch (error) {
    const kind = toPdfFaultKind(error);
    if (kind === null || !(error instanceof Error)) throw error;
    return { type: 'refused', kind, reason: error.message };
  }
}

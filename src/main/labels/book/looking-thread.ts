import { parentPort } from 'node:worker_threads';
import { isThere } from '../../os/worker.ts';
import { lookInThisThread } from '../pdf/look/look.ts';
import { PdfUnrenderable } from '../pdf/syntax/objects.ts';
import type { LookReply, LookRequest } from './looking.ts';

/** The label process's third thread, which draws each page small; its other end is `looking.ts`. */
const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread');

const look = lookInThisThread();
port.on('message', ({ pdf, options }: LookRequest) => {
  void look(pdf, options)
    .then(
      (pages): LookReply => ({ type: 'seen', pages }),
      (error: unknown): LookReply => {
        // It ends this thread: PDFium's memory cannot be trusted after it.
        if (!(error instanceof PdfUnrenderable)) throw error;
        return { type: 'refused', why: error.message };
      },
    )
    .then((reply) => port.postMessage(reply));
});
port.postMessage(isThere);

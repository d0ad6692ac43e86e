import { Worker } from 'node:worker_threads';
import { AskedWorker, runThread } from '../../os/worker.ts';
import type { LookAtPages, LookOptions, PageLook } from '../pdf/look/look.ts';
import { PdfUnrenderable } from '../pdf/syntax/objects.ts';

export interface LookRequest {
  readonly pdf: Uint8Array;
  readonly options: LookOptions;
}

export type LookReply =
  { readonly type: 'seen'; readonly pages: readonly PageLook[] } | { readonly type: 'refused'; readonly why: string };

/** The work of a thread of the label process, which is its program started again. */
export interface ThreadData {
  readonly work: 'reading' | 'looking';
  readonly program: string;
}

/** Far longer than the fullest labels take; a drawing without end is not worth more of a person's time. */
const lookTimeoutMs = 8_000;
/** Twenty times as long as a sheet full of text takes. */
const morePerPageMs = 100;

/**
 * Draws in a thread of its own, which is ended if a file takes too long: a form of a few bytes that draws another ten
 * times, which draws a third ten times, and so on, would stop every printer.
 */
export function lookInOwnThread(program: string, timeoutMs = lookTimeoutMs): LookAtPages {
  const workerData: ThreadData = { work: 'looking', program };
  const start = () => runThread(new Worker(new URL(program), { workerData }));
  const thread = new AskedWorker<LookRequest, LookReply>({ start, late: 'not drawn' });
  return async (pdf, options) => {
    const reply = await thread.ask({ pdf, options }, timeoutMs + options.pages * morePerPageMs);
    if (reply.type === 'seen') return reply.pages;
    throw new PdfUnrenderable(reply.why);
  };
}

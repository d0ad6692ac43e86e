import { Worker } from 'node:worker_threads';
import { AskedWorker, runThread } from '../../os/worker.ts';
import type { LookOptions, PageEngine, PageFindings } from '../pdf/look/look.ts';
import { PdfDamage, PdfLocked, PdfUnrenderable } from '../pdf/syntax/errors.ts';

/** `options`: null to have the file written anew. */
export interface LookRequest {
  readonly file: Uint8Array;
  readonly options: LookOptions | null;
}

export type LookReply =
  /** A list that was not asked for is empty. */
  | {
      readonly type: 'done';
      readonly pages: readonly PageFindings[];
      readonly file: Uint8Array;
    }
  | { readonly type: 'refused'; readonly kind: string; readonly reason: string };

/** The work of a thread of the label process, which is its program started again. */
export interface ThreadData {
  readonly work: 'reading' | 'looking';
  readonly program: string;
}

/**
 * Far longer than the fullest labels take; a drawing without end is not worth more of a person's
 * time.
 */
const lookTimeoutMs = 8_000;
/** Twenty times as long as a sheet full of text takes. */
const morePerPageMs = 100;

/**
 * PDFium in a thread of its own, which is ended if a file takes too long: a form of a few bytes
 * that draws another ten times, which draws a third ten times, and so on, would stop every printer.
 */
export function workInOwnThread(program: string, timeoutMs = lookTimeoutMs) {
  const workerData: ThreadData = { work: 'looking', program };
  const start = () => runThread(new Worker(new URL(program), { workerData }));
  const thread = new AskedWorker<LookRequest, LookReply>({ start, late: 'not drawn' });
  const ask = async (file: Uint8Array, options: LookOptions | null) => {
    const reply = await thread.ask(
      { file, options },
      timeoutMs + (options?.pages ?? 0) * morePerPageMs,
    );
    if (reply.type === 'died') throw new PdfUnrenderable(reply.reason);
    if (reply.type !== 'refused') return reply;
    if (reply.kind === 'label-encrypted') throw new PdfLocked();
    throw reply.kind === 'label-corrupt'
      ? new PdfDamage(reply.reason)
      : new PdfUnrenderable(reply.reason);
  };
  const engine: PageEngine = {
    look: async (pdf, options) => (await ask(pdf, options)).pages,
    rewrite: async (file) => (await ask(file, null)).file,
  };
  return { ...engine, warmUp: () => thread.warmUp() };
}

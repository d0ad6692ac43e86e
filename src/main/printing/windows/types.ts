/*
 * What the print process is asked, and what it answers. It only does what it is told and says what Windows said: what that
 * means is judged in main, in `judge.ts` and `follow.ts`.
 */
import type { NamedPaper, PrintFile } from '../types.ts';

/** What Doca reads of a PRINTER_INFO_2W. */
export interface PrinterRecord {
  readonly driver: string | null;
  readonly location: string | null;
  readonly port: string | null;
  /** PRINTER_ATTRIBUTE_* bits. */
  readonly attributes: number;
  /** PRINTER_STATUS_* bits. */
  readonly status: number;
}

/** What Doca reads of a JOB_INFO_1W. */
export interface JobRecord {
  readonly id: number;
  readonly title: string | null;
  /** JOB_STATUS_* bits. */
  readonly status: number;
  /** What a port monitor says of it in words. */
  readonly words: string | null;
  /** 0 where nobody counted them. */
  readonly pages: number;
  readonly printed: number;
}

/** Questions to the spooler; no driver is loaded for them. */
export type LookRequest =
  | { readonly type: 'list' }
  | { readonly type: 'look'; readonly printer: string; readonly jobId: number | null }
  | { readonly type: 'find'; readonly printer: string; readonly title: string }
  | { readonly type: 'delete'; readonly printer: string; readonly jobId: number }
  | { readonly type: 'resume'; readonly printer: string };

/** A question to a driver. */
export interface PapersRequest {
  readonly type: 'papers';
  readonly printer: string;
}

/** One document after the other: `open`, then `send` until it is whole, or `abort`. */
export type PrintRequest =
  | { readonly type: 'open'; readonly printer: string; readonly file: PrintFile }
  /** Hands on the next piece: a page, or a stretch of ZPL. */
  | { readonly type: 'send' }
  /** Takes the document back, as far as that goes, and forgets it. */
  | { readonly type: 'abort' };

export type WindowsRequest = LookRequest | PapersRequest | PrintRequest;

export type WindowsReply =
  | { readonly type: 'printers'; readonly names: readonly string[]; readonly default: string | null }
  /** Null: there is none (any more). */
  | { readonly type: 'seen'; readonly printer: PrinterRecord | null; readonly job: JobRecord | null }
  | { readonly type: 'found'; readonly jobIds: readonly number[] }
  | { readonly type: 'papers'; readonly papers: readonly NamedPaper[] }
  /** The spooler has the document's name and nothing of what is in it. */
  | { readonly type: 'opened'; readonly jobId: number }
  | { readonly type: 'sent'; readonly isWhole: boolean }
  | { readonly type: 'done' }
  /** A function of Windows failed: which, its error's number, and the number's text in the language of Windows. */
  | { readonly type: 'refused'; readonly call: string; readonly code: number; readonly text: string }
  /** The file cannot be drawn, or not on this printer's paper. Nothing of this page was sent. */
  | { readonly type: 'unprintable'; readonly why: string; readonly isTooLarge: boolean }
  /** A defect of the process, without its words: they could quote what was printed. */
  | { readonly type: 'bug'; readonly what: string };

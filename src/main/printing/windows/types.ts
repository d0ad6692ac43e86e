/*
 * The print process only executes requests and reports Windows' results: `spooler.ts`
 * decides on them.
 */
import type { Died } from '../../os/worker.ts';
import type { PrintFile } from '../types.ts';

/** The fields of a PRINTER_INFO_2W that Doca uses. */
export interface PrinterRecord {
  readonly driver: string | null;
  readonly port: string | null;
  /** PRINTER_ATTRIBUTE_* bits. */
  readonly attributes: number;
  /** PRINTER_STATUS_* bits. */
  readonly status: number;
}

/** The fields of a JOB_INFO_1W that Doca uses. */
export interface JobRecord {
  readonly id: number;
  readonly title: string | null;
  /** JOB_STATUS_* bits. */
  readonly status: number;
  /** A port monitor's words about it. */
  readonly words: string | null;
  /** 0 if they were not counted. */
  readonly pages: number;
  readonly printed: number;
}

/** One look at a printer and one of its jobs. Null: there is none (any more). */
export interface Seen {
  readonly printer: PrinterRecord | null;
  readonly job: JobRecord | null;
}

/** Questions to the spooler; no driver is loaded for them. */
export type LookRequest =
  | { readonly type: 'list' }
  | { readonly type: 'look'; readonly printer: string; readonly jobId: number | null }
  | { readonly type: 'find'; readonly printer: string; readonly title: string }
  | { readonly type: 'delete'; readonly printer: string; readonly jobId: number }
  | { readonly type: 'resume'; readonly printer: string };

/** One document after the other: `open`, then `send` until it is complete, or `abort`. */
export type PrintRequest =
  | { readonly type: 'open'; readonly printer: string; readonly file: PrintFile }
  /** Sends the next piece: a page, or a stretch of ZPL. */
  | { readonly type: 'send' }
  /** Withdraws the document as far as possible, and forgets it. */
  | { readonly type: 'abort' };

export type WindowsRequest = LookRequest | PrintRequest;

export type WindowsReply =
  | {
      readonly type: 'printers';
      readonly names: readonly string[];
      readonly default: string | null;
    }
  | ({ readonly type: 'seen' } & Seen)
  | { readonly type: 'found'; readonly jobIds: readonly number[] }
  /** The spooler has the document's name and none of its content. */
  | { readonly type: 'opened'; readonly jobId: number }
  | { readonly type: 'sent'; readonly isWhole: boolean }
  | { readonly type: 'done' }
  /**
   * A function of Windows failed: its name, the error's number, and its text in the language of
   * Windows.
   */
  | {
      readonly type: 'refused';
      readonly call: string;
      readonly code: number;
      readonly text: string;
    }
  /** The file cannot be drawn, or not on this printer's paper. Nothing of this page was sent. */
  | { readonly type: 'unprintable'; readonly reason: string; readonly isTooLarge: boolean }
  /** A defect of the process, without its message, which could quote printed data. */
  | { readonly type: 'bug'; readonly what: string };

/** The result of a request: `died` if its process hung or crashed, and is gone. */
export type Answer = WindowsReply | Died;

/** Windows' spooler and drivers, by request and answer. */
export interface Spooler {
  ask(request: LookRequest): Promise<Answer>;
  /** One document at a time on each printer. A document that is open when `work` ends is lost. */
  print<T>(
    printer: string,
    work: (ask: (request: PrintRequest) => Promise<Answer>) => Promise<T>,
  ): Promise<T>;
  /** Starts the process of this printer ahead of its use. */
  warmUp(printer: string): void;
  close(): Promise<void>;
}

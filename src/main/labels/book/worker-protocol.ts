import type { Fault, PageRule, Paper } from '../../../shared/index.ts';
import type { BookEntry, PreparedLabel, WriteOptions, WrittenBook } from '../types.ts';

/** What the worker is started with. */
export interface WorkerSettings {
  /** The file for what does not fit in memory; the worker makes it when it needs it. */
  readonly spillPath: string;
  readonly maxMemoryBytes: number;
}

/** How a file is to be read. */
export interface Choice {
  readonly paper: Paper;
  readonly pages: PageRule;
}

/** One request at a time. Files go by their path, never by their bytes. */
export type WorkerRequest =
  | ({ readonly type: 'prepare'; readonly path: string } & Choice)
  | {
      readonly type: 'write-pdf';
      readonly entries: readonly BookEntry[];
      readonly outPath: string;
      readonly options: WriteOptions;
    }
  | { readonly type: 'write-zpl'; readonly entries: readonly BookEntry[]; readonly outPath: string };

export type WorkerReply =
  | { readonly type: 'prepared'; readonly label: PreparedLabel }
  | { readonly type: 'written'; readonly book: WrittenBook }
  | { readonly type: 'fault'; readonly fault: Fault }
  /** A defect: thrown again on the other side. */
  | { readonly type: 'bug'; readonly message: string };

import type { Fault, PageChoice, Paper } from '../../../shared/index.ts';
import type { BookEntry, PreparedLabel, WriteOptions, WrittenBook } from '../types.ts';

/** The first message to the label process: what it works with. */
export interface Settings {
  /** The file for what does not fit in memory; it is made when it is needed. */
  readonly spillPath: string;
  /** Stream data kept in memory before the spill file is used. */
  readonly maxMemoryBytes: number;
  /** The heap of the thread that reads. */
  readonly maxHeapMb: number;
  /** By how much the process may grow over one label, buffers outside the heap included. */
  readonly maxGrowthBytes: number;
}

/** How a file is to be read. */
export interface Choice extends PageChoice {
  readonly paper: Paper;
}

/** One request at a time. Files go by their path, never by their bytes. */
export type Request =
  | ({ readonly type: 'prepare'; readonly path: string } & Choice)
  /** Draws what of a prepared file is ZPL. */
  | { readonly type: 'draw'; readonly path: string }
  | {
      readonly type: 'write-pdf';
      readonly entries: readonly BookEntry[];
      readonly outPath: string;
      readonly options: WriteOptions;
    }
  | { readonly type: 'write-pages'; readonly entries: readonly BookEntry[]; readonly outPath: string }
  | { readonly type: 'write-zpl'; readonly entries: readonly BookEntry[]; readonly outPath: string };

export type Reply =
  | { readonly type: 'prepared'; readonly label: PreparedLabel }
  | { readonly type: 'drawn' }
  | { readonly type: 'written'; readonly book: WrittenBook }
  | { readonly type: 'fault'; readonly fault: Fault }
  /** A defect: thrown again on the other side. */
  | { readonly type: 'bug'; readonly message: string }
  /** The request took more than it may, or brought down the thread; the process must be ended. */
  | { readonly type: 'spent'; readonly why: string };

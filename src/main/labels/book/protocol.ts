import type { Fault, PageChoice, Paper } from '../../../shared/index.ts';
import type { BookEntry, PreparedLabel, WriteOptions, WrittenBook } from '../types.ts';

/** The first message to the label process: what it works with. */
export interface Settings {
  /** The file for what does not fit in memory; it is made when it is needed. */
  readonly spillPath: string;
  /** The folder of what was drawn from ZPL, which the processes of a book share; made when it is needed. */
  readonly drawnDir: string;
  /** What it is asked for most, and so gets ready for before it says that it is there. */
  readonly purpose: 'read' | 'draw';
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
  /** Draws what of a file is ZPL into `drawnDir`, for whichever process writes it. */
  | { readonly type: 'draw'; readonly path: string; readonly paper: Paper }
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

import type { Fault, PageChoice, Paper } from '../../../shared/index.ts';
import type { BookEntry, LabelPiece, PreparedLabel, WriteOptions, WrittenBook } from '../types.ts';

/**
 * Opens a book: the first message to a label process, and again the first after a book was closed. Answered with `isThere`.
 */
export interface Settings {
  readonly type: 'open';
  /** The file for what does not fit in memory; it is made when it is needed. */
  readonly spillPath: string;
  /** Stream data kept in memory before the spill file is used. */
  readonly maxMemoryBytes: number;
  /** The heap of the thread that reads. This and the next count from the first book on, for as long as the process lives. */
  readonly maxHeapMb: number;
  /** By how much the process may grow over one label, buffers outside the heap included. */
  readonly maxGrowthBytes: number;
}

/** How a file is to be read. */
export interface Choice extends PageChoice {
  readonly paper: Paper;
}

/** Answered one after the other, in turn. Files go by their path, never by their bytes. */
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
  /** Cuts a file of many labels into files of this folder, which is there and empty. */
  | { readonly type: 'split'; readonly path: string; readonly folder: string }
  | { readonly type: 'write-pages'; readonly entries: readonly BookEntry[]; readonly outPath: string }
  | { readonly type: 'write-zpl'; readonly entries: readonly BookEntry[]; readonly outPath: string }
  /** Drops all that was read, the spill file too. Settings may follow, nothing else. */
  | { readonly type: 'close' };

export type Reply =
  | { readonly type: 'prepared'; readonly label: PreparedLabel }
  | { readonly type: 'drawn' }
  | { readonly type: 'split'; readonly pieces: readonly LabelPiece[] }
  | { readonly type: 'written'; readonly book: WrittenBook }
  /** Nothing of the book is left; `grownBytes` is by how much the process has grown since its start. */
  | { readonly type: 'closed'; readonly grownBytes: number }
  | { readonly type: 'fault'; readonly fault: Fault }
  /** A defect: thrown again on the other side. */
  | { readonly type: 'bug'; readonly message: string }
  /** The request took more than it may, or brought down the thread; the process must be ended. */
  | { readonly type: 'spent'; readonly why: string };

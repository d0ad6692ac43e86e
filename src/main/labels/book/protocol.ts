import type { PageChoice, Paper } from '#shared/domain/records.ts';
import type { Fault } from '#shared/faults/faults.ts';
import type { Looks } from '../pdf/look/looks.ts';
import type { BookEntry, LabelPiece, PreparedLabel, WriteOptions, WrittenBook } from '../types.ts';

/**
 * Opens a book: the first message to a label process, and again after a book was closed. Answered
 * with `isThere`.
 */
export interface Settings {
  readonly type: 'open';
  /** The file for data that do not fit in memory; created on demand. */
  readonly spillPath: string;
  /** Stream data kept in memory before the spill file is used. */
  readonly maxMemoryBytes: number;
  /** How much the process may grow over one label, buffers outside the heap included. */
  readonly maxGrowthBytes: number;
}

/** Options for reading a file. */
export interface Choice extends PageChoice {
  readonly paper: Paper;
  /** Of an earlier reading by the same choice. */
  readonly looks?: Looks;
}

/** Answered in turn. Files are passed by path, never as bytes. */
export type Request =
  | ({ readonly type: 'prepare'; readonly path: string } & Choice)
  /** Draws the ZPL of a prepared file. */
  | { readonly type: 'draw'; readonly path: string }
  /** Draws the paper of an invoice from its XML, as ZPL. */
  | {
      readonly type: 'draw-danfe';
      readonly path: string;
      readonly outPath: string;
      readonly paper: Paper;
    }
  | {
      readonly type: 'write-pdf';
      readonly entries: readonly BookEntry[];
      readonly outPath: string;
      readonly options: WriteOptions;
    }
  /**
   * Cuts a file into files in this empty folder. `runs`: pages of a PDF that stay together, by
   * number from 0.
   */
  | {
      readonly type: 'split';
      readonly path: string;
      readonly folder: string;
      readonly runs?: readonly (readonly number[])[];
    }
  | {
      readonly type: 'write-pages' | 'write-zpl';
      readonly entries: readonly BookEntry[];
      readonly outPath: string;
    }
  /** Drops everything that was read and removes the spill file. Only settings may follow. */
  | { readonly type: 'close' };

export type Reply =
  | { readonly type: 'prepared'; readonly label: PreparedLabel }
  | { readonly type: 'drawn' }
  | { readonly type: 'split'; readonly pieces: readonly LabelPiece[] }
  | { readonly type: 'written'; readonly book: WrittenBook }
  /** The book is gone; `grownBytes` is the process's growth since its start. */
  | { readonly type: 'closed'; readonly grownBytes: number }
  | { readonly type: 'fault'; readonly fault: Fault }
  /** A defect: rethrown on the other side. */
  | { readonly type: 'bug'; readonly message: string }
  /** The request exceeded its limits, or crashed the thread; the process must be ended. */
  | { readonly type: 'spent'; readonly reason: string };

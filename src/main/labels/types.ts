import type { LabelSnapshot } from '#shared/domain/job.ts';
import type { LabelFormat, SheetLayout } from '#shared/domain/labels.ts';
import type { Paper } from '#shared/domain/records.ts';
import type { Looks } from './pdf/look/looks.ts';

/**
 * A label file's place in a job, the same in every run: company, grouping, shipment, and URL of its
 * list.
 */
export interface LabelSlot {
  /** The key of the grouping's company: two companies never share a file. */
  readonly company: string;
  readonly groupingId: number;
  readonly shipmentId: number;
  /** 0-based place in the ERP's URL list. */
  readonly ordinal: number;
}

/** A complete label file on this disk. */
export interface StoredLabel {
  readonly slot: LabelSlot;
  readonly sha256: string;
  readonly bytes: number;
  readonly path: string;
}

/** The result of reading a label file. */
export interface PreparedLabel extends Pick<
  LabelSnapshot,
  'pages' | 'filePages' | 'croppedPages' | 'hasZpl' | 'leftOut' | 'isMended'
> {
  /** By first bytes; for a ZIP, `zip`. */
  readonly format: LabelFormat;
  /** Its kind in a word or two for people: wrapping and formats. */
  readonly kind: string;
  /** The smallest paper on which each of its pages fits. */
  readonly paper: Paper;
  /** Its ZPL could be drawn, or it has none; false until that was tried. */
  readonly isDrawn: boolean;
  /** A later reading by the same choice, and by the same version of Doca, needs no other ones. */
  readonly looks: Looks;
}

/** A file that was cut out of one with many labels. */
export interface LabelPiece {
  readonly path: string;
  /** Its name in the archive; null if it was a page. */
  readonly name: string | null;
  readonly format: LabelFormat;
}

export interface LabelPieces {
  /** In the order of the file. */
  readonly pieces: readonly LabelPiece[];
  readonly remove: () => Promise<void>;
}

/** One file of the print, in list order. */
export interface BookEntry {
  /** `StoredLabel.path`, as passed to `prepare`. */
  readonly path: string;
  /**
   * A few words, such as `2ª via`, small in the lower right margin of each page; else pages stay as
   * they came.
   */
  readonly mark?: string | null;
  /** Writes the labels alone, or the papers of invoices alone; by default both. */
  readonly papers?: 'labels' | 'danfes';
}

export interface WriteOptions {
  /** Several labels on an A4 sheet; by default one label per page. */
  readonly sheet?: SheetLayout;
  /** Copies of each label, one after the other. Default 1. */
  readonly copies?: number;
}

export interface WrittenBook {
  readonly path: string;
  readonly bytes: number;
  readonly pages: number;
  /** For each entry of a PDF, its pages in one copy. */
  readonly entryPages?: readonly number[];
  /** The page size of a PDF, if all pages have the same. */
  readonly paper?: Paper;
  /**
   * For each entry of a file in a printer's language, the end of each of its labels, in bytes of
   * the whole file.
   */
  readonly labelEnds?: readonly (readonly number[])[];
}

import type { FileFormat, LabelReading, PageChoice, Paper, Result, SheetLayout } from '../../shared/index.ts';

/** A label file's place in a job, the same in every run: whose grouping, which shipment, and which URL of its list. */
export interface LabelSlot {
  /** The key of the company whose grouping it is: two companies never share a file. */
  readonly company: string;
  readonly groupingId: number;
  readonly shipmentId: number;
  /** 0-based place in the ERP's URL list. */
  readonly ordinal: number;
}

/** A label file that lies complete on this disk. */
export interface StoredLabel {
  readonly slot: LabelSlot;
  readonly sha256: string;
  readonly bytes: number;
  readonly path: string;
}

/**
 * Label files on disk. A file appears under its final name, which carries slot and SHA-256, in one atomic rename after
 * its bytes were flushed: it is there whole or not at all, and once there it is never downloaded again.
 */
export interface LabelStore {
  /** The file of this slot, its content verified against its name; null where there is none (a damaged one is removed). */
  find(slot: LabelSlot): Promise<StoredLabel | null>;
  /** Whether `find` gives a file for any of these slots; each folder is looked at once. */
  hasAny(slots: readonly LabelSlot[]): Promise<boolean>;
  /**
   * Downloads into the slot, streaming, with every limit of the download policy; where the slot's file is there already
   * it is given instead. Faults are `label-*`, `disk*` and `cancelled`; the bearer is never sent.
   */
  download(slot: LabelSlot, url: string, signal?: AbortSignal): Promise<Result<StoredLabel>>;
  /** The same for a file with the labels of many shipments, which may be larger. */
  downloadMany(slot: LabelSlot, url: string, signal?: AbortSignal): Promise<Result<StoredLabel>>;
  /** Puts a file that lies on this disk into the slot, as if it had been downloaded. */
  adopt(slot: LabelSlot, path: string): Promise<Result<StoredLabel>>;
  /** Removes the file of a slot that turned out to be unusable, so that it can be downloaded again. */
  discard(slot: LabelSlot): Promise<void>;
  /** Removes files older than this (epoch ms); gives the number removed. */
  removeOlderThan(beforeMs: number): Promise<number>;
}

/** What became of a label file when it was read. */
export interface PreparedLabel {
  /** By first bytes; for a ZIP, `zip`. */
  readonly format: FileFormat;
  /** Those that were chosen; of ZPL, all but papers of invoices. */
  readonly pages: number;
  /** All that it has. */
  readonly filePages: number;
  /** Pages that were cut down to the label on a part of a sheet. */
  readonly croppedPages: number;
  /** True where the file is or contains raw ZPL, so that a ZPL printer can have it as it is. */
  readonly hasZpl: boolean;
  /** What its ZPL, EPL, TSPL or CPCL asked for besides drawing, such as `~JR`: it goes to no printer. `?` stands for text that is no ZPL. */
  readonly leftOut: readonly string[];
  /** True where its file is damaged in a way that viewers forgive, and was read as they show it. */
  readonly isMended: boolean;
  /** What it is, in a word or two for people: what is wrapped around it, the kind, a PDF's producer. */
  readonly kind: string;
  /** The smallest paper on which each of its pages fits. */
  readonly paper: Paper;
}

/** A file that was cut out of one with many labels. */
export interface LabelPiece {
  readonly path: string;
  /** As the archive that it was in calls it; null where it was a page. */
  readonly name: string | null;
  readonly format: FileFormat;
}

export interface LabelPieces {
  /** In the order of the file. */
  readonly pieces: readonly LabelPiece[];
  /** Removes them from the disk. */
  readonly remove: () => Promise<void>;
}

/** One file of the print, in list order. */
export interface BookEntry {
  /** `StoredLabel.path`, as given to `prepare`. */
  readonly path: string;
  /**
   * A few words, such as `2ª via`, written small into the lower right margin of each of its pages, in PDF and in ZPL.
   * Without them every page is what it came as, byte for byte.
   */
  readonly mark?: string | null;
  /** Writes the labels alone, or the papers of invoices alone; both if not given. */
  readonly papers?: 'labels' | 'danfes';
}

export interface WriteOptions {
  /** Several labels on an A4 sheet; one label a page where not given. */
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
  /** The size of the pages of a PDF, where all have the same. */
  readonly paper?: Paper;
  /** For each entry of a file for a printer's language, where each of its labels ends, in bytes of the whole file. */
  readonly labelEnds?: readonly (readonly number[])[];
}

/** Reads the codes that stand on label files, slowly and one file at a time; in a process of its own. */
export interface CodeReader {
  /** What stands on a file that was prepared; null where it was not read now and can be later. */
  read(path: string, options?: { readonly paper?: Paper } & Partial<PageChoice>): Promise<LabelReading | null>;
  /** What is written on a file as letters, with the data of codes in ZPL, line by line; null where it was not read now. */
  readText(path: string): Promise<string | null>;
  close(): Promise<void>;
}

/**
 * Makes one print of many label files. Files are prepared in any order, as they arrive; `writePdf` then writes the
 * pages in the order asked for, equal objects once. The output depends on the files and their order alone, so the same
 * labels give the same bytes in every run. All parsing, rendering and writing happen in a process of their own with
 * bounded memory; a file that cannot be used gives its own `label-*` fault and leaves the others untouched.
 */
export interface LabelBook {
  /** To be called where a label will be read soon: the process is there by then. It starts without that as well, later. */
  warmUp(): void;
  /** Page numbers are the file's own, from 1; where it has none of them, it is prepared without a page. ZPL is not drawn. */
  prepare(path: string, options?: { readonly paper?: Paper } & Partial<PageChoice>): Promise<Result<PreparedLabel>>;
  /**
   * Draws what of a prepared file is ZPL; several files at once. `writePdf` needs it and else does it itself, so it is
   * asked ahead of that, and to learn which file cannot be drawn. Such a one can still be written as ZPL.
   */
  draw(path: string): Promise<Result<void>>;
  /** Written to a temporary name, flushed, renamed. Fault `label-no-picture` with EPL, TSPL or CPCL. Every entry must have been prepared. Faults: `disk*`. */
  writePdf(entries: readonly BookEntry[], outPath: string, options?: WriteOptions): Promise<Result<WrittenBook>>;
  /**
   * Cuts a file with the labels of many shipments into its pages, its archive's files or its ZPL's labels. Faults: `label-*`,
   * `disk*`.
   */
  split(path: string): Promise<Result<LabelPieces>>;
  /** All pages of these prepared files, whole, chosen or not. */
  writePages(paths: readonly string[], outPath: string): Promise<Result<WrittenBook>>;
  /**
   * What of the entries goes to a printer as it is, in order: their raw ZPL, or one of `rawLanguages`, which are never in
   * one file with others. `bytes` 0 and no file where none has any. Faults: `disk*`.
   */
  writeZpl(entries: readonly BookEntry[], outPath: string): Promise<Result<WrittenBook>>;
  /** Lets go of the process, and removes what it kept. */
  close(): Promise<void>;
}

import type { FileFormat, LabelReading, PageChoice, Paper, Result, SheetLayout } from '../../shared/index.ts';

/** A label file's place in a job, the same in every run: company, grouping, shipment, and URL of its list. */
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

/**
 * Label files on disk. A file appears under its final name, which contains slot and SHA-256, in one atomic rename after
 * its bytes were flushed: it is there whole or not at all, and then never downloaded again.
 */
export interface LabelStore {
  /** Returns the file of this slot, verified against its name; null if there is none. A damaged one is removed. */
  find(slot: LabelSlot): Promise<StoredLabel | null>;
  /** Returns true if `find` would return a file for any of these slots; reads each folder once. */
  hasAny(slots: readonly LabelSlot[]): Promise<boolean>;
  /** Downloads into the slot by the policy; returns a file that is there. Faults: `label-*`, `disk*`, `cancelled`. */
  download(slot: LabelSlot, url: string, signal?: AbortSignal): Promise<Result<StoredLabel>>;
  /** The same for a file with the labels of many shipments, which may be larger. */
  downloadMany(slot: LabelSlot, url: string, signal?: AbortSignal): Promise<Result<StoredLabel>>;
  /** Puts a file of this disk into the slot, as if it had been downloaded. */
  adopt(slot: LabelSlot, path: string): Promise<Result<StoredLabel>>;
  /** Removes an unusable file of a slot, so that it can be downloaded again. */
  discard(slot: LabelSlot): Promise<void>;
  /** Removes files older than this (epoch ms) and returns their number. */
  removeOlderThan(beforeMs: number): Promise<number>;
}

/** The result of reading a label file. */
export interface PreparedLabel {
  /** By first bytes; for a ZIP, `zip`. */
  readonly format: FileFormat;
  /** The chosen pages; for ZPL, all but papers of invoices. */
  readonly pages: number;
  /** All pages of the file. */
  readonly filePages: number;
  /** Pages that were cropped to the label on a part of a sheet. */
  readonly croppedPages: number;
  /** True if the file is or contains raw ZPL, which a ZPL printer can get unchanged. */
  readonly hasZpl: boolean;
  /** Commands in its ZPL, EPL, TSPL or CPCL that no printer gets, such as `~JR`; `?` for text that is not ZPL. */
  readonly leftOut: readonly string[];
  /** True if the file is damaged in a way that viewers tolerate, and was read as they show it. */
  readonly isMended: boolean;
  /** Its kind in a word or two for people: wrapping, format, a PDF's producer. */
  readonly kind: string;
  /** The smallest paper on which each of its pages fits. */
  readonly paper: Paper;
}

/** A file that was cut out of one with many labels. */
export interface LabelPiece {
  readonly path: string;
  /** Its name in the archive; null if it was a page. */
  readonly name: string | null;
  readonly format: FileFormat;
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
  /** A few words, such as `2ª via`, small in the lower right margin of each page; else pages stay as they came. */
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
  /** For each entry of a file in a printer's language, the end of each of its labels, in bytes of the whole file. */
  readonly labelEnds?: readonly (readonly number[])[];
}

/** Reads the codes on label files, slowly and one file at a time, in a process of its own. */
export interface CodeReader {
  /** Returns the codes on a prepared file; null if it was not read now and can be later. */
  read(path: string, options?: { readonly paper?: Paper } & Partial<PageChoice>): Promise<LabelReading | null>;
  /** Returns the text of a file, with the data of codes in ZPL, line by line; null if it was not read now. */
  readText(path: string): Promise<string | null>;
  close(): Promise<void>;
}

/**
 * Makes one print of many label files. Files are prepared in any order, as they arrive; `writePdf` then writes the
 * pages in the requested order, equal objects once. The output depends on the files and their order alone, so the same
 * labels make the same bytes in every run. All parsing, rendering and writing happen in a process of their own with
 * bounded memory; an unusable file causes its own `label-*` fault and leaves the others untouched.
 */
export interface LabelBook {
  /** Starts the process ahead of the first label. It starts without this call as well, later. */
  warmUp(): void;
  /** Page numbers are the file's own, from 1; with none of them it is prepared without a page. ZPL is not drawn. */
  prepare(path: string, options?: { readonly paper?: Paper } & Partial<PageChoice>): Promise<Result<PreparedLabel>>;
  /** Draws a prepared file's ZPL ahead of `writePdf`, and finds out if it cannot: it can still be written as ZPL. */
  draw(path: string): Promise<Result<void>>;
  /** Draws an invoice's paper (DANFE Simplificado - Etiqueta) from its XML as ZPL. Faults: `danfe-refused`, `disk*`. */
  drawDanfe(xmlPath: string, outPath: string, paper: Paper): Promise<Result<void>>;
  /** Written whole or not at all, from prepared entries. Faults: `label-no-picture` with EPL, TSPL, CPCL; `disk*`. */
  writePdf(entries: readonly BookEntry[], outPath: string, options?: WriteOptions): Promise<Result<WrittenBook>>;
  /**
   * Cuts a file with the labels of many shipments into its pages, its archive's files or its ZPL's labels. `runs`: the
   * pages of a PDF that stay together, by their numbers from 0 in a cut without them. Faults: `label-*`, `disk*`.
   */
  split(path: string, runs?: readonly (readonly number[])[]): Promise<Result<LabelPieces>>;
  /** All pages of these prepared files, uncropped, chosen or not. */
  writePages(paths: readonly string[], outPath: string): Promise<Result<WrittenBook>>;
  /**
   * Writes the parts of the entries that a printer gets unchanged, in order: their raw ZPL, or one of `rawLanguages`,
   * which are never mixed in one file. `bytes` 0 and no file if there are none. Faults: `disk*`.
   */
  writeZpl(entries: readonly BookEntry[], outPath: string): Promise<Result<WrittenBook>>;
  /** Releases the process, and removes its data. */
  close(): Promise<void>;
}

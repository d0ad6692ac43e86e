/** A code that stands on a label. */
export interface FoundCode {
  /** As its readers call it, such as `Code128`, `QRCode`, `DataMatrix`. */
  readonly symbology: string;
  readonly text: string;
  /** 1-based page of the label. */
  readonly page: number;
}

/** The resolutions at which codes are looked for. What 300 dpi does not show, 600 hardly does, and costs four times as much. */
export const readingDpis = [203, 300] as const;
export type ReadingDpi = (typeof readingDpis)[number];

/** What was read on the pages of a label. It says nothing of whose label it is. */
export interface LabelReading {
  readonly codes: readonly FoundCode[];
  readonly pages: number;
  /** The coarsest printer whose dots let a code be read; null where none does. */
  readonly dpi: ReadingDpi | null;
  /** False where nothing can be said of whether its codes can be read, such as pictures of codes in ZPL. */
  readonly looked: boolean;
}

/** A code on a label. */
export interface FoundCode {
  /** As its reader calls it, such as `Code128`, `QRCode`, `DataMatrix`. */
  readonly symbology: string;
  readonly text: string;
  /** 1-based page of the label. */
  readonly page: number;
}

/**
 * The resolutions at which codes are searched. A code that 300 dpi does not show, 600 hardly does, at four times the
 * cost.
 */
export const readingDpis = [203, 300] as const;
export type ReadingDpi = (typeof readingDpis)[number];

/** The codes on the pages of a label. It does not say whose label it is. */
export interface LabelReading {
  readonly codes: readonly FoundCode[];
  readonly pages: number;
  /** The coarsest printer resolution at which a code can be read; null if at none. */
  readonly dpi: ReadingDpi | null;
  /** False if nothing is known of whether its codes can be read, such as pictures of codes in ZPL. */
  readonly looked: boolean;
}

/** What a label file turned out to be, by its first bytes. */
export const labelFormats = [
  'pdf',
  'png',
  'jpeg',
  'gif',
  'tiff',
  'bmp',
  'webp',
  'zpl',
  'zip',
  'gzip',
  'base64',
] as const;
export type LabelFormat = (typeof labelFormats)[number];

/** The paper a label without a size of its own (image, ZPL) is placed on. */
export interface Paper {
  readonly widthMm: number;
  readonly heightMm: number;
}

export const labelPaper: Paper = { widthMm: 100, heightMm: 150 };

/**
 * Which pages of a PDF are the label. `auto`: the label-sized pages where there are any; else the first of several A4 or
 * Letter pages. The other pages are instructions or declarations.
 */
export type PageRule = 'auto' | 'all';

/** Several labels on an A4 sheet of stickers; `start` is the first free place, 1-based, left to right, top to bottom. */
export interface SheetLayout {
  readonly perSheet: 2 | 4;
  readonly start: number;
}

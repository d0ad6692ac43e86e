import type { GrayBitmap } from '../zpl/bitmap.ts';

/** What the worker is started with. */
export interface RasterSettings {
  /** For the file, what is made of it on the way, and the page's picture. */
  readonly maxMemoryBytes: number;
  /** The largest page. */
  readonly maxDots: number;
}

/** One page at a time; 1-based. */
export interface RasterRequest {
  readonly path: string;
  readonly page: number;
  readonly dpi: number;
}

export type RasterReply =
  | { readonly type: 'drawn'; readonly page: GrayBitmap | null }
  /** The file's fault; the worker goes on. */
  | { readonly type: 'refused'; readonly why: string };

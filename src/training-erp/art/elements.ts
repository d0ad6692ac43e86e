/**
 * The elements of a label's drawing. One layout serves every format: places and sizes are in printer dots, 8 per
 * millimetre, so that bars fall on whole dots in raster, PDF and ZPL alike. The origin is the top left corner.
 */
export const dotsPerMm = 8;
export const labelWidthDots = 800;
export const labelHeightDots = 1200;

export type LabelElement =
  | {
      readonly kind: 'text';
      readonly x: number;
      /** Top of the line; the baseline lies at about three quarters of `size`. */
      readonly y: number;
      readonly size: number;
      readonly text: string;
      readonly bold: boolean;
      readonly align: 'left' | 'center' | 'right';
      /** The column that `align` refers to. */
      readonly width: number;
      /** White, on an area that was filled before. */
      readonly reversed: boolean;
    }
  | { readonly kind: 'area'; readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  | {
      readonly kind: 'frame';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly line: number;
    }
  | {
      readonly kind: 'code128';
      readonly x: number;
      readonly y: number;
      readonly height: number;
      readonly moduleDots: number;
      readonly text: string;
    }
  | {
      readonly kind: 'qr';
      readonly x: number;
      readonly y: number;
      readonly moduleDots: number;
      readonly text: string;
    }
  /** The shop's logo, always square. */
  | { readonly kind: 'logo'; readonly x: number; readonly y: number; readonly size: number };

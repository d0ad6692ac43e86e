import { StandardFontEmbedder, StandardFonts } from 'pdf-lib';

/*
 * The elements of a label's drawing. One layout serves every format: places and sizes are in
 * printer dots, 8 per millimetre, so that bars fall on whole dots in raster, PDF and ZPL alike. The
 * origin is the top left corner.
 */
export const dotsPerMm = 8;
export const labelWidthDots = 800;
export const labelHeightDots = 1200;
export const marginDots = 24;

export interface TextElement {
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

export type LabelElement =
  | TextElement
  | ({ readonly x: number; readonly y: number } & (
      | { readonly kind: 'area'; readonly width: number; readonly height: number }
      | {
          readonly kind: 'code128';
          readonly height: number;
          readonly moduleDots: number;
          readonly text: string;
        }
      | { readonly kind: 'qr'; readonly moduleDots: number; readonly text: string }
    ));

/**
 * pdf-lib exports the names under one type and accepts them under another that it does not export.
 */
function readStandardFont(name: StandardFonts): StandardFontEmbedder {
  return StandardFontEmbedder.for(
    name as unknown as Parameters<typeof StandardFontEmbedder.for>[0],
  );
}

const regular = readStandardFont(StandardFonts.Helvetica);
const bold = readStandardFont(StandardFonts.HelveticaBold);

export function measureText({
  text,
  size,
  bold: isBold,
}: Pick<TextElement, 'text' | 'size' | 'bold'>): number {
  return (isBold ? bold : regular).widthOfTextAtSize(text, size);
}

/** A line up to the right margin, smaller than `size` if its column is too narrow. */
export function makeText(
  x: number,
  y: number,
  size: number,
  text: string,
  more: Partial<Pick<TextElement, 'bold' | 'align' | 'width' | 'reversed'>> = {},
): TextElement {
  const line: TextElement = {
    kind: 'text',
    x,
    y,
    size,
    text,
    bold: false,
    align: 'left',
    reversed: false,
    width: labelWidthDots - marginDots - x,
    ...more,
  };
  return { ...line, size: Math.min(size, Math.floor((size * line.width) / measureText(line))) };
}

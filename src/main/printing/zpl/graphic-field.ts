import type { Paper } from '#shared/domain/records.ts';
import type { PrinterDpi } from '#shared/domain/resolutions.ts';
import { restingSettings } from '../../zpl/index.ts';
import { toDots, type Dots, type GrayBitmap } from '../../drawing/dots.ts';

/** The bitmap as one `^GFA` command. */
export function makeGraphicField(bitmap: GrayBitmap): string {
  const dots = toDots(bitmap);
  const { bytes, rowBytes } = dots;
  return `^GFA,${bytes.length},${bytes.length},${rowBytes},${packRuns(dots)}`;
}

/**
 * ZPL's alternative compression, which every ZPL printer and its imitations understand: `:` repeats
 * the row above, `,` and `!` fill the rest of a row with white and black, and a letter before a
 * digit is its repeat count.
 */
function packRuns({ bytes, rowBytes, height }: Dots): string {
  const rows: string[] = [];
  let above = '';
  for (let y = 0; y < height; y += 1) {
    const from = y * rowBytes;
    const row = Buffer.from(bytes.buffer, bytes.byteOffset + from, rowBytes)
      .toString('hex')
      .toUpperCase();
    rows.push(row === above ? ':' : packRow(row));
    above = row;
  }
  return rows.join('');
}

function packRow(row: string): string {
  const filled = row.replace(/(?<!0)0+$/, ',').replace(/(?<!F)F+$/, '!');
  return filled.replace(/([^,!])\1*/g, (run, digit: string) => packRun(run.length, digit));
}

const hundreds = 400;

/** `G` to `Y` are 1 to 19, `g` to `z` are 20 to 400 in steps of 20; they add up. */
function packRun(length: number, digit: string): string {
  if (length === 1) return digit;
  let text = '';
  let left = length;
  for (; left >= hundreds; left -= hundreds) text += 'z';
  if (left >= 20) text += String.fromCharCode(0x66 + Math.floor(left / 20));
  if (left % 20 > 0) text += String.fromCharCode(0x46 + (left % 20));
  return text + digit;
}

/** A "203 dpi" head has eight dots per millimetre; the finer ones keep to the inch. */
export const exactDpi: Readonly<Record<PrinterDpi, number>> = { 203: 203.2, 300: 300, 600: 600 };

export function measurePaperDots({ widthMm, heightMm }: Paper, dpi: PrinterDpi) {
  const dots = (mm: number) => Math.round((mm / 25.4) * exactDpi[dpi]);
  return { width: dots(widthMm), height: dots(heightMm) };
}

/** The tolerance before a page counts as one for another paper. */
const toleranceMm = 2;

export function fitsPaper(page: GrayBitmap, paper: Paper, dpi: PrinterDpi): boolean {
  const { width, height } = measurePaperDots(paper, dpi);
  const tolerance = (toleranceMm / 25.4) * exactDpi[dpi];
  return page.width <= width + tolerance && page.height <= height + tolerance;
}

/**
 * A whole ZPL label of one page, as wide and as long as its bitmap, at the very edge of the paper.
 * It states every setting, so that it means the same behind any label.
 */
export function makeLabelZpl(page: GrayBitmap): string {
  const size = `^PW${page.width}^LL${page.height}`;
  return `^XA${restingSettings}${size}^FO0,0${makeGraphicField(page)}^FS^XZ\n`;
}

import type { Paper, PrinterDpi } from '../../../shared/index.ts';
import { toDots } from './bitmap.ts';
import type { GrayBitmap } from './bitmap.ts';
import { makeGraphicField } from './graphic-field.ts';
import type { GraphicPacking } from './graphic-field.ts';

/** A "203 dpi" head has eight dots to the millimetre; the finer ones keep to the inch. */
export const exactDpi: Readonly<Record<PrinterDpi, number>> = { 203: 203.2, 300: 300, 600: 600 };

export function measurePaperDots(
  { widthMm, heightMm }: Paper,
  dpi: PrinterDpi,
): { readonly width: number; readonly height: number } {
  const dots = (mm: number): number => Math.round((mm / 25.4) * exactDpi[dpi]);
  return { width: dots(widthMm), height: dots(heightMm) };
}

/** How far a page may be off its paper before it counts as one for another paper. */
const toleranceMm = 2;

export function fitsPaper(page: GrayBitmap, paper: Paper, dpi: PrinterDpi): boolean {
  const { width, height } = measurePaperDots(paper, dpi);
  const tolerance = (toleranceMm / 25.4) * exactDpi[dpi];
  return page.width <= width + tolerance && page.height <= height + tolerance;
}

/** A whole ZPL label of one page, as wide and as long as its bitmap, at the very edge of the paper. */
export function makeLabelZpl(page: GrayBitmap, packing: GraphicPacking = 'acs'): string {
  const dots = toDots(page);
  return `^XA^PW${dots.width}^LL${dots.height}^LH0,0^FO0,0${makeGraphicField(dots, packing)}^FS^XZ\n`;
}

import { PDFDocument, StandardFonts, rgb } from 'pdf-lib';
import type { PDFFont, PDFPage } from 'pdf-lib';
import type { Language } from '../../../shared/index.ts';
import { drawCode128 } from '../../printing/index.ts';
import { toWinAnsi } from './win-ansi.ts';

/** A4 paper. Positions and sizes are in millimetres from the page's top left corner. */

const pointsPerMm = 72 / 25.4;
export const page = { widthMm: 210, heightMm: 297, marginMm: 14 };
const barsHeightMm = 13;
export const ink = rgb(0, 0, 0);
export const grey = rgb(0.35, 0.35, 0.35);

export interface Pen {
  readonly document: PDFDocument;
  readonly sheet: PDFPage;
  readonly regular: PDFFont;
  readonly bold: PDFFont;
  readonly mono: PDFFont;
}

/** A first page. Without the date of today, two documents with the same content are equal to the byte. */
export async function startSheet(title: string, language: Language, date = new Date(0)): Promise<Pen> {
  const document = await PDFDocument.create();
  document.setTitle(title);
  document.setLanguage(language);
  document.setCreationDate(date);
  document.setModificationDate(date);
  return {
    document,
    sheet: document.addPage([page.widthMm * pointsPerMm, page.heightMm * pointsPerMm]),
    regular: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
    mono: await document.embedFont(StandardFonts.CourierBold),
  };
}

/** Continues on the next page. */
export function turnPage(pen: Pen): Pen {
  return { ...pen, sheet: pen.document.addPage([page.widthMm * pointsPerMm, page.heightMm * pointsPerMm]) };
}

/** `yMm` is the baseline's. */
export function write(
  pen: Pen,
  text: string,
  font: PDFFont,
  size: number,
  xMm: number,
  yMm: number,
  color = ink,
): void {
  const y = (page.heightMm - yMm) * pointsPerMm;
  pen.sheet.drawText(toWinAnsi(text), { x: xMm * pointsPerMm, y, size, font, color });
}

/** Code 128 with its quiet zones, no wider than that and no module wider than `widestModuleMm`; its text is below. */
export async function drawCode(
  pen: Pen,
  code: string,
  place: { readonly leftMm: number; readonly topMm: number; readonly widthMm: number },
  widestModuleMm: number,
): Promise<void> {
  const quietModules = 10;
  const bars = await drawCode128(code);
  const modules = bars.reduce((sum, width) => sum + width, 0) + 2 * quietModules;
  const moduleMm = Math.min(widestModuleMm, place.widthMm / modules);
  const startMm = place.leftMm + quietModules * moduleMm;
  let xMm = startMm;
  for (const [index, width] of bars.entries()) {
    if (index % 2 === 0) drawBox(pen, xMm, place.topMm, width * moduleMm, barsHeightMm);
    xMm += width * moduleMm;
  }
  write(pen, code, pen.mono, 9, startMm, place.topMm + barsHeightMm + 3.6);
}

/** Filled, or a thin frame. */
export function drawBox(
  { sheet }: Pen,
  xMm: number,
  topMm: number,
  widthMm: number,
  heightMm: number,
  frame = false,
): void {
  sheet.drawRectangle({
    x: xMm * pointsPerMm,
    y: (page.heightMm - topMm - heightMm) * pointsPerMm,
    width: widthMm * pointsPerMm,
    height: heightMm * pointsPerMm,
    ...(frame ? { borderColor: grey, borderWidth: 0.5 } : { color: ink }),
  });
}

export function widthMmOf(text: string, font: PDFFont, size: number): number {
  return font.widthOfTextAtSize(text, size) / pointsPerMm;
}

export function wrapText(text: string, font: PDFFont, size: number, widthMm: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of toWinAnsi(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthMmOf(longer, font, size) > widthMm) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

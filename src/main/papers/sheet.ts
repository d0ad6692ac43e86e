import { type Color, PDFDocument, type PDFFont, rgb, StandardFonts } from 'pdf-lib';
import { a4Paper } from '#shared/domain/labels.ts';
import type { Paper } from '#shared/domain/records.ts';
import type { Language } from '#shared/faults/languages.ts';
import { wrapWords } from '../os/text/wrap-words.ts';
import { encodeCode128 } from './code128.ts';
import { toWinAnsi } from './win-ansi.ts';

/** Positions and sizes are in millimetres from the page's top left corner. */

export const pointsPerMm = 72 / 25.4;
/** All but the test page are A4. */
export const page = { ...a4Paper, marginMm: 14 };
export const ink = rgb(0, 0, 0);
export const grey = rgb(0.35, 0.35, 0.35);

export type Pen = Readonly<Awaited<ReturnType<typeof startSheet>>>;

/**
 * A first page. Without the date of today, two documents with the same content are equal to the
 * byte.
 */
export async function startSheet(
  title: string,
  language: Language,
  date = new Date(0),
  paper: Paper = a4Paper,
) {
  const document = await PDFDocument.create();
  document.setTitle(title);
  document.setLanguage(language);
  document.setCreationDate(date);
  document.setModificationDate(date);
  return {
    document,
    sheet: document.addPage([paper.widthMm * pointsPerMm, paper.heightMm * pointsPerMm]),
    regular: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
    mono: await document.embedFont(StandardFonts.CourierBold),
  };
}

export function turnPage(pen: Pen): Pen {
  return { ...pen, sheet: pen.document.addPage([pen.sheet.getWidth(), pen.sheet.getHeight()]) };
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
  const y = pen.sheet.getHeight() - yMm * pointsPerMm;
  pen.sheet.drawText(toWinAnsi(text), { x: xMm * pointsPerMm, y, size, font, color });
}

export interface Box {
  readonly leftMm: number;
  readonly topMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

/**
 * Code 128 from the box's left edge on, no wider than the box and no module wider than
 * `widestModuleMm`: by default wide enough for any office printer and scanner.
 */
export function drawCode(pen: Pen, code: string, box: Box, widestModuleMm = 0.38): void {
  const bars = encodeCode128(code);
  const moduleMm = Math.min(
    widestModuleMm,
    box.widthMm / bars.reduce((sum, width) => sum + width, 0),
  );
  let { leftMm } = box;
  for (const [index, width] of bars.entries()) {
    if (index % 2 === 0) drawBox(pen, { ...box, leftMm, widthMm: width * moduleMm });
    leftMm += width * moduleMm;
  }
}

/** Filled, or a frame of `framePt` points. */
export function drawBox({ sheet }: Pen, box: Box, color: Color = ink, framePt = 0): void {
  sheet.drawRectangle({
    x: box.leftMm * pointsPerMm,
    y: sheet.getHeight() - (box.topMm + box.heightMm) * pointsPerMm,
    width: box.widthMm * pointsPerMm,
    height: box.heightMm * pointsPerMm,
    ...(framePt > 0 ? { borderColor: color, borderWidth: framePt } : { color }),
  });
}

export function widthMmOf(text: string, font: PDFFont, size: number): number {
  return font.widthOfTextAtSize(toWinAnsi(text), size) / pointsPerMm;
}

/** A line end in the text ends a line. */
export function wrapText(
  text: string,
  font: PDFFont,
  size: number,
  widthMm: number,
): readonly string[] {
  const fits = (line: string): boolean => widthMmOf(line, font, size) <= widthMm;
  return text.split('\n').flatMap((part) => wrapWords(toWinAnsi(part), fits));
}

import { rgb } from 'pdf-lib';
import type { PDFFont, PDFPage } from 'pdf-lib';
import type { ManifestWords } from './manifest-words.ts';
import { toWinAnsi } from './win-ansi.ts';

interface Area {
  readonly left: number;
  readonly width: number;
  readonly top: number;
}

/** PDF points; the lines leave room for handwriting. */
export const signaturesHeight = 160;
const lineGap = 44;
const gutter = 16;

/** The part that driver and company fill in by hand. */
export function drawSignatures(
  sheet: PDFPage,
  pen: { readonly regular: PDFFont },
  words: ManifestWords,
  area: Area,
): void {
  const black = rgb(0, 0, 0);
  sheet.drawText(toWinAnsi(words.declaration), {
    x: area.left,
    y: area.top - 14,
    size: 9,
    font: pen.regular,
    color: black,
  });
  const lines: readonly (readonly (readonly [string, number])[])[] = [
    [
      [words.driver, 0.5],
      [words.document, 0.28],
      [words.plate, 0.22],
    ],
    [
      [words.driverSignature, 0.72],
      [words.dateTime, 0.28],
    ],
    [
      [words.handedOverBy, 0.36],
      [words.companySignature, 0.36],
      [words.dateTime, 0.28],
    ],
  ];
  for (const [index, fields] of lines.entries()) {
    const y = area.top - 14 - (index + 1) * lineGap;
    let x = area.left;
    for (const [label, share] of fields) {
      const width = (area.width + gutter) * share - gutter;
      sheet.drawLine({ start: { x, y }, end: { x: x + width, y }, thickness: 0.7, color: black });
      sheet.drawText(toWinAnsi(label), { x, y: y - 9, size: 7, font: pen.regular, color: black });
      x += width + gutter;
    }
  }
}

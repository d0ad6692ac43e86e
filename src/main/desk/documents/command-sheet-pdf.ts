import { PDFDocument, StandardFonts, rgb } from 'pdf-lib';
import type { PDFFont, PDFPage } from 'pdf-lib';
import { commandCodes, commandNames, scanCommands } from '../../../shared/index.ts';
import type { Language, ScanCommand } from '../../../shared/index.ts';
import { drawCode128 } from '../../printing/index.ts';
import { commandSheetWords } from './command-sheet-words.ts';
import { toWinAnsi } from './win-ansi.ts';

const pointsPerMm = 72 / 25.4;
/** Places and sizes are in millimetres from the page's top left corner. */
const page = { widthMm: 210, heightMm: 297, marginMm: 14 };
const columnWidthMm = (page.widthMm - 2 * page.marginMm - 10) / 2;
const topMm = 40;
const pitchMm = 34;
const barsHeightMm = 13;
/** Wide enough for any office printer and scanner; the longest code needs 73 mm with its quiet zones. */
const moduleMm = 0.38;
const quietMm = 10 * moduleMm;
const ink = rgb(0, 0, 0);
const grey = rgb(0.35, 0.35, 0.35);

interface Pen {
  readonly sheet: PDFPage;
  readonly regular: PDFFont;
  readonly bold: PDFFont;
  readonly mono: PDFFont;
}

/**
 * The A4 sheet of command codes. The right column stands half a line lower, so that a scanner's line never crosses two
 * codes. Two sheets of one language are equal to the byte.
 */
export async function drawCommandSheet(language: Language): Promise<Uint8Array> {
  const words = commandSheetWords[language];
  const document = await PDFDocument.create();
  document.setTitle(words.title);
  document.setLanguage(language);
  document.setCreationDate(new Date(0));
  document.setModificationDate(new Date(0));
  const pen: Pen = {
    sheet: document.addPage([page.widthMm * pointsPerMm, page.heightMm * pointsPerMm]),
    regular: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
    mono: await document.embedFont(StandardFonts.CourierBold),
  };
  write(pen, words.title, pen.bold, 20, page.marginMm, 21);
  write(pen, words.hint, pen.regular, 9.5, page.marginMm, 28, grey);
  for (const [index, command] of scanCommands.entries()) {
    const right = index % 2 === 1;
    const leftMm = page.marginMm + (right ? columnWidthMm + 10 : 0);
    const cellTopMm = topMm + Math.floor(index / 2) * pitchMm + (right ? pitchMm / 2 : 0);
    await drawCommand(pen, command, language, leftMm, cellTopMm);
  }
  return document.save();
}

async function drawCommand(pen: Pen, command: ScanCommand, language: Language, leftMm: number, topMm: number) {
  const code = commandCodes[command];
  write(pen, commandNames[language][command], pen.bold, 14, leftMm, topMm + 5);
  let y = topMm + 9.5;
  for (const line of wrapText(commandSheetWords[language].does[command], pen.regular, 8.5, columnWidthMm)) {
    write(pen, line, pen.regular, 8.5, leftMm, y, grey);
    y += 3.6;
  }
  const barsTopMm = topMm + 15;
  let xMm = leftMm + quietMm;
  for (const [index, modules] of (await drawCode128(code)).entries()) {
    const widthMm = modules * moduleMm;
    if (index % 2 === 0) drawBar(pen, xMm, barsTopMm, widthMm);
    xMm += widthMm;
  }
  write(pen, code, pen.mono, 9, leftMm + quietMm, barsTopMm + barsHeightMm + 3.6);
}

function drawBar({ sheet }: Pen, xMm: number, topMm: number, widthMm: number): void {
  sheet.drawRectangle({
    x: xMm * pointsPerMm,
    y: (page.heightMm - topMm - barsHeightMm) * pointsPerMm,
    width: widthMm * pointsPerMm,
    height: barsHeightMm * pointsPerMm,
    color: ink,
  });
}

/** `yMm` is the baseline's. */
function write(pen: Pen, text: string, font: PDFFont, size: number, xMm: number, yMm: number, color = ink): void {
  const y = (page.heightMm - yMm) * pointsPerMm;
  pen.sheet.drawText(toWinAnsi(text), { x: xMm * pointsPerMm, y, size, font, color });
}

function wrapText(text: string, font: PDFFont, size: number, widthMm: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of toWinAnsi(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && font.widthOfTextAtSize(longer, size) > widthMm * pointsPerMm) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

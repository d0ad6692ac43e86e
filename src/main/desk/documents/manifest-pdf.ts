import { rgb } from 'pdf-lib';
import type { PDFFont } from 'pdf-lib';
import { grey, ink, startSheet, turnPage } from './sheet.ts';
import type { Pen } from './sheet.ts';
import type { Column, Columns, PaperContent, PaperRow } from './manifest-content.ts';
import type { ManifestWords } from './manifest-words.ts';
import { toWinAnsi } from './win-ansi.ts';

/** PDF points. */
const page = { width: 595.28, height: 841.89, margin: 34 };
const contentWidth = page.width - 2 * page.margin;
const bottom = page.margin + 18;
const rowHeight = 15;
const nextLine = 9;
const fontSize = 8;
const cellPadding = 5.5;
const line = rgb(0.7, 0.7, 0.7);
const band = rgb(0.955, 0.955, 0.955);

const onTheRight: readonly string[] = ['position', 'invoice', 'order', 'volumes', 'weight'];

/** Draws manifest or proof: head, table over as many A4 pages as needed, totals and signatures, which stay together. */
export async function drawManifest(content: PaperContent, nowMs: number): Promise<Uint8Array> {
  const { words, rows, columns, seal } = content;
  let pen = await startSheet(toWinAnsi(words.title), content.language, new Date(nowMs));
  let y = drawTableHead(pen, words, columns, drawHead(pen, content));
  for (const [index, row] of rows.entries()) {
    if (y - measure(row) < bottom) {
      pen = turnPage(pen);
      y = drawTableHead(pen, words, columns, drawShortHead(pen, content));
    }
    y = drawRow(pen, row, columns, y, index % 2 === 1);
  }
  const isMarked = rows.some((row) => row.withoutLabel);
  const notes = [...(isMarked ? [`* ${words.withoutLabel}`] : []), ...content.notes];
  if (y - 30 - 12 * notes.length - signaturesHeight < bottom) {
    pen = turnPage(pen);
    y = drawShortHead(pen, content);
  }
  drawSignatures(pen, words, drawTotals(pen, content.totals, notes, y));
  const sheets = pen.document.getPages();
  for (const [index, sheet] of sheets.entries()) {
    const text = words.page(index + 1, sheets.length);
    const x = page.width - page.margin - pen.regular.widthOfTextAtSize(toWinAnsi(text), fontSize);
    put({ sheet }, text, pen.regular, fontSize, x, page.margin - 10, grey);
    put({ sheet }, seal, pen.regular, 7, page.margin, page.margin - 10, grey);
  }
  return pen.document.save();
}

/** PDF points from the bottom left corner; `y` is the baseline's. */
function put(
  { sheet }: Pick<Pen, 'sheet'>,
  text: string,
  font: PDFFont,
  size: number,
  x: number,
  y: number,
  color = ink,
): void {
  sheet.drawText(toWinAnsi(text), { x, y, size, font, color });
}

/** Cuts text with an ellipsis if it is wider than its place. */
function fitText(text: string, font: PDFFont, size: number, width: number): string {
  const whole = toWinAnsi(text);
  if (font.widthOfTextAtSize(whole, size) <= width) return whole;
  let low = 0;
  let high = whole.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const fits = font.widthOfTextAtSize(`${whole.slice(0, middle).trimEnd()}…`, size) <= width;
    if (fits) low = middle;
    else high = middle - 1;
  }
  return `${whole.slice(0, low).trimEnd()}…`;
}

function drawHead(pen: Pen, { words, companyName, companyLines, facts }: PaperContent): number {
  let y = page.height - page.margin;
  const titleWidth = pen.bold.widthOfTextAtSize(toWinAnsi(words.title), 15);
  put(pen, words.title, pen.bold, 15, page.width - page.margin - titleWidth, y - 14);
  if (companyName !== '') {
    const name = fitText(companyName, pen.bold, 11, contentWidth - titleWidth - 16);
    put(pen, name, pen.bold, 11, page.margin, y - 12);
  }
  y -= 26;
  for (const companyLine of companyLines) {
    put(pen, fitText(companyLine, pen.regular, fontSize, contentWidth), pen.regular, fontSize, page.margin, y, grey);
    y -= 11;
  }
  y -= 3;
  drawRule(pen, y, 1, ink);
  return drawFacts(pen, facts, y - 4) - 8;
}

/** Label over value, three to a line. */
function drawFacts(pen: Pen, facts: PaperContent['facts'], top: number): number {
  const cell = contentWidth / 3;
  let y = top;
  for (const [index, [label, value]] of facts.entries()) {
    const x = page.margin + (index % 3) * cell;
    y = top - Math.floor(index / 3) * 26;
    put(pen, label, pen.regular, 7, x, y - 9, grey);
    put(pen, fitText(value, pen.bold, 10, cell - 10), pen.bold, 10, x, y - 20);
  }
  return y - 26;
}

/** From the second page on, so that a lost sheet still names its manifest. */
function drawShortHead(pen: Pen, { words, facts, companyName }: PaperContent): number {
  const y = page.height - page.margin - 9;
  const parts = [words.title, (facts[0] ?? []).join(' '), companyName].filter((part) => part !== '');
  const text = fitText(parts.join(' · '), pen.regular, fontSize, contentWidth);
  put(pen, text, pen.regular, fontSize, page.margin, y, grey);
  return y - 10;
}

function drawTableHead(pen: Pen, words: ManifestWords, columns: Columns, top: number): number {
  const y = top - rowHeight;
  visitCells(columns, (column, x) => drawCell(pen, pen.bold, words.columns[column[0]], column, x, y, 7));
  drawRule(pen, y, 0.8, ink);
  return y;
}

function measure(row: PaperRow): number {
  const lines = Object.values(row).map((text) => String(text).split('\n').length);
  return rowHeight + (Math.max(...lines) - 1) * nextLine;
}

function drawRow(pen: Pen, row: PaperRow, columns: Columns, top: number, shaded: boolean): number {
  const [y, first, height] = [top - measure(row), top - rowHeight, measure(row)];
  if (shaded) pen.sheet.drawRectangle({ x: page.margin, y, width: contentWidth, height, color: band });
  visitCells(columns, (column, x) => {
    if (column[0] !== 'tracking') {
      for (const [index, part] of writeCellText(pen, row, column).split('\n').entries())
        drawCell(pen, pen.regular, part, column, x, first - index * nextLine, fontSize);
      return;
    }
    const { tracking = '' } = row;
    // A long tracking code is written smaller before it is cut: a code with an ellipsis is useless.
    const widthAtOne = pen.mono.widthOfTextAtSize(toWinAnsi(tracking), 1);
    const size = Math.max(4, Math.min(fontSize, (column[1] - 6) / widthAtOne));
    drawCell(pen, pen.mono, tracking, column, x, first, size);
  });
  drawRule(pen, y, 0.4, line);
  return y;
}

function drawCell(
  pen: Pen,
  font: PDFFont,
  text: string,
  [key, width]: Column,
  x: number,
  y: number,
  size: number,
): void {
  const fitted = fitText(text, font, size, width - cellPadding);
  const offset = onTheRight.includes(key) ? width - 4 - font.widthOfTextAtSize(fitted, size) : 2;
  put(pen, fitted, font, size, x + offset, y + 4.5);
}

function visitCells(columns: Columns, draw: (column: Column, x: number) => void): void {
  let x = page.margin;
  for (const column of Object.entries(columns) as Column[]) {
    draw(column, x);
    x += column[1];
  }
}

function drawTotals(pen: Pen, totals: PaperContent['totals'], notes: readonly string[], top: number): number {
  let y = top - 20;
  let x = page.margin;
  for (const [label, value] of totals) {
    put(pen, `${label}:`, pen.regular, 10, x, y);
    x += pen.regular.widthOfTextAtSize(`${toWinAnsi(label)}: `, 10);
    put(pen, value, pen.bold, 10, x, y);
    x += pen.bold.widthOfTextAtSize(toWinAnsi(value), 10) + 24;
  }
  for (const note of notes) {
    y -= 12;
    put(pen, note, pen.regular, fontSize, page.margin, y, grey);
  }
  return y - 10;
}

function writeCellText(pen: Pen, row: PaperRow, [key, width]: Column): string {
  const { city = '', state: code = '', [key]: text = '' } = row;
  if (key === 'position') return row.withoutLabel ? `${text}*` : text;
  if (key !== 'city' || code === '') return text;
  // The state distinguishes two towns of one name: the town's name is cut before it.
  const state = `${city === '' ? '' : '/'}${toWinAnsi(code)}`;
  const room = width - cellPadding - pen.regular.widthOfTextAtSize(state, fontSize);
  return room <= 0 ? state : fitText(city, pen.regular, fontSize, room) + state;
}

function drawRule({ sheet }: Pen, y: number, thickness: number, color: typeof ink): void {
  sheet.drawLine({ start: { x: page.margin, y }, end: { x: page.width - page.margin, y }, thickness, color });
}

/** The lines leave room for handwriting. */
const signaturesHeight = 160;
const lineGap = 44;
const gutter = 16;

/** The part that driver and company fill in by hand. */
function drawSignatures(pen: Pen, words: ManifestWords, top: number): void {
  put(pen, words.declaration, pen.regular, 9, page.margin, top - 14);
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
    const y = top - 14 - (index + 1) * lineGap;
    let x = page.margin;
    for (const [label, share] of fields) {
      const width = (contentWidth + gutter) * share - gutter;
      pen.sheet.drawLine({ start: { x, y }, end: { x: x + width, y }, thickness: 0.7, color: ink });
      put(pen, label, pen.regular, 7, x, y - 9);
      x += width + gutter;
    }
  }
}

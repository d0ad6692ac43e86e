import { PDFDocument, StandardFonts, rgb } from 'pdf-lib';
import type { PDFFont, PDFPage } from 'pdf-lib';
import type { ManifestContent, ManifestRow } from './manifest-content.ts';
import { drawSignatures, signaturesHeight } from './manifest-signatures.ts';
import { toWinAnsi } from './win-ansi.ts';

/** PDF points. */
const page = { width: 595.28, height: 841.89, margin: 34 };
const contentWidth = page.width - 2 * page.margin;
const bottom = page.margin + 18;
const rowHeight = 15;
const fontSize = 8;
const cellPadding = 5.5;
const ink = rgb(0, 0, 0);
const grey = rgb(0.35, 0.35, 0.35);
const line = rgb(0.7, 0.7, 0.7);
const band = rgb(0.955, 0.955, 0.955);

interface Column {
  readonly key: Exclude<keyof ManifestRow, 'state' | 'withoutLabel'>;
  readonly width: number;
  readonly right: boolean;
}

/** Together as wide as the page between its margins. */
const columns: readonly Column[] = [
  { key: 'position', width: 27, right: true },
  { key: 'recipient', width: 113, right: false },
  { key: 'city', width: 86, right: false },
  { key: 'postalCode', width: 48, right: false },
  { key: 'invoice', width: 44, right: true },
  { key: 'order', width: 40, right: true },
  { key: 'volumes', width: 24, right: true },
  { key: 'weight', width: 41, right: true },
  { key: 'tracking', width: contentWidth - 423, right: false },
];

interface Pen {
  readonly regular: PDFFont;
  readonly bold: PDFFont;
  readonly mono: PDFFont;
}

/** Draws the manifest: head, table over as many A4 pages as needed, totals and signatures, which stay together. */
export async function drawManifest(content: ManifestContent, nowMs: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(toWinAnsi(content.words.title));
  document.setCreationDate(new Date(nowMs));
  document.setModificationDate(new Date(nowMs));
  const pen: Pen = {
    regular: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
    mono: await document.embedFont(StandardFonts.CourierBold),
  };
  const newPage = (): PDFPage => document.addPage([page.width, page.height]);
  let sheet = newPage();
  let y = drawTableHead(sheet, pen, content, drawHead(sheet, pen, content));
  for (const [index, row] of content.rows.entries()) {
    if (y - rowHeight < bottom) {
      sheet = newPage();
      y = drawTableHead(sheet, pen, content, drawShortHead(sheet, pen, content));
    }
    y = drawRow(sheet, pen, row, y, index % 2 === 1);
  }
  const totalsHeight = 30 + 12 * listNotes(content).length;
  if (y - totalsHeight - signaturesHeight < bottom) {
    sheet = newPage();
    y = drawShortHead(sheet, pen, content);
  }
  y = drawTotals(sheet, pen, content, y);
  drawSignatures(sheet, pen, content.words, { left: page.margin, width: contentWidth, top: y });
  numberPages(document, pen, content);
  return document.save();
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

function drawHead(sheet: PDFPage, pen: Pen, content: ManifestContent): number {
  let y = page.height - page.margin;
  const title = toWinAnsi(content.words.title);
  const titleWidth = pen.bold.widthOfTextAtSize(title, 15);
  const titleX = page.width - page.margin - titleWidth;
  sheet.drawText(title, { x: titleX, y: y - 14, size: 15, font: pen.bold, color: ink });
  if (content.companyName !== '') {
    const name = fitText(content.companyName, pen.bold, 11, contentWidth - titleWidth - 16);
    sheet.drawText(name, { x: page.margin, y: y - 12, size: 11, font: pen.bold, color: ink });
  }
  y -= 26;
  for (const companyLine of content.companyLines) {
    const text = fitText(companyLine, pen.regular, fontSize, contentWidth);
    sheet.drawText(text, { x: page.margin, y, size: fontSize, font: pen.regular, color: grey });
    y -= 11;
  }
  y -= 3;
  drawRule(sheet, y, 1, ink);
  y -= 4;
  return drawFacts(sheet, pen, content, y) - 8;
}

/** Label over value, three to a line. */
function drawFacts(sheet: PDFPage, pen: Pen, content: ManifestContent, top: number): number {
  const cell = contentWidth / 3;
  let y = top;
  for (const [index, [label, value]] of content.facts.entries()) {
    const x = page.margin + (index % 3) * cell;
    if (index % 3 === 0) y = top - Math.floor(index / 3) * 26;
    sheet.drawText(toWinAnsi(label), { x, y: y - 9, size: 7, font: pen.regular, color: grey });
    const text = fitText(value, pen.bold, 10, cell - 10);
    sheet.drawText(text, { x, y: y - 20, size: 10, font: pen.bold, color: ink });
  }
  return y - 26;
}

/** From the second page on, so that a lost sheet still names its manifest. */
function drawShortHead(sheet: PDFPage, pen: Pen, content: ManifestContent): number {
  const y = page.height - page.margin - 9;
  const [grouping] = content.facts;
  const parts = [
    content.words.title,
    grouping === undefined ? '' : `${grouping[0]} ${grouping[1]}`,
    content.companyName,
  ];
  const text = fitText(parts.filter((part) => part !== '').join(' · '), pen.regular, fontSize, contentWidth);
  sheet.drawText(text, { x: page.margin, y, size: fontSize, font: pen.regular, color: grey });
  return y - 10;
}

function drawTableHead(sheet: PDFPage, pen: Pen, content: ManifestContent, top: number): number {
  const y = top - rowHeight;
  visitCells((column, x) => {
    drawCell(sheet, pen.bold, content.words.columns[column.key], column, x, y, 7);
  });
  drawRule(sheet, y, 0.8, ink);
  return y;
}

function drawRow(sheet: PDFPage, pen: Pen, row: ManifestRow, top: number, shaded: boolean): number {
  const y = top - rowHeight;
  if (shaded) sheet.drawRectangle({ x: page.margin, y, width: contentWidth, height: rowHeight, color: band });
  visitCells((column, x) => {
    if (column.key === 'tracking') drawTracking(sheet, pen, row.tracking, column, x, y);
    else drawCell(sheet, pen.regular, writeCellText(pen, row, column), column, x, y, fontSize);
  });
  drawRule(sheet, y, 0.4, line);
  return y;
}

/** A long tracking code is written smaller before it is cut: a code with an ellipsis is useless. */
function drawTracking(sheet: PDFPage, pen: Pen, code: string, column: Column, x: number, y: number): void {
  const widthAtOne = pen.mono.widthOfTextAtSize(toWinAnsi(code), 1);
  const size = Math.max(4, Math.min(fontSize, (column.width - 6) / widthAtOne));
  drawCell(sheet, pen.mono, code, column, x, y, size);
}

function drawCell(
  sheet: PDFPage,
  font: PDFFont,
  text: string,
  column: Column,
  x: number,
  y: number,
  size: number,
): void {
  const fitted = fitText(text, font, size, column.width - cellPadding);
  const offset = column.right ? column.width - 4 - font.widthOfTextAtSize(fitted, size) : 2;
  sheet.drawText(fitted, { x: x + offset, y: y + 4.5, size, font, color: ink });
}

function visitCells(draw: (column: Column, x: number) => void): void {
  let x = page.margin;
  for (const column of columns) {
    draw(column, x);
    x += column.width;
  }
}

function drawTotals(sheet: PDFPage, pen: Pen, content: ManifestContent, top: number): number {
  let y = top - 20;
  let x = page.margin;
  for (const [label, value] of content.totals) {
    const name = `${toWinAnsi(label)}: `;
    sheet.drawText(name, { x, y, size: 10, font: pen.regular, color: ink });
    x += pen.regular.widthOfTextAtSize(name, 10);
    const number = toWinAnsi(value);
    sheet.drawText(number, { x, y, size: 10, font: pen.bold, color: ink });
    x += pen.bold.widthOfTextAtSize(number, 10) + 24;
  }
  for (const note of listNotes(content)) {
    y -= 12;
    sheet.drawText(toWinAnsi(note), { x: page.margin, y, size: fontSize, font: pen.regular, color: grey });
  }
  return y - 10;
}

function listNotes(content: ManifestContent): string[] {
  const anyMarked = content.rows.some((row) => row.withoutLabel);
  return [anyMarked ? `* ${content.words.withoutLabel}` : null, content.note].filter((note) => note !== null);
}

function writeCellText(pen: Pen, row: ManifestRow, column: Column): string {
  if (column.key === 'position') return row.withoutLabel ? `${row.position}*` : row.position;
  if (column.key !== 'city' || row.state === '') return row[column.key];
  // The state distinguishes two towns of one name: the town's name is cut before it.
  const state = `${row.city === '' ? '' : '/'}${toWinAnsi(row.state)}`;
  const room = column.width - cellPadding - pen.regular.widthOfTextAtSize(state, fontSize);
  return room <= 0 ? state : fitText(row.city, pen.regular, fontSize, room) + state;
}

function drawRule(sheet: PDFPage, y: number, thickness: number, color: ReturnType<typeof rgb>): void {
  sheet.drawLine({
    start: { x: page.margin, y },
    end: { x: page.width - page.margin, y },
    thickness,
    color,
  });
}

function numberPages(document: PDFDocument, pen: Pen, content: ManifestContent): void {
  const sheets = document.getPages();
  for (const [index, sheet] of sheets.entries()) {
    const text = toWinAnsi(content.words.page(index + 1, sheets.length));
    const x = page.width - page.margin - pen.regular.widthOfTextAtSize(text, fontSize);
    sheet.drawText(text, { x, y: page.margin - 10, size: fontSize, font: pen.regular, color: grey });
  }
}

import { rgb } from 'pdf-lib';
import {
  drawBox,
  drawCode,
  grey,
  page as paper,
  type Pen,
  startSheet,
  turnPage,
  widthMmOf,
  wrapText,
  write,
} from '../sheet.ts';
import type { ColumnKey, Columns, PaperContent, PaperRow } from './content.ts';
import type { ManifestWords } from './words.ts';

const leftMm = 12;
const rightMm = paper.widthMm - 12;
const topMm = 12;
const bottomMm = paper.heightMm - 18;
const contentMm = rightMm - leftMm;
/** Of the title, and of the code below it. */
const titleMm = rightMm - 70;
const rowMm = 5.3;
const nextLineMm = 3.2;
const paddingMm = 2;
const fontSize = 8;
const footMm = paper.heightMm - 8.5;
const lineColor = rgb(0.7, 0.7, 0.7);
const band = rgb(0.955, 0.955, 0.955);
/** A name of an invoice has 60 characters at most: four lines. */
const mostLines = 12;

const onTheRight: readonly string[] = ['position', 'invoice', 'order', 'volumes', 'weight'];

/**
 * Draws manifest or record: head, table over as many A4 pages as needed, and of the manifest totals
 * and signatures, which stay together.
 */
export async function drawManifest(content: PaperContent, nowMs: number): Promise<Uint8Array> {
  const { words, rows, columns, banner } = content;
  let pen = await startSheet(words.title, content.language, new Date(nowMs));
  let yMm = drawTableHead(pen, words, columns, drawHead(pen, content));
  for (const [index, row] of rows.entries()) {
    const cells = layRow(pen, row, columns);
    const heightMm = measure(cells);
    if (yMm + heightMm > bottomMm) {
      pen = turnPage(pen);
      yMm = drawTableHead(pen, words, columns, drawShortHead(pen, content));
    }
    if (index % 2 === 1) drawBox(pen, { leftMm, topMm: yMm, widthMm: contentMm, heightMm }, band);
    for (const cell of cells) drawCell(pen, cell, yMm);
    yMm += heightMm;
    drawRule(pen, yMm, 0.14, lineColor);
  }
  if (content.signed) drawEnd(pen, content, yMm);
  const sheets = pen.document.getPages();
  for (const [index, sheet] of sheets.entries()) {
    const text = words.page(index + 1, sheets.length);
    const on = { ...pen, sheet };
    const pageMm = rightMm - widthMmOf(text, pen.regular, fontSize);
    write(on, text, pen.regular, fontSize, pageMm, footMm, grey);
    if (banner === '') continue;
    drawBox(on, { leftMm, topMm: 4.8, widthMm: contentMm, heightMm: 6.2 });
    const bannerMm = (paper.widthMm - widthMmOf(banner, pen.bold, 14)) / 2;
    write(on, banner, pen.bold, 14, bannerMm, 9.6, rgb(1, 1, 1));
  }
  return pen.document.save();
}

function drawEnd(pen: Pen, content: PaperContent, endMm: number) {
  const { words, rows, totals } = content;
  const isMarked = rows.some((row) => row.withoutLabel);
  const notes = [...(isMarked ? [`* ${words.withoutLabel}`] : []), ...content.notes];
  const fits = endMm + 10 + 4.2 * notes.length + signaturesMm <= bottomMm;
  const last = fits ? pen : turnPage(pen);
  const topOfEndMm = fits ? endMm : drawShortHead(last, content);
  drawSignatures(last, words, drawTotals(last, totals, notes, topOfEndMm));
}

function drawHead(pen: Pen, content: PaperContent) {
  const { words, companyName, companyLines, groupingId } = content;
  write(pen, words.title, pen.bold, 15, titleMm, topMm + 5);
  drawCode(pen, groupingId, { leftMm: titleMm, topMm: topMm + 8, widthMm: 66, heightMm: 10 });
  write(pen, groupingId, pen.mono, 9, titleMm, topMm + 21.5);
  const scanMm = titleMm + widthMmOf(groupingId, pen.mono, 9) + 2;
  write(pen, words.scan, pen.regular, 7, scanMm, topMm + 21.5, grey);
  const widthMm = titleMm - leftMm - 6;
  let yMm = topMm;
  for (const name of wrapText(companyName, pen.bold, 11, widthMm)) {
    yMm += 4.6;
    write(pen, name, pen.bold, 11, leftMm, yMm);
  }
  for (const text of companyLines.flatMap((one) => wrapText(one, pen.regular, fontSize, widthMm))) {
    yMm += 4;
    write(pen, text, pen.regular, fontSize, leftMm, yMm, grey);
  }
  const ruleMm = Math.max(topMm + 23.5, yMm + 2);
  drawRule(pen, ruleMm, 0.35);
  return drawFacts(pen, content.facts, ruleMm + 1.5) + 3;
}

/** Label over value, three to a line. */
function drawFacts(pen: Pen, facts: PaperContent['facts'], top: number) {
  const cellMm = contentMm / 3;
  let yMm = top;
  let endMm = top;
  for (const [index, [label, value]] of facts.entries()) {
    if (index % 3 === 0) yMm = endMm;
    const x = leftMm + (index % 3) * cellMm;
    write(pen, label, pen.regular, 7, x, yMm + 3, grey);
    for (const [nth, line] of wrapText(value, pen.bold, 10, cellMm - 3.5).entries()) {
      write(pen, line, pen.bold, 10, x, yMm + 7 + nth * 4);
      endMm = Math.max(endMm, yMm + 9.2 + nth * 4);
    }
  }
  return endMm;
}

/** From the second page on, so that a lost sheet still names its manifest. */
function drawShortHead(pen: Pen, { words, facts, companyName }: PaperContent) {
  const parts = [words.title, facts[0]?.join(' '), companyName].filter(Boolean);
  const [text = ''] = wrapText(parts.join(' · '), pen.regular, fontSize, contentMm);
  write(pen, text, pen.regular, fontSize, leftMm, topMm + 3, grey);
  return topMm + 6.5;
}

function drawTableHead(pen: Pen, words: ManifestWords, columns: Columns, top: number) {
  for (const column of layColumns(columns))
    drawCell(pen, { ...column, lines: [words.columns[column.key]], font: pen.bold, size: 7 }, top);
  drawRule(pen, top + rowMm, 0.28);
  return top + rowMm;
}

function layColumns(columns: Columns) {
  let endMm = leftMm;
  return (Object.entries(columns) as [ColumnKey, number][]).map(([key, widthMm]) => {
    endMm += widthMm;
    return { key, widthMm, xMm: endMm - widthMm };
  });
}

type Cell = ReturnType<typeof layRow>[number];

function layRow(pen: Pen, row: PaperRow, columns: Columns) {
  return layColumns(columns).map((column) => {
    const { [column.key]: text = '' } = row;
    const widthMm = column.widthMm - paddingMm;
    if (column.key === 'tracking') {
      // A long tracking code is written smaller: a code on two lines is hard to compare.
      const size = Math.min(fontSize, widthMm / widthMmOf(text, pen.mono, 1));
      return { ...column, lines: [text], font: pen.mono, size };
    }
    const marked = column.key === 'position' && row.withoutLabel ? `${text}*` : text;
    const all = wrapText(marked, pen.regular, fontSize, widthMm);
    const lines = all.length > mostLines ? [...all.slice(0, mostLines), '…'] : all;
    return { ...column, lines, font: pen.regular, size: fontSize };
  });
}

function measure(cells: readonly Cell[]) {
  return rowMm + (Math.max(...cells.map(({ lines }) => lines.length)) - 1) * nextLineMm;
}

function drawCell(pen: Pen, { key, xMm, widthMm, lines, font, size }: Cell, top: number) {
  for (const [nth, line] of lines.entries()) {
    const offsetMm = onTheRight.includes(key) ? widthMm - 1.4 - widthMmOf(line, font, size) : 0.7;
    write(pen, line, font, size, xMm + offsetMm, top + 3.7 + nth * nextLineMm);
  }
}

function drawTotals(
  pen: Pen,
  totals: PaperContent['totals'],
  notes: readonly string[],
  top: number,
): number {
  let yMm = top + 7;
  let xMm = leftMm;
  for (const [label, value] of totals) {
    write(pen, `${label}:`, pen.regular, 10, xMm, yMm);
    xMm += widthMmOf(`${label}:`, pen.regular, 10) + 1;
    write(pen, value, pen.bold, 10, xMm, yMm);
    xMm += widthMmOf(value, pen.bold, 10) + 8.5;
  }
  for (const note of notes) {
    yMm += 4.2;
    write(pen, note, pen.regular, fontSize, leftMm, yMm, grey);
  }
  return yMm + 3.5;
}

function drawRule(pen: Pen, yMm: number, heightMm: number, color?: typeof grey) {
  drawBox(pen, { leftMm, topMm: yMm, widthMm: contentMm, heightMm }, color);
}

/** The lines leave room for handwriting. */
const signaturesMm = 56.5;
const lineGapMm = 15.5;
const gutterMm = 5.6;

function drawSignatures(pen: Pen, words: ManifestWords, top: number) {
  write(pen, words.declaration, pen.regular, 9, leftMm, top + 5);
  const lines = [
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
  ] as const;
  for (const [index, fields] of lines.entries()) {
    const yMm = top + 5 + (index + 1) * lineGapMm;
    let xMm = leftMm;
    for (const [label, share] of fields) {
      const widthMm = (contentMm + gutterMm) * share - gutterMm;
      drawBox(pen, { leftMm: xMm, topMm: yMm, widthMm, heightMm: 0.25 });
      write(pen, label, pen.regular, 7, xMm, yMm + 3.2);
      xMm += widthMm + gutterMm;
    }
  }
}

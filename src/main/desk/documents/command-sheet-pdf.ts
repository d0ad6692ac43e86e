import { commands, scanCommands } from '../../../shared/index.ts';
import type { Language, ScanCommand } from '../../../shared/index.ts';
import { drawCode, grey, page, startSheet, wrapText, write } from './code-sheet.ts';
import type { Pen } from './code-sheet.ts';
import { commandSheetWords } from './command-sheet-words.ts';

const columnWidthMm = (page.widthMm - 2 * page.marginMm - 10) / 2;
const topMm = 40;
const pitchMm = 34;
/** Wide enough for any office printer and scanner; the longest code needs 73 mm with its quiet zones. */
const moduleMm = 0.38;

/**
 * The A4 sheet of command codes. The right column is half a line lower, so that a scanner's line never crosses two
 * codes. Two sheets of one language are equal to the byte.
 */
export async function drawCommandSheet(language: Language): Promise<Uint8Array> {
  const words = commandSheetWords[language];
  const pen = await startSheet(words.title, language);
  write(pen, words.title, pen.bold, 20, page.marginMm, 21);
  write(pen, words.hint, pen.regular, 9.5, page.marginMm, 28, grey);
  for (const [index, command] of scanCommands.entries()) {
    const right = index % 2 === 1;
    const leftMm = page.marginMm + (right ? columnWidthMm + 10 : 0);
    const cellTopMm = topMm + Math.floor(index / 2) * pitchMm + (right ? pitchMm / 2 : 0);
    await drawCommand(pen, command, language, leftMm, cellTopMm);
  }
  return pen.document.save();
}

async function drawCommand(pen: Pen, command: ScanCommand, language: Language, leftMm: number, topMm: number) {
  write(pen, commands[command][language], pen.bold, 14, leftMm, topMm + 5);
  let y = topMm + 9.5;
  for (const line of wrapText(commandSheetWords[language].does[command], pen.regular, 8.5, columnWidthMm)) {
    write(pen, line, pen.regular, 8.5, leftMm, y, grey);
    y += 3.6;
  }
  const place = { leftMm, topMm: topMm + 15, widthMm: columnWidthMm };
  await drawCode(pen, commands[command].code, place, moduleMm);
}

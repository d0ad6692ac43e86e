import { writeBadge } from '#shared/codes.ts';
import type { Badge } from '#shared/domain/badges.ts';
import type { Language } from '#shared/faults/languages.ts';
import { choose, type Sheet } from './types.ts';
import {
  drawBox,
  drawCode,
  grey,
  page,
  type Pen,
  startSheet,
  turnPage,
  widthMmOf,
  wrapText,
  write,
} from './sheet.ts';

/** As large as cards that people wear (ISO/IEC 7810, ID-1). */
const card = { widthMm: 85.6, heightMm: 54 };
const columns = 2;
const rows = 5;
const leftMm = (page.widthMm - columns * card.widthMm) / 2;
const topMm = (page.heightMm - rows * card.heightMm) / 2;
const paddingMm = 6;
const nameMm = card.widthMm - 2 * paddingMm;
/** Read from the other end of a bench. */
const largestName = 44;

/** Cards for cutting out, ten on a page, with marks at their corners. */
export async function drawBadges(badges: readonly Badge[], language: Language): Promise<Sheet> {
  const say = choose(language);
  const hint = say('Leia ao chegar à bancada', 'Scan when you come to the bench');
  let pen = await startSheet(say('Crachás da Doca', 'Badges of Doca'), language);
  for (const [index, { id, name }] of badges.entries()) {
    const at = index % (columns * rows);
    if (index > 0 && at === 0) pen = turnPage(pen);
    if (at === 0) drawMarks(pen);
    const x = leftMm + (at % columns) * card.widthMm + paddingMm;
    const y = topMm + Math.floor(at / columns) * card.heightMm;
    drawName(pen, name, x, y);
    const code = writeBadge(id);
    drawCode(pen, code, { leftMm: x, topMm: y + 35, widthMm: nameMm, heightMm: 10 });
    write(pen, code, pen.mono, 9, x, y + 48.5);
    write(pen, hint, pen.regular, 7, x + nameMm - widthMmOf(hint, pen.regular, 7), y + 48.5, grey);
  }
  return { fileName: say('doca-crachas.pdf', 'doca-badges.pdf'), pdf: await pen.document.save() };
}

function drawMarks(pen: Pen) {
  const armMm = 3;
  const hairMm = 0.15;
  for (let corner = 0; corner < (columns + 1) * (rows + 1); corner += 1) {
    const x = leftMm + (corner % (columns + 1)) * card.widthMm;
    const y = topMm + Math.floor(corner / (columns + 1)) * card.heightMm;
    drawBox(pen, { leftMm: x - armMm, topMm: y, widthMm: 2 * armMm, heightMm: hairMm }, grey);
    drawBox(pen, { leftMm: x, topMm: y - armMm, widthMm: hairMm, heightMm: 2 * armMm }, grey);
  }
}

/** The first name as large as it fits, the others below on two lines at most. */
function drawName(pen: Pen, name: string, x: number, y: number) {
  const [first = '', ...others] = name.split(' ');
  const size = Math.min(largestName, nameMm / widthMmOf(first, pen.bold, 1));
  write(pen, first, pen.bold, size, x, y + 19);
  let otherSize = 16;
  const wrap = () => wrapText(others.join(' '), pen.bold, otherSize, nameMm);
  while (wrap().length > 2) otherSize -= 1;
  for (const [nth, line] of wrap().entries())
    write(pen, line, pen.bold, otherSize, x, y + 26.5 + nth * otherSize * 0.4);
}

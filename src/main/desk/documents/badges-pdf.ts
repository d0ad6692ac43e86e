import type { PDFFont } from 'pdf-lib';
import { writeBadge } from '../../../shared/index.ts';
import type { Badge, Language } from '../../../shared/index.ts';
import { drawBox, drawCode, grey, page, startSheet, turnPage, widthMmOf, wrapText, write } from './sheet.ts';

/** As large as cards that people wear (ISO/IEC 7810, ID-1). */
const card = { widthMm: 85.6, heightMm: 54 };
const [columns, rows] = [2, 5];
const moduleMm = 0.38;
const nameWidthMm = card.widthMm - 10;
const [largestName, smallestName] = [20, 3];

export const badgeWords: Readonly<
  Record<Language, { readonly fileName: string; readonly title: string; readonly hint: string }>
> = {
  'pt-BR': {
    fileName: 'doca-crachas.pdf',
    title: 'Crachás da Doca',
    hint: 'Quem está na bancada: escaneie o crachá ao chegar.',
  },
  en: {
    fileName: 'doca-badges.pdf',
    title: 'Badges of Doca',
    hint: 'Who is at the bench: scan the badge when you come.',
  },
};

/** Cards for cutting out, ten on a page. */
export async function drawBadges(badges: readonly Badge[], language: Language): Promise<Uint8Array> {
  const { title, hint } = badgeWords[language];
  let pen = await startSheet(title, language);
  for (const [index, { id, name }] of badges.entries()) {
    const at = index % (columns * rows);
    if (index > 0 && at === 0) pen = turnPage(pen);
    const leftMm = page.marginMm + (at % columns) * (card.widthMm + 8);
    const topMm = 8 + Math.floor(at / columns) * (card.heightMm + 3);
    drawBox(pen, leftMm, topMm, card.widthMm, card.heightMm, true);
    const { lines, size } = fitName(name, pen.bold);
    for (const [nth, line] of lines.entries())
      write(pen, line, pen.bold, size, leftMm + 5, topMm + 18 - (lines.length - 1 - nth) * size * 0.42);
    write(pen, hint, pen.regular, 7.5, leftMm + 5, topMm + 23, grey);
    await drawCode(pen, writeBadge(id), { leftMm: leftMm + 1, topMm: topMm + 29, widthMm: card.widthMm - 2 }, moduleMm);
  }
  return pen.document.save();
}

/** Returns the whole name, on two lines at most, as large as it fits. */
function fitName(name: string, font: PDFFont): { readonly lines: readonly string[]; readonly size: number } {
  for (let size = largestName; ; size -= 1) {
    const lines = wrapText(name, font, size, nameWidthMm);
    const fits = lines.length <= 2 && lines.every((line) => widthMmOf(line, font, size) <= nameWidthMm);
    if (fits || size <= smallestName) return { lines, size };
  }
}

import { makeBadge, readBadge } from '../../../shared/index.ts';
import type { Language } from '../../../shared/index.ts';
import { drawBox, drawCode, grey, page, startSheet, turnPage, write } from './code-sheet.ts';

/** As large as cards that people wear (ISO/IEC 7810, ID-1). */
const card = { widthMm: 85.6, heightMm: 54 };
const [columns, rows] = [2, 5];
const moduleMm = 0.38;
/** With a module of 0.26 mm, which every scanner at a bench reads, no more letters fit on a card. */
const longestWords = 20;

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

/** Cards to be cut out, ten on a page. Of a long name the first words; one without letters and digits has no card. */
export async function drawBadges(names: readonly string[], language: Language): Promise<Uint8Array> {
  const { title, hint } = badgeWords[language];
  let pen = await startSheet(title, language);
  const codes = names.flatMap((name) => makeBadge(shorten(name)) ?? []);
  for (const [index, code] of codes.entries()) {
    const at = index % (columns * rows);
    if (index > 0 && at === 0) pen = turnPage(pen);
    const leftMm = page.marginMm + (at % columns) * (card.widthMm + 8);
    const topMm = 8 + Math.floor(at / columns) * (card.heightMm + 3);
    drawBox(pen, leftMm, topMm, card.widthMm, card.heightMm, true);
    write(pen, readBadge(code) ?? '', pen.bold, 20, leftMm + 5, topMm + 14);
    write(pen, hint, pen.regular, 7.5, leftMm + 5, topMm + 20, grey);
    await drawCode(pen, code, { leftMm: leftMm + 1, topMm: topMm + 28, widthMm: card.widthMm - 2 }, moduleMm);
  }
  return pen.document.save();
}

function shorten(name: string): string {
  let short = '';
  for (const word of name.split(/\s+/)) {
    const longer = short === '' ? word : `${short} ${word}`;
    if (longer.length > longestWords) break;
    short = longer;
  }
  return short === '' ? name.slice(0, longestWords) : short;
}

import type { PageRule } from '#shared/domain/records.ts';
import { identity, move, multiply, tidy, transformBounds, turnBy, type Size } from './geometry.ts';
import type { SourcePage } from './source-page.ts';

/** Turns a page upright, and portrait, with its visible part in the corner of the paper. */
export function placePage({ visible, rotate, userUnit }: SourcePage) {
  const seen = transformBounds(visible, turnBy(rotate, userUnit));
  const isLandscape = tidy(seen.right - seen.left) > tidy(seen.top - seen.bottom);
  const turn = isLandscape ? rotate + 90 : rotate;
  const turned = turnBy(turn, userUnit);
  const { left, bottom, right, top } = transformBounds(visible, turned);
  return {
    width: tidy(right - left),
    height: tidy(top - bottom),
    matrix: move(turned, -left, -bottom),
    /** From the paper to the page. */
    back: multiply(move(identity, left, bottom), turnBy(-turn, 1 / userUnit)),
  };
}

/** Larger than A5, so not a label by itself. With tolerance for sizes rounded to inches. */
function isSheet(page: SourcePage): boolean {
  const { width, height } = placePage(page);
  return width > 425 && height > 605;
}

export function choosePages(pages: readonly SourcePage[], rule: PageRule): readonly SourcePage[] {
  if (typeof rule !== 'string') return pages.filter((_, index) => rule.includes(index + 1));
  if (rule === 'all' || pages.length === 1) return pages;
  // Beside pages of a label's size, a sheet is a declaration or an invoice for the office.
  return pages.every(isSheet) ? pages.slice(0, 1) : pages.filter((page) => !isSheet(page));
}

/** A4 and Letter, upright, in points, as most programs round them. */
const sheets = [
  [595.28, 841.89],
  [612, 792],
] as const;

/** Returns true for the sheets on which carriers put labels. */
export function isOfficeSheet({ width, height }: Size): boolean {
  return sheets.some(([across, up]) => Math.abs(width - across) < 6 && Math.abs(height - up) < 6);
}

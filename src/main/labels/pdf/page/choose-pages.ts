import type { PageRule } from '#shared/domain/records.ts';
import type { SourcePage } from './source-page.ts';

/** Returns width and height in points as the page is seen, with its rotation. */
export function measureSeenPage({ visible, rotate, userUnit }: SourcePage): {
  readonly width: number;
  readonly height: number;
} {
  const width = (visible.right - visible.left) * userUnit;
  const height = (visible.top - visible.bottom) * userUnit;
  return rotate % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** Larger than A5, so not a label by itself. With tolerance for sizes rounded to inches. */
function isSheet(page: SourcePage): boolean {
  const { width, height } = measureSeenPage(page);
  return Math.min(width, height) > 425 && Math.max(width, height) > 605;
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
export function isOfficeSheet({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): boolean {
  return sheets.some(([across, up]) => Math.abs(width - across) < 6 && Math.abs(height - up) < 6);
}

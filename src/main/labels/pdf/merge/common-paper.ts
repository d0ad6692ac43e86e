import type { Paper } from '../../../../shared/index.ts';
import type { StoredPage } from './graph.ts';

const mmPerPoint = 25.4 / 72;
/** Nobody sees it, and producers round to whole points. */
const toleranceMm = 0.5;

type Size = Pick<StoredPage, 'width' | 'height'>;

/** The paper that fits every page, where all pages have the same size; in tenths of a millimetre. */
export function findCommonPaper(pages: readonly StoredPage[]): { readonly paper?: Paper } {
  const [first] = pages;
  if (first === undefined) return {};
  const isSame = (a: number, b: number): boolean => Math.abs(a - b) * mmPerPoint <= toleranceMm;
  if (!pages.every(({ width, height }) => isSame(width, first.width) && isSame(height, first.height))) return {};
  return { paper: paperOf(first) };
}

/** The smallest paper on which each of these pages fits. */
export function findPaperForAll(pages: readonly Size[]): Paper {
  const longest = (side: keyof Size): number => pages.reduce((most, page) => Math.max(most, page[side]), 0);
  return paperOf({ width: longest('width'), height: longest('height') });
}

function paperOf({ width, height }: Size): Paper {
  const tenths = (points: number): number => Math.round(points * mmPerPoint * 10) / 10;
  return { widthMm: tenths(width), heightMm: tenths(height) };
}

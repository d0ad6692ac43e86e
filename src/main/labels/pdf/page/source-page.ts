import type { PageRule } from '#shared/domain/records.ts';
import {
  PdfDamage,
  PdfUnrenderable,
  isDict,
  type PdfDict,
  type PdfObject,
} from '../syntax/objects.ts';
import { noteMended } from '../syntax/inflate.ts';
import type { PdfDocument } from '../document/document.ts';
import { readBox, intersect, type Box } from './geometry.ts';

/** A page of the file with its inherited entries. */
export interface SourcePage {
  readonly dict: PdfDict;
  readonly resources: PdfObject;
  /** The visible part of the page, in the page's own units. */
  readonly visible: Box;
  /** Clockwise, 0 to 270. */
  readonly rotate: 0 | 90 | 180 | 270;
  /** Points per unit of the page. */
  readonly userUnit: number;
}

const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;
type Inherited = Readonly<Partial<Record<(typeof inheritable)[number], PdfObject>>>;

/** More than any label document has; a damaged or hostile page tree ends here. */
const maxPages = 5000;
const letter: Box = { left: 0, bottom: 0, right: 612, top: 792 };

/** Deeper than any real tree, which is balanced or flat. */
const maxTreeDepth = 500;

/**
 * Returns all pages in order: one that is in the tree twice is two; a missing kid is left out
 * beside others.
 */
export function readPages(document: PdfDocument): SourcePage[] {
  const pages: SourcePage[] = [];
  let steps = 0;
  const walk = (item: PdfObject, from: Inherited, above: readonly PdfDict[]): void => {
    const node = document.resolve(item);
    if (!isDict(node)) {
      // If the index was lost, it is not known whether the page ever existed.
      if (node !== null || document.rebuilt) throw new PdfDamage('the page tree has a hole');
      noteMended();
      return;
    }
    if (above.includes(node) || above.length > maxTreeDepth)
      throw new PdfDamage('the page tree goes round in a circle');
    const inherited = inherit(node, from);
    const kids = document.arrayOf(node.get('Kids'));
    if (kids === null) pages.push(readSourcePage(document, node, inherited));
    steps += 1;
    if (steps > 2 * maxPages || pages.length > maxPages)
      throw new PdfUnrenderable('too many pages');
    for (const kid of kids ?? []) walk(kid, inherited, [...above, node]);
  };
  walk(document.catalog.get('Pages') ?? null, {}, []);
  if (pages.length === 0) throw new PdfDamage('a document without pages');
  return pages;
}

function inherit(node: PdfDict, from: Inherited): Inherited {
  const own: Partial<Record<(typeof inheritable)[number], PdfObject>> = { ...from };
  for (const key of inheritable) {
    const value = node.get(key);
    if (value !== undefined) own[key] = value;
  }
  return own;
}

function readSourcePage(document: PdfDocument, dict: PdfDict, inherited: Inherited): SourcePage {
  const media = readBox(document.numbersOf(inherited.MediaBox, 4)) ?? letter;
  const crop = readBox(document.numbersOf(inherited.CropBox, 4));
  const rotate = document.resolve(inherited.Rotate);
  const userUnit = document.resolve(dict.get('UserUnit'));
  return {
    dict,
    resources: inherited.Resources ?? null,
    visible: (crop === null ? null : intersect(media, crop)) ?? media,
    rotate: countQuarterTurns(typeof rotate === 'number' ? rotate : 0),
    userUnit: typeof userUnit === 'number' && userUnit > 0 && userUnit <= 75_000 ? userUnit : 1,
  };
}

function countQuarterTurns(degrees: number): 0 | 90 | 180 | 270 {
  const turn = ((degrees % 360) + 360) % 360;
  return turn === 90 || turn === 180 || turn === 270 ? turn : 0;
}

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

import { PDFDict, type PDFObject } from 'pdf-lib';
import { readEntry } from '../syntax/entries.ts';
import { PdfDamage, PdfUnrenderable } from '../syntax/errors.ts';
import { noteMended } from '../syntax/inflate.ts';
import type { PdfDocument } from '../document/document.ts';
import { readBox, intersect, type Box } from './geometry.ts';

/** A page of the file with its inherited entries. */
export interface SourcePage {
  readonly dict: PDFDict;
  readonly resources: PDFObject | undefined;
  /** The visible part of the page, in the page's own units. */
  readonly visible: Box;
  /** Clockwise, 0 to 270. */
  readonly rotate: 0 | 90 | 180 | 270;
  /** Points per unit of the page. */
  readonly userUnit: number;
}

const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;
type Inherited = Readonly<Partial<Record<(typeof inheritable)[number], PDFObject>>>;

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
  const walk = (item: PDFObject | undefined, from: Inherited, above: readonly PDFDict[]): void => {
    const node = document.resolve(item);
    if (!(node instanceof PDFDict)) {
      // If the index was lost, it is not known whether the page ever existed.
      if (node !== undefined || document.mustHaveAll)
        throw new PdfDamage('the page tree has a hole');
      noteMended();
      return;
    }
    if (above.includes(node) || above.length > maxTreeDepth)
      throw new PdfDamage('the page tree goes round in a circle');
    const inherited = inherit(node, from);
    const kids = document.arrayOf(readEntry(node, 'Kids'));
    if (kids === null) pages.push(readSourcePage(document, node, inherited));
    steps += 1;
    if (steps > 2 * maxPages || pages.length > maxPages)
      throw new PdfUnrenderable('too many pages');
    for (const kid of kids ?? []) walk(kid, inherited, [...above, node]);
  };
  walk(readEntry(document.catalog, 'Pages'), {}, []);
  if (pages.length === 0) throw new PdfDamage('a document without pages');
  return pages;
}

function inherit(node: PDFDict, from: Inherited): Inherited {
  const own: Partial<Record<(typeof inheritable)[number], PDFObject>> = { ...from };
  for (const key of inheritable) {
    const value = readEntry(node, key);
    if (value !== undefined) own[key] = value;
  }
  return own;
}

function readSourcePage(document: PdfDocument, dict: PDFDict, inherited: Inherited): SourcePage {
  const media = readBox(document.numbersOf(inherited.MediaBox, 4)) ?? letter;
  const crop = readBox(document.numbersOf(inherited.CropBox, 4));
  const userUnit = document.numberOf(readEntry(dict, 'UserUnit')) ?? 1;
  return {
    dict,
    resources: inherited.Resources,
    visible: (crop === null ? null : intersect(media, crop)) ?? media,
    rotate: countQuarterTurns(document.numberOf(inherited.Rotate) ?? 0),
    userUnit: userUnit > 0 && userUnit <= 75_000 ? userUnit : 1,
  };
}

function countQuarterTurns(degrees: number): 0 | 90 | 180 | 270 {
  const turn = ((degrees % 360) + 360) % 360;
  return turn === 90 || turn === 180 || turn === 270 ? turn : 0;
}

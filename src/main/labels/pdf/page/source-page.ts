import { PDFDict, type PDFObject } from 'pdf-lib';
import { extend, made, readEntry } from '../syntax/entries.ts';
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
  /** Clockwise, in steps of 90 degrees. */
  readonly rotate: number;
  /** Points per unit of the page. */
  readonly userUnit: number;
}

const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

/** More pages than any label document has; a damaged or hostile page tree ends here. */
const maxNodes = 10_000;
const letter: Box = { left: 0, bottom: 0, right: 612, top: 792 };

/** Deeper than any real tree, which is balanced or flat. */
const maxTreeDepth = 500;

/**
 * Returns all pages in order: one that is in the tree twice is two; a missing kid is left out
 * beside others.
 */
export function listPages(document: PdfDocument): SourcePage[] {
  const pages: SourcePage[] = [];
  let count = 0;
  const walk = (item: PDFObject | undefined, above: PDFDict, nodes: readonly PDFDict[]): void => {
    const node = document.resolve(item);
    if (node === undefined) {
      noteMended();
      return;
    }
    if (!(node instanceof PDFDict)) throw new PdfDamage('the page tree has a hole');
    if (nodes.includes(node) || nodes.length > maxTreeDepth)
      throw new PdfDamage('the page tree goes round in a circle');
    const own = Object.fromEntries(inheritable.map((key) => [key, readEntry(node, key)]));
    const inherited = extend(above, made.obj(own));
    const kids = document.array(node, 'Kids');
    if (kids === null) pages.push(readPage(node, inherited));
    count += 1;
    if (count > maxNodes) throw new PdfUnrenderable('too many pages');
    for (const kid of kids ?? []) walk(kid, inherited, [...nodes, node]);
  };
  walk(readEntry(document.catalog, 'Pages'), made.obj({}), []);
  if (pages.length === 0) throw new PdfDamage('a document without pages');
  return pages;

  function readPage(dict: PDFDict, inherited: PDFDict): SourcePage {
    const media = readBox(document.numbers(inherited, 'MediaBox', 4)) ?? letter;
    const crop = readBox(document.numbers(inherited, 'CropBox', 4));
    const userUnit = document.number(dict, 'UserUnit') ?? 1;
    const rotate = (document.number(inherited, 'Rotate') ?? 0) % 360;
    return {
      dict,
      resources: readEntry(inherited, 'Resources'),
      visible: intersect(media, crop ?? media) ?? media,
      rotate: rotate % 90 === 0 ? rotate : 0,
      userUnit: userUnit > 0 && userUnit <= 75_000 ? userUnit : 1,
    };
  }
}

import { PDFDict, PDFRawStream, type PDFObject } from 'pdf-lib';
import type { PageRule } from '#shared/domain/records.ts';
import { decodeStream } from '../syntax/decode.ts';
import { describeForm, made, readEntry, writeNumbers } from '../syntax/entries.ts';
import { PdfDamage } from '../syntax/errors.ts';
import { noteMended } from '../syntax/inflate.ts';
import type { PdfDocument } from '../document/document.ts';
import { findAppearances, type Appearance } from './annotations.ts';
import {
  identity,
  move,
  multiply,
  tidy,
  transformBounds,
  turnBy,
  type Box,
  type Matrix,
  type Size,
} from './geometry.ts';
import type { DrawnPage } from './mark.ts';
import type { SourcePage } from './source-page.ts';
import { lendToType3Fonts } from './type3-fonts.ts';

/**
 * A page for the print: portrait, its media box `[0 0 width height]` in points, nothing inherited.
 */
export interface PageDraft extends Size {
  /** As text if it was made here. */
  readonly content: PDFRawStream | string | undefined;
  readonly resources: PDFObject | undefined;
  readonly group?: PDFObject | undefined;
}

/** A page of a file, as a draft. */
export interface FilePage extends PageDraft {
  /** The page has no drawing. */
  readonly isBlank: boolean;
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

/** Turns a page upright, and portrait, with its visible part in the corner of the paper. */
function placePage({ visible, rotate, userUnit }: SourcePage) {
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

/**
 * How far a wrapped page's drawing goes beyond its visible part: the very edge would share pixels
 * with the cut.
 */
const bleed = 72;

/**
 * Makes a page portrait at its exact size, with its visible annotations in its content and the
 * drawing unchanged. A page that is so already stays as it is.
 */
export function normalisePage(document: PdfDocument, page: SourcePage): FilePage {
  const { content, isBlank } = readContent(document, page);
  const appearances = findAppearances(document, page);
  const { width, height, matrix } = placePage(page);
  const draft = {
    width,
    height,
    content,
    resources: lendToType3Fonts(document, page.resources),
    group: readEntry(page.dict, 'Group'),
    isBlank: isBlank && appearances.length === 0,
  };
  const isNormal = appearances.length === 0 && writeMatrix(matrix) === '';
  return isNormal ? draft : { ...draft, ...wrap(draft, page.visible, matrix, appearances) };
}

/** Makes a page's content a text, to which more can be added. */
export function toDrawn(page: FilePage): FilePage & DrawnPage {
  const { content, resources, width, height } = page;
  if (typeof content === 'string' && resources instanceof PDFDict)
    return { ...page, content, resources };
  const whole = { left: 0, bottom: 0, right: width, top: height };
  return { ...page, ...wrap(page, whole, identity, []) };
}

/** NUL, tab, line feed, form feed, carriage return and blank. */
const white: ReadonlySet<number> = new Set([0, 9, 10, 12, 13, 32]);

/**
 * Reads the content, several streams as one, to its end: a page whose content is missing must not
 * be printed blank.
 */
function readContent(document: PdfDocument, { dict }: SourcePage) {
  const contents = readEntry(dict, 'Contents');
  if (contents === undefined) return { content: undefined, isBlank: true };
  const parts = document.array(dict, 'Contents') ?? [contents];
  const streams = parts.flatMap((value) => {
    const stream = document.resolve(value);
    if (stream instanceof PDFRawStream) return [stream];
    if (stream !== undefined) throw new PdfDamage("a page's content is of another kind");
    // A part that the file never had is left out, as viewers do.
    noteMended();
    return [];
  });
  const [first] = streams;
  if (first === undefined && parts.length > 0) throw new PdfDamage("a page's content is missing");
  const decoded = streams.map((stream) => decodeStream(stream, document.resolve));
  const isBlank = decoded.every((part) => part.every((byte) => white.has(byte)));
  if (streams.length < 2) return { content: first, isBlank };
  const joined = Buffer.concat(decoded.flatMap((part) => [part, Buffer.from('\n')]));
  return { content: PDFRawStream.of(made.obj({}), joined), isBlank };
}

/** Returns an area of the normalised page in the units of the page itself. */
export function findSourceArea(page: SourcePage, area: Box): Box {
  return transformBounds(area, placePage(page).back);
}

/**
 * Makes the page's content a form, which turns it without moving its patterns (a pattern lies in
 * the space of the content stream that uses it) and keeps an unbalanced graphics state from what is
 * drawn after it.
 */
function wrap(
  { content: own, resources }: PageDraft,
  { left, bottom, right, top }: Box,
  matrix: Matrix,
  appearances: readonly Appearance[],
) {
  const stream = own instanceof PDFRawStream ? own : null;
  const box = [left - bleed, bottom - bleed, right + bleed, top + bleed];
  const form = describeForm(stream?.dict, box, resources);
  const P = PDFRawStream.of(form, stream?.contents ?? new Uint8Array());
  const forms: Record<string, PDFObject> = { P };
  const layers: Record<string, PDFObject | undefined> = {};
  let content = `${writeMatrix(matrix)}/P Do\n`;
  appearances.forEach(({ form: drawn, matrix: placed, layer }, index) => {
    forms[`A${index}`] = drawn;
    layers[`L${index}`] = layer;
    const draw = `q ${writeMatrix(placed)}/A${index} Do Q`;
    content += layer === undefined ? `${draw}\n` : `/OC /L${index} BDC ${draw} EMC\n`;
  });
  return { content, resources: made.obj({ XObject: forms, Properties: layers }) };
}

function writeMatrix(matrix: Matrix): string {
  const isIdentity = matrix.every((value, index) => value === identity[index]);
  return isIdentity ? '' : `${writeNumbers(matrix)} cm `;
}

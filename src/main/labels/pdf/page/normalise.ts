import { PDFArray, PDFDict, PDFRawStream, type PDFObject } from 'pdf-lib';
import { made, readEntry, writeNumbers } from '../syntax/entries.ts';
import { PdfDamage } from '../syntax/errors.ts';
import { noteMended } from '../syntax/inflate.ts';
import type { PdfDocument } from '../document/document.ts';
import { findAppearances, type Appearance } from './annotations.ts';
import {
  identity,
  invert,
  move,
  tidy,
  transformBounds,
  turnBy,
  type Box,
  type Matrix,
} from './geometry.ts';
import type { DrawnPage } from './mark.ts';
import { measureSeenPage } from './choose-pages.ts';
import type { SourcePage } from './source-page.ts';
import { lendToType3Fonts } from './type3-fonts.ts';

/**
 * A page for the print: portrait, its media box `[0 0 width height]` in points, nothing inherited.
 */
export interface PageDraft {
  readonly width: number;
  readonly height: number;
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
  const { matrix, ...size } = placePage(page);
  const draft = {
    ...size,
    content,
    resources: lendToType3Fonts(document, page.resources),
    group: readEntry(page.dict, 'Group'),
    isBlank: isBlank && appearances.length === 0,
  };
  const isNormal = writeMatrix(matrix) === '' && appearances.length === 0;
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

/** Nothing but white space: NUL, tab, line feed, form feed, carriage return and blank. */
function isWhite(content: Uint8Array): boolean {
  return content.every((byte) => byte === 32 || (byte < 14 && byte !== 11 && byte !== 8));
}

/**
 * Reads the content, several streams as one, to its end: a page whose content is missing must not
 * be printed blank.
 */
function readContent(
  document: PdfDocument,
  { dict }: SourcePage,
): Pick<FilePage, 'isBlank'> & { readonly content: PDFRawStream | undefined } {
  const contents = readEntry(dict, 'Contents');
  const resolved = document.resolve(contents);
  if (contents === undefined) return { content: undefined, isBlank: true };
  const parts = resolved instanceof PDFArray ? resolved.asArray() : [contents];
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
  const decoded = streams.map((stream) => document.decode(stream));
  const isBlank = decoded.every(isWhite);
  if (streams.length < 2) return { content: first, isBlank };
  const joined = Buffer.concat(decoded.flatMap((part) => [part, Buffer.from('\n')]));
  return { content: PDFRawStream.of(made.obj({}), joined), isBlank };
}

/** Returns an area of the normalised page in the units of the page itself. */
export function findSourceArea(page: SourcePage, area: Box): Box {
  return transformBounds(area, invert(placePage(page).matrix));
}

/** Turns a page upright, its visible part to the corner of the paper. */
function placePage(page: SourcePage) {
  const { width, height } = measureSeenPage(page);
  const turn = (page.rotate + (tidy(width) > tidy(height) ? 90 : 0)) % 360;
  const turned = turnBy(turn, page.userUnit);
  const { left, bottom, right, top } = transformBounds(page.visible, turned);
  const matrix = move(turned, -left, -bottom);
  return { width: tidy(right - left), height: tidy(top - bottom), matrix };
}

/**
 * Makes the page's content a form, which turns it without moving its patterns (a pattern lies in
 * the space of the content stream that uses it) and keeps an unbalanced graphics state from what is
 * drawn after it.
 */
function wrap(
  page: PageDraft,
  visible: Box,
  matrix: Matrix,
  appearances: readonly Appearance[],
): Pick<DrawnPage, 'content' | 'resources'> {
  const forms: Record<string, PDFObject> = { P: makeForm(page, visible) };
  const layers: Record<string, PDFObject> = {};
  let content = `${writeMatrix(matrix)}/P Do\n`;
  appearances.forEach(({ form, matrix: own, layer }, index) => {
    forms[`A${index}`] = form;
    const draw = `q ${writeMatrix(own)}/A${index} Do Q`;
    if (layer === undefined) content += `${draw}\n`;
    else {
      layers[`L${index}`] = layer;
      content += `/OC /L${index} BDC ${draw} EMC\n`;
    }
  });
  const hasLayers = Object.keys(layers).length > 0;
  const Properties = hasLayers ? layers : undefined;
  return { content, resources: made.obj({ XObject: forms, Properties }) };
}

function writeMatrix(matrix: Matrix): string {
  const isIdentity = matrix.every((value, index) => value === identity[index]);
  return isIdentity ? '' : `${writeNumbers(matrix)} cm `;
}

function makeForm({ content, resources }: PageDraft, { left, bottom, right, top }: Box) {
  const stream = content instanceof PDFRawStream ? content : null;
  const form = made.obj({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [left - bleed, bottom - bleed, right + bleed, top + bleed],
    Resources: resources ?? {},
    Filter: readEntry(stream?.dict, 'Filter'),
    DecodeParms: readEntry(stream?.dict, 'DecodeParms'),
  });
  return PDFRawStream.of(form, stream?.contents ?? new Uint8Array());
}

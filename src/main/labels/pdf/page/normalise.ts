import { deflateSync } from 'node:zlib';
import { PDFArray, PDFRawStream, type PDFDict, type PDFObject } from 'pdf-lib';
import { extend, made, readEntry, writeNumbers } from '../syntax/entries.ts';
import { PdfDamage } from '../syntax/errors.ts';
import { noteMended } from '../syntax/inflate.ts';
import type { PdfDocument } from '../document/document.ts';
import { findAppearances, type Appearance } from './annotations.ts';
import { identity, tidy, transformBounds, type Box, type Matrix } from './geometry.ts';
import { addFrame, addMark, type DrawnPage } from './mark.ts';
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
  readonly content: PDFObject | string | undefined;
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
 * drawing unchanged. A page that is so already, and gets neither mark nor frames, stays as it is.
 * Frames are in the units of the result.
 */
export function normalisePage(
  document: PdfDocument,
  page: SourcePage,
  mark: string | null = null,
  frames: readonly Box[] = [],
): FilePage {
  const contents = readContents(document, page);
  const appearances = findAppearances(document, page);
  const { width, height } = measureSeenPage(page);
  const isLandscape = tidy(width) > tidy(height);
  const size = isLandscape ? { width: height, height: width } : { width, height };
  const draft = {
    width: tidy(size.width),
    height: tidy(size.height),
    group: readEntry(page.dict, 'Group'),
    isBlank: appearances.length === 0 && contents.every(({ decoded }) => isWhite(decoded)),
  };
  const turn = (page.rotate + (isLandscape ? 90 : 0)) % 360;
  const { left, bottom } = page.visible;
  const isNormal = turn === 0 && page.userUnit === 1 && left === 0 && bottom === 0;
  if (isNormal && appearances.length === 0 && mark === null && frames.length === 0) {
    const values = contents.map(({ value }) => value);
    const content = values.length > 1 ? made.obj(values) : values[0];
    return { ...draft, content, resources: lendToType3Fonts(document, page.resources) };
  }
  const matrix = makeTurnMatrix(page.visible, turn, page.userUnit);
  const wrapped = { ...draft, ...wrapPage(document, page, contents, appearances, matrix) };
  const framed = frames.reduce(addFrame, wrapped);
  return mark === null ? framed : addMark(framed, mark);
}

interface Content {
  readonly value: PDFObject;
  readonly stream: PDFRawStream;
  readonly decoded: Uint8Array;
}

/** Nothing but white space: NUL, tab, line feed, form feed, carriage return and blank. */
function isWhite(content: Uint8Array): boolean {
  return content.every((byte) => byte === 32 || (byte < 14 && byte !== 11 && byte !== 8));
}

/**
 * Reads the content streams to their end: a page whose content is missing must not be printed
 * blank.
 */
function readContents(document: PdfDocument, page: SourcePage): Content[] {
  const contents = readEntry(page.dict, 'Contents');
  const resolved = document.resolve(contents);
  if (contents === undefined) return [];
  const parts = resolved instanceof PDFArray ? resolved.asArray() : [contents];
  const found = parts.flatMap((value) => {
    const stream = document.resolve(value);
    if (stream instanceof PDFRawStream)
      return [{ value, stream, decoded: document.decode(stream) }];
    // A part that the file never had is left out, as viewers do.
    if (stream !== undefined || document.mustHaveAll)
      throw new PdfDamage("a page's content is missing");
    noteMended();
    return [];
  });
  if (found.length === 0 && parts.length > 0) throw new PdfDamage("a page's content is missing");
  return found;
}

/** Returns an area of the normalised page in the units of the page itself. */
export function findSourceArea(page: SourcePage, area: Box): Box {
  const { width, height } = measureSeenPage(page);
  const turn = (page.rotate + (tidy(width) > tidy(height) ? 90 : 0)) % 360;
  const [a, b, c, d, e, f] = makeTurnMatrix(page.visible, turn, page.userUnit);
  const scale = a * d - b * c;
  return transformBounds(area, [
    d / scale,
    -b / scale,
    -c / scale,
    a / scale,
    (c * f - d * e) / scale,
    (b * e - a * f) / scale,
  ]);
}

function makeTurnMatrix({ left, bottom, right, top }: Box, turn: number, unit: number): Matrix {
  const l = left * unit;
  const b = bottom * unit;
  const r = right * unit;
  const t = top * unit;
  if (turn === 90) return [0, -unit, unit, 0, -b, r];
  if (turn === 180) return [-unit, 0, 0, -unit, r, t];
  if (turn === 270) return [0, unit, -unit, 0, t, -l];
  return [unit, 0, 0, unit, -l, -b];
}

/**
 * Makes the page's content a form, which turns it without moving its patterns (a pattern lies in
 * the space of the content stream that uses it) and keeps an unbalanced graphics state from the
 * annotations drawn after it.
 */
function wrapPage(
  document: PdfDocument,
  page: SourcePage,
  contents: readonly Content[],
  appearances: readonly Appearance[],
  matrix: Matrix,
): Pick<DrawnPage, 'content' | 'resources'> {
  const forms: Record<string, PDFObject> = { P: makePageForm(document, page, contents) };
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

function makePageForm(
  document: PdfDocument,
  page: SourcePage,
  contents: readonly Content[],
): PDFRawStream {
  const { left, bottom, right, top } = page.visible;
  const resources = lendToType3Fonts(document, page.resources);
  const form = made.obj({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [left - bleed, bottom - bleed, right + bleed, top + bleed],
    Resources: resources ?? {},
  });
  const [only] = contents;
  if (only !== undefined && contents.length === 1)
    return PDFRawStream.of(copyFilters(only.stream.dict, form), only.stream.contents);
  const joined = Buffer.concat(contents.flatMap(({ decoded }) => [decoded, Buffer.from('\n')]));
  return PDFRawStream.of(extend(form, made.obj({ Filter: 'FlateDecode' })), deflateSync(joined));
}

function copyFilters(from: PDFDict, to: PDFDict): PDFDict {
  const Filter = readEntry(from, 'Filter');
  return extend(to, made.obj({ Filter, DecodeParms: readEntry(from, 'DecodeParms') }));
}

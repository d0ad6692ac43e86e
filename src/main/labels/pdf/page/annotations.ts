import {
  PdfName,
  PdfOdd,
  PdfStream,
  PdfString,
  isDict,
  readName,
  type PdfDict,
  type PdfObject,
} from '../syntax/objects.ts';
import { noteMended } from '../syntax/inflate.ts';
import { decodeText } from '../syntax/text.ts';
import type { PdfDocument } from '../document/document.ts';
import { readBox, identity, multiply, transformBounds, type Matrix } from './geometry.ts';
import type { SourcePage } from './source-page.ts';

/** An annotation's appearance, and the matrix that places it on the page. */
export interface Appearance {
  readonly form: PdfObject;
  readonly matrix: Matrix;
  /** The annotation's optional content, if it belongs to a layer. */
  readonly layer: PdfObject | null;
}

const hidden = 1 << 1;
const noRotate = 1 << 4;
const noView = 1 << 5;

/**
 * Returns the appearances of all visible annotations and form fields of the page, in their order.
 */
export function findAppearances(document: PdfDocument, page: SourcePage): Appearance[] {
  const appearances: Appearance[] = [];
  for (const item of document.arrayOf(page.dict.get('Annots')) ?? []) {
    const annotation = document.resolve(item);
    const appearance = isDict(annotation) ? readAppearance(document, annotation, page) : null;
    if (appearance !== null) appearances.push(appearance);
  }
  return appearances;
}

function readAppearance(
  document: PdfDocument,
  annotation: PdfDict,
  page: SourcePage,
): Appearance | null {
  const flags = document.resolve(annotation.get('F'));
  if (typeof flags === 'number' && (flags & (hidden | noView)) !== 0) return null;
  if (readName(document.resolve(annotation.get('Subtype'))) === 'Popup') return null;
  if (!document.isRewritten) assertAsDrawn(document, annotation);
  const found = findNormalAppearance(document, annotation);
  if (found === null) return null;
  const placed = placeAppearance(document, annotation, found.stream);
  if (placed === null) return null;
  const isUpright = typeof flags === 'number' && (flags & noRotate) !== 0;
  const matrix = isUpright ? multiply(placed, makeUpright(document, annotation, page)) : placed;
  return { form: toForm(document, found, page), matrix, layer: annotation.get('OC') ?? null };
}

interface Found {
  readonly value: PdfObject;
  readonly stream: PdfStream;
}

/** Viewers draw these without an appearance too, by their entries. */
const selfDrawn = new Set(['Square', 'Circle', 'Line', 'PolyLine', 'Polygon', 'Ink', 'FreeText']);

/** Throws `PdfOdd` if viewers draw the annotation otherwise than by an appearance of the file. */
function assertAsDrawn(document: PdfDocument, annotation: PdfDict): void {
  const subtype = readName(document.resolve(annotation.get('Subtype'))) ?? '';
  const hasAppearance = document.resolve(document.dictOf(annotation.get('AP'))?.get('N')) !== null;
  // Viewers agree on nothing but that it is there.
  if (subtype === 'Stamp' && !hasAppearance) noteMended();
  if (selfDrawn.has(subtype) && !hasAppearance)
    throw new PdfOdd('an annotation without appearance');
  if (subtype !== 'Widget') return;
  const isBare =
    findFieldEntry(document, annotation, 'V') === null &&
    document.dictOf(annotation.get('MK')) === null;
  if (!hasAppearance && !isBare) throw new PdfOdd('a field without appearance');
  if (hasAppearance && isOutOfDate(document, annotation))
    throw new PdfOdd('a field whose appearance is out of date');
}

/**
 * A form that demands new appearances (ISO 32000-1, 12.7.2) was filled in by a program that cannot
 * make them: the field's value counts. An appearance stays if PDFium's fonts may lack its letters.
 */
function isOutOfDate(document: PdfDocument, field: PdfDict): boolean {
  const form = document.dictOf(document.catalog.get('AcroForm'));
  if (document.resolve(form?.get('NeedAppearances')) !== true) return false;
  const type = readName(findFieldEntry(document, field, 'FT'));
  const value = type === 'Tx' || type === 'Ch' ? findFieldEntry(document, field, 'V') : null;
  return value instanceof PdfString && !/[^\0-\u00ff]/.test(decodeText(value.bytes));
}

/** Returns an entry of a form field, which may be in one of its parents. */
function findFieldEntry(document: PdfDocument, field: PdfDict, key: string): PdfObject {
  let current: PdfDict | null = field;
  for (let level = 0; current !== null && level < 32; level += 1) {
    const value = document.resolve(current.get(key));
    if (value !== null) return value;
    current = document.dictOf(current.get('Parent'));
  }
  return null;
}

/** The normal appearance; of several, that of the current state. */
function findNormalAppearance(document: PdfDocument, annotation: PdfDict): Found | null {
  const value = document.dictOf(annotation.get('AP'))?.get('N') ?? null;
  const normal = document.resolve(value);
  if (normal instanceof PdfStream) return { value, stream: normal };
  if (!isDict(normal)) return null;
  const chosen = normal.get(readName(document.resolve(annotation.get('AS'))) ?? 'Off') ?? null;
  const stream = document.resolve(chosen);
  return stream instanceof PdfStream ? { value: chosen, stream } : null;
}

/**
 * ISO 32000-1, 12.5.3: the annotation does not turn with its page; its upper left corner stays in
 * place.
 */
function makeUpright(document: PdfDocument, annotation: PdfDict, { rotate }: SourcePage): Matrix {
  const rect = readBox(document.numbersOf(annotation.get('Rect'), 4));
  if (rect === null || rotate === 0) return identity;
  const { left: x, top: y } = rect;
  if (rotate === 90) return [0, 1, -1, 0, x + y, y - x];
  if (rotate === 180) return [-1, 0, 0, -1, 2 * x, 2 * y];
  return [0, -1, 1, 0, x - y, y + x];
}

/**
 * Appearances may lack the form's mark, resources or fonts: viewers use those of the page, or the
 * form's.
 */
function toForm(document: PdfDocument, { value, stream }: Found, page: SourcePage): PdfObject {
  const own = document.dictOf(stream.dict.get('Resources'));
  const shared = document.dictOf(document.dictOf(document.catalog.get('AcroForm'))?.get('DR'));
  const lent = document.dictOf(page.resources) ?? shared;
  const fonts = document.dictOf(lent?.get('Font')) ?? document.dictOf(shared?.get('Font'));
  const lacks = own === null ? lent !== null : !own.has('Font') && fonts !== null;
  if (readName(stream.dict.get('Subtype')) === 'Form' && !lacks) return value;
  const dict = new Map([...stream.dict, ['Subtype', new PdfName('Form')]]);
  if (lacks) dict.set('Resources', own === null ? lent : new Map([...own, ['Font', fonts]]));
  return new PdfStream(dict, stream.data);
}

/** ISO 32000-1, 12.5.5: the transformed appearance box is fitted to the annotation's rectangle. */
function placeAppearance(
  document: PdfDocument,
  annotation: PdfDict,
  { dict }: PdfStream,
): Matrix | null {
  const rect = readBox(document.numbersOf(annotation.get('Rect'), 4));
  const bbox = readBox(document.numbersOf(dict.get('BBox'), 4));
  if (rect === null || bbox === null) return null;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] =
    document.numbersOf(dict.get('Matrix'), 6) ?? identity;
  const bounds = transformBounds(bbox, [a, b, c, d, e, f]);
  const width = bounds.right - bounds.left;
  const height = bounds.top - bounds.bottom;
  if (!(width > 0 && height > 0)) return null;
  const scaleX = (rect.right - rect.left) / width;
  const scaleY = (rect.top - rect.bottom) / height;
  return [
    scaleX,
    0,
    0,
    scaleY,
    rect.left - bounds.left * scaleX,
    rect.bottom - bounds.bottom * scaleY,
  ];
}

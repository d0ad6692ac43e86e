import {
  PDFBool,
  PDFHexString,
  PDFRawStream,
  PDFString,
  type PDFDict,
  type PDFObject,
} from 'pdf-lib';
import { extend, made, readEntry, readName } from '../syntax/entries.ts';
import { PdfOdd } from '../syntax/errors.ts';
import { noteMended } from '../syntax/inflate.ts';
import type { PdfDocument } from '../document/document.ts';
import {
  identity,
  move,
  multiply,
  readBox,
  transformBounds,
  turnBy,
  type Matrix,
} from './geometry.ts';
import type { SourcePage } from './source-page.ts';

/** An annotation's appearance, and the matrix that places it on the page. */
export interface Appearance {
  /** A form, or the reference to it. */
  readonly form: PDFObject;
  readonly matrix: Matrix;
  /** The annotation's optional content, if it belongs to a layer. */
  readonly layer: PDFObject | undefined;
}

const hidden = 1 << 1;
const noRotate = 1 << 4;
const noView = 1 << 5;
const neverPrinted = new Set(['Popup', 'Link']);

/**
 * Returns the appearances of all visible annotations and form fields of the page, in their order.
 */
export function findAppearances(document: PdfDocument, page: SourcePage): Appearance[] {
  const appearances: Appearance[] = [];
  for (const annotation of listAnnotations(document, page)) {
    const appearance = readAppearance(document, annotation, page);
    if (appearance !== null) appearances.push(appearance);
  }
  return appearances;
}

/** Fields are drawn otherwise than their appearances are, and links with a frame for screens. */
const drawnOtherwise = new Set(['Widget', 'Link']);

/** Returns true if PDFium draws annotations of the page that are printed otherwise. */
export function isDrawnOtherwise(document: PdfDocument, page: SourcePage): boolean {
  const subtypes = listAnnotations(document, page).map((one) => document.name(one, 'Subtype'));
  return subtypes.some((subtype) => drawnOtherwise.has(subtype ?? ''));
}

function listAnnotations(document: PdfDocument, { dict }: SourcePage): readonly PDFDict[] {
  return (document.array(dict, 'Annots') ?? []).flatMap((item) => document.dictOf(item) ?? []);
}

function readAppearance(
  document: PdfDocument,
  annotation: PDFDict,
  page: SourcePage,
): Appearance | null {
  const flags = document.number(annotation, 'F') ?? 0;
  if ((flags & (hidden | noView)) !== 0) return null;
  const subtype = document.name(annotation, 'Subtype') ?? '';
  if (neverPrinted.has(subtype)) return null;
  if (!document.isRewritten) assertAsDrawn(document, annotation, subtype);
  const found = findNormalAppearance(document, annotation);
  if (found === null) return null;
  const placed = placeAppearance(document, annotation, found.stream);
  if (placed === null) return null;
  const isUpright = (flags & noRotate) !== 0;
  const matrix = isUpright ? multiply(placed, makeUpright(document, annotation, page)) : placed;
  return { form: toForm(document, found, page), matrix, layer: readEntry(annotation, 'OC') };
}

interface Found {
  /** The stream, or the reference to it. */
  readonly value: PDFObject;
  readonly stream: PDFRawStream;
}

/** Viewers draw these without an appearance too, by their entries. */
const selfDrawn = new Set(['Square', 'Circle', 'Line', 'PolyLine', 'Polygon', 'Ink', 'FreeText']);

/** Throws `PdfOdd` if viewers draw the annotation otherwise than by an appearance of the file. */
function assertAsDrawn(document: PdfDocument, annotation: PDFDict, subtype: string): void {
  const hasAppearance = document.resolve(findNormal(document, annotation)) !== undefined;
  // Viewers agree on nothing but that it is there.
  if (subtype === 'Stamp' && !hasAppearance) noteMended();
  if (selfDrawn.has(subtype) && !hasAppearance)
    throw new PdfOdd('an annotation without appearance');
  if (subtype !== 'Widget') return;
  const isBare =
    findFieldEntry(document, annotation, 'V') === undefined &&
    document.dict(annotation, 'MK') === null;
  if (!hasAppearance && !isBare) throw new PdfOdd('a field without appearance');
  if (hasAppearance && isOutOfDate(document, annotation))
    throw new PdfOdd('a field whose appearance is out of date');
}

/**
 * A form that demands new appearances (ISO 32000-1, 12.7.2) was filled in by a program that cannot
 * make them: the field's value counts. An appearance stays if PDFium's fonts may lack its letters.
 */
function isOutOfDate(document: PdfDocument, field: PDFDict): boolean {
  const form = document.dict(document.catalog, 'AcroForm');
  if (document.get(form, 'NeedAppearances') !== PDFBool.True) return false;
  const type = readName(findFieldEntry(document, field, 'FT'));
  const value = type === 'Tx' || type === 'Ch' ? findFieldEntry(document, field, 'V') : undefined;
  const isText = value instanceof PDFString || value instanceof PDFHexString;
  return isText && !/[^\0-\u00ff]/.test(value.decodeText());
}

/** Returns an entry of a form field, which may be in one of its parents. */
function findFieldEntry(document: PdfDocument, field: PDFDict, key: string) {
  let current: PDFDict | null = field;
  for (let level = 0; current !== null && level < 32; level += 1) {
    const value = document.get(current, key);
    if (value !== undefined) return value;
    current = document.dict(current, 'Parent');
  }
  return undefined;
}

function findNormal(document: PdfDocument, annotation: PDFDict): PDFObject | undefined {
  return readEntry(document.dict(annotation, 'AP'), 'N');
}

/** The normal appearance; of several, that of the current state. */
function findNormalAppearance(document: PdfDocument, annotation: PDFDict): Found | null {
  const normal = findNormal(document, annotation);
  const states = document.dictOf(normal);
  const state = document.name(annotation, 'AS') ?? 'Off';
  const value = states === null ? normal : readEntry(states, state);
  const stream = document.resolve(value);
  return value !== undefined && stream instanceof PDFRawStream ? { value, stream } : null;
}

/**
 * ISO 32000-1, 12.5.3: the annotation does not turn with its page; its upper left corner stays in
 * place.
 */
function makeUpright(document: PdfDocument, annotation: PDFDict, { rotate }: SourcePage): Matrix {
  const rect = readBox(document.numbers(annotation, 'Rect', 4));
  if (rect === null) return identity;
  const { left: x, top: y } = rect;
  return multiply(move(identity, -x, -y), move(turnBy((360 - rotate) % 360, 1), x, y));
}

/**
 * Appearances may lack the form's mark, resources or fonts: viewers use those of the page, or the
 * form's.
 */
function toForm(document: PdfDocument, { value, stream }: Found, page: SourcePage): PDFObject {
  const own = document.dict(stream.dict, 'Resources');
  const shared = document.dict(document.dict(document.catalog, 'AcroForm'), 'DR');
  const lent = document.dictOf(page.resources) ?? shared;
  const fonts = document.dict(lent, 'Font') ?? document.dict(shared, 'Font');
  const isForm = readName(readEntry(stream.dict, 'Subtype')) === 'Form';
  const asForm = (Resources?: PDFDict) =>
    PDFRawStream.of(extend(stream.dict, made.obj({ Subtype: 'Form', Resources })), stream.contents);
  if (own === null && lent !== null) return asForm(lent);
  if (own !== null && fonts !== null && readEntry(own, 'Font') === undefined)
    return asForm(extend(own, made.obj({ Font: fonts })));
  return isForm ? value : asForm();
}

/** ISO 32000-1, 12.5.5: the transformed appearance box is fitted to the annotation's rectangle. */
function placeAppearance(
  document: PdfDocument,
  annotation: PDFDict,
  { dict }: PDFRawStream,
): Matrix | null {
  const rect = readBox(document.numbers(annotation, 'Rect', 4));
  const bbox = readBox(document.numbers(dict, 'BBox', 4));
  if (rect === null || bbox === null) return null;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] =
    document.numbers(dict, 'Matrix', 6) ?? identity;
  const bounds = transformBounds(bbox, [a, b, c, d, e, f]);
  const width = bounds.right - bounds.left;
  const height = bounds.top - bounds.bottom;
  if (!(width > 0 && height > 0)) return null;
  const scaleX = (rect.right - rect.left) / width;
  const scaleY = (rect.top - rect.bottom) / height;
  const x = rect.left - bounds.left * scaleX;
  const y = rect.bottom - bounds.bottom * scaleY;
  return [scaleX, 0, 0, scaleY, x, y];
}

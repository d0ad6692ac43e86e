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
import { readBox, transformBounds, type Matrix } from './geometry.ts';
import type { SourcePage } from './source-page.ts';

/** An annotation's appearance, and the matrix that places it on the page. */
export interface Appearance {
  /** A form, or the reference to it. */
  readonly form: PDFObject;
  readonly matrix: Matrix;
  /** The annotation's optional content, if it belongs to a layer. */
  readonly layer: PDFObject | undefined;
}

/** Hidden, or not for viewing. */
const unseen = (1 << 1) | (1 << 5);
const neverPrinted = new Set(['Popup', 'Link']);

/**
 * Returns the appearances of all visible annotations and form fields of the page, in their order.
 */
export function findAppearances(document: PdfDocument, page: SourcePage): readonly Appearance[] {
  return listAnnotations(document, page).flatMap(
    (annotation) => readAppearance(document, annotation, page) ?? [],
  );
}

/** Returns true if PDFium draws annotations of the page that are printed otherwise. */
export function isDrawnOtherwise(document: PdfDocument, page: SourcePage): boolean {
  return listAnnotations(document, page).some((one) => {
    const subtype = document.name(one, 'Subtype');
    const isFramed = document.numbers(one, 'Border', 3)?.[2] !== 0;
    // Fields are drawn otherwise than their appearances are, and links with a frame for screens.
    return subtype === 'Widget' || (subtype === 'Link' && isFramed);
  });
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
  if ((flags & unseen) !== 0) return null;
  const subtype = document.name(annotation, 'Subtype') ?? '';
  if (neverPrinted.has(subtype)) return null;
  if (!document.isRewritten) assertAsDrawn(document, annotation, subtype);
  const all = document.dict(annotation, 'AP');
  const states = document.dict(all, 'N');
  const state = document.name(annotation, 'AS') ?? 'Off';
  const form = states === null ? readEntry(all, 'N') : readEntry(states, state);
  const stream = document.resolve(form);
  if (form === undefined || !(stream instanceof PDFRawStream)) return null;
  const matrix = placeAppearance(document, annotation, stream);
  if (matrix === null) return null;
  const whole = lendResources(document, stream, page) ?? form;
  return { form: whole, matrix, layer: readEntry(annotation, 'OC') };
}

/** Viewers draw these without an appearance too, by their entries. */
const selfDrawn = new Set(['Square', 'Circle', 'Line', 'PolyLine', 'Polygon', 'Ink', 'FreeText']);

/** Throws `PdfOdd` if viewers draw the annotation otherwise than by an appearance of the file. */
function assertAsDrawn(document: PdfDocument, annotation: PDFDict, subtype: string): void {
  const hasAppearance = document.get(document.dict(annotation, 'AP'), 'N') !== undefined;
  const isField = subtype === 'Widget';
  if (hasAppearance && isField && isOutOfDate(document, annotation))
    throw new PdfOdd('a field whose appearance is out of date');
  if (hasAppearance) return;
  // Viewers agree on nothing but that it is there.
  if (subtype === 'Stamp') noteMended();
  const hasValue = findFieldEntry(document, annotation, 'V') !== undefined;
  const isSeen = hasValue || document.dict(annotation, 'MK') !== null;
  if (selfDrawn.has(subtype) || (isField && isSeen))
    throw new PdfOdd('an annotation without appearance');
}

/**
 * A form that demands new appearances (ISO 32000-1, 12.7.2) was filled in by a program that cannot
 * make them: the field's value counts. An appearance stays if PDFium's fonts may lack its letters.
 */
function isOutOfDate(document: PdfDocument, field: PDFDict): boolean {
  if (document.get(document.form, 'NeedAppearances') !== PDFBool.True) return false;
  const value = findFieldEntry(document, field, 'V');
  const isText = value instanceof PDFString || value instanceof PDFHexString;
  return isText && !/[^\0-\u00ff]/.test(value.decodeText());
}

/** Returns an entry of a form field, which may be in one of its parents. */
function findFieldEntry(
  document: PdfDocument,
  field: PDFDict | null,
  key: string,
  levels = 32,
): PDFObject | undefined {
  if (field === null || levels === 0) return undefined;
  const own = document.get(field, key);
  return own ?? findFieldEntry(document, document.dict(field, 'Parent'), key, levels - 1);
}

/**
 * Appearances may lack the form's mark, resources or fonts: viewers use those of the page, or the
 * form's. Returns null for one that lacks nothing.
 */
function lendResources(
  document: PdfDocument,
  stream: PDFRawStream,
  page: SourcePage,
): PDFRawStream | null {
  const own = document.dict(stream.dict, 'Resources');
  const shared = document.dict(document.form, 'DR');
  const lent = document.dictOf(page.resources) ?? shared;
  const fonts = [own, lent, shared].map((dict) => document.dict(dict, 'Font'));
  const isForm = readName(readEntry(stream.dict, 'Subtype')) === 'Form';
  if (isForm && fonts[0] !== null) return null;
  const Font = fonts.find((some) => some !== null);
  const Resources = extend(own ?? lent ?? made.obj({}), made.obj({ Font }));
  const form = extend(stream.dict, made.obj({ Subtype: 'Form', Resources }));
  return PDFRawStream.of(form, stream.contents);
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
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = document.numbers(dict, 'Matrix', 6) ?? [];
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

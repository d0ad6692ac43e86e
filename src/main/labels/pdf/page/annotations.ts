import { PdfName, PdfStream, isDict, readName } from '../syntax/objects.ts';
import type { PdfDict, PdfObject } from '../syntax/objects.ts';
import type { PdfDocument } from '../document/document.ts';
import { readBox, identity, transformBounds } from './geometry.ts';
import type { Matrix } from './geometry.ts';
import type { SourcePage } from './source-page.ts';
import { readPages } from './source-page.ts';

/** What an annotation looks like, and the matrix that puts it in its place on the page. */
export interface Appearance {
  readonly form: PdfObject;
  readonly matrix: Matrix;
  /** The annotation's optional content, if it belongs to a layer. */
  readonly layer: PdfObject | null;
}

const hidden = 1 << 1;
const noView = 1 << 5;

/** The appearances of all annotations and form fields that are seen on the page, in the order in which they lie on it. */
export function findAppearances(document: PdfDocument, page: SourcePage): Appearance[] {
  const appearances: Appearance[] = [];
  for (const item of document.arrayOf(page.dict.get('Annots')) ?? []) {
    const annotation = document.resolve(item);
    const appearance = isDict(annotation) ? readAppearance(document, annotation) : null;
    if (appearance !== null) appearances.push(appearance);
  }
  return appearances;
}

function readAppearance(document: PdfDocument, annotation: PdfDict): Appearance | null {
  const flags = document.resolve(annotation.get('F'));
  if (typeof flags === 'number' && (flags & (hidden | noView)) !== 0) return null;
  if (readName(document.resolve(annotation.get('Subtype'))) === 'Popup') return null;
  const found = findNormalAppearance(document, annotation);
  if (found === null) return null;
  const matrix = placeAppearance(document, annotation, found.stream);
  return matrix === null ? null : { form: toForm(found), matrix, layer: annotation.get('OC') ?? null };
}

interface Found {
  readonly value: PdfObject;
  readonly stream: PdfStream;
}

/** The normal appearance, of the state that is set where there are several. */
function findNormalAppearance(document: PdfDocument, annotation: PdfDict): Found | null {
  const value = document.dictOf(annotation.get('AP'))?.get('N') ?? null;
  const normal = document.resolve(value);
  if (normal instanceof PdfStream) return { value, stream: normal };
  if (!isDict(normal)) return null;
  const chosen = normal.get(readName(document.resolve(annotation.get('AS'))) ?? 'Off') ?? null;
  const stream = document.resolve(chosen);
  return stream instanceof PdfStream ? { value: chosen, stream } : null;
}

/** Some writers forget to say that an appearance is a form. */
function toForm({ value, stream }: Found): PdfObject {
  if (readName(stream.dict.get('Subtype')) === 'Form') return value;
  return new PdfStream(new Map([...stream.dict, ['Subtype', PdfName.of('Form')]]), stream.data);
}

/** ISO 32000-1, 12.5.5: the transformed appearance box is fitted to the annotation's rectangle. */
function placeAppearance(document: PdfDocument, annotation: PdfDict, { dict }: PdfStream): Matrix | null {
  const rect = readBox(document.numbersOf(annotation.get('Rect'), 4));
  const bbox = readBox(document.numbersOf(dict.get('BBox'), 4));
  if (rect === null || bbox === null) return null;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = document.numbersOf(dict.get('Matrix'), 6) ?? identity;
  const bounds = transformBounds(bbox, [a, b, c, d, e, f]);
  const width = bounds.right - bounds.left;
  const height = bounds.top - bounds.bottom;
  if (!(width > 0 && height > 0)) return null;
  const scaleX = (rect.right - rect.left) / width;
  const scaleY = (rect.top - rect.bottom) / height;
  return [scaleX, 0, 0, scaleY, rect.left - bounds.left * scaleX, rect.bottom - bounds.bottom * scaleY];
}

/**
 * A document whose form fields have a value but no appearance leaves drawing them to the viewer. Such a document is
 * given appearances by pdf-lib; any other is given back as it is.
 */
export async function addFormAppearances(document: PdfDocument): Promise<PdfDocument> {
  if (!document.catalog.has('AcroForm') || !lacksAppearances(document)) return document;
  try {
    await document.drawFormFields();
  } catch {
    // A form that pdf-lib cannot draw prints as far as its file says how it looks.
  }
  return document;
}

function lacksAppearances(document: PdfDocument): boolean {
  return readPages(document).some(({ dict }) =>
    (document.arrayOf(dict.get('Annots')) ?? []).some((item) => {
      const annotation = document.resolve(item);
      if (!isDict(annotation) || readName(document.resolve(annotation.get('Subtype'))) !== 'Widget') return false;
      const type = readName(findFieldEntry(document, annotation, 'FT'));
      const isText = type === 'Tx' || type === 'Ch';
      return (
        isText &&
        findFieldEntry(document, annotation, 'V') !== null &&
        findNormalAppearance(document, annotation) === null
      );
    }),
  );
}

/** An entry of a form field, which may stand in one of its parents. */
function findFieldEntry(document: PdfDocument, field: PdfDict, key: string): PdfObject {
  let current: PdfDict | null = field;
  for (let level = 0; current !== null && level < 32; level += 1) {
    const value = document.resolve(current.get(key));
    if (value !== null) return value;
    current = document.dictOf(current.get('Parent'));
  }
  return null;
}

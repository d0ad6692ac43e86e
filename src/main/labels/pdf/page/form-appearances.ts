import { isDict, readName } from '../syntax/objects.ts';
import type { PdfDict, PdfObject } from '../syntax/objects.ts';
import type { PdfDocument } from '../document/document.ts';
import { normalAppearance } from './annotations.ts';
import { readPages } from './source-page.ts';

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
      const type = readName(fieldEntry(document, annotation, 'FT'));
      const isText = type === 'Tx' || type === 'Ch';
      return (
        isText && fieldEntry(document, annotation, 'V') !== null && normalAppearance(document, annotation) === null
      );
    }),
  );
}

/** An entry of a form field, which may stand in one of its parents. */
function fieldEntry(document: PdfDocument, field: PdfDict, key: string): PdfObject {
  let current: PdfDict | null = field;
  for (let level = 0; current !== null && level < 32; level += 1) {
    const value = document.resolve(current.get(key));
    if (value !== null) return value;
    current = document.dictOf(current.get('Parent'));
  }
  return null;
}

import { PDFContext, PDFDict, PDFName, PDFNumber, PDFRawStream, type PDFObject } from 'pdf-lib';

/** Makes objects that belong to no file, and have no references. */
export const made = PDFContext.create();

/** Reads an entry of a dictionary, which may be a reference. */
export function readEntry(dict: PDFDict | null | undefined, key: string): PDFObject | undefined {
  return dict?.get(PDFName.of(key));
}

/** Returns the text of a name, without its slash. */
export function readName(value: PDFObject | undefined): string | null {
  return value instanceof PDFName ? value.decodeText() : null;
}

/** Returns a dictionary with these entries too, or instead of its own. */
export function extend(dict: PDFDict, more: PDFDict): PDFDict {
  return PDFDict.fromMapWithContext(new Map([...dict.entries(), ...more.entries()]), dict.context);
}

/** Numbers in PDF's notation, without exponents. */
export function writeNumbers(values: readonly number[]): string {
  return values.map((value) => PDFNumber.of(value).toString()).join(' ');
}

/** Returns the entries of a form with the data of a stream. */
export function describeForm(
  stream: PDFDict | undefined,
  BBox: number[],
  Resources: PDFObject | undefined,
): PDFDict {
  const Filter = readEntry(stream, 'Filter');
  const DecodeParms = readEntry(stream, 'DecodeParms');
  const form = { Type: 'XObject', Subtype: 'Form', BBox, Resources: Resources ?? {} };
  return made.obj({ ...form, Filter, DecodeParms });
}

export function makeStream(content: string) {
  return PDFRawStream.of(made.obj({}), Buffer.from(content, 'latin1'));
}

import { PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject } from 'pdf-lib';

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

import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  PDFRef,
  PDFStream,
  PDFString,
  type PDFObject,
} from 'pdf-lib';
import { PdfDamage, PdfName, PdfRef, PdfStream, PdfString } from '../syntax/objects.ts';
import type { PdfDict, PdfObject } from '../syntax/objects.ts';

/** An object of pdf-lib as a plain value. In a document that was decrypted, strings are kept otherwise than as in a file. */
export function convertObject(object: PDFObject, isDecrypted: boolean): PdfObject {
  if (object instanceof PDFName) return convertName(object);
  if (object instanceof PDFNumber) return object.asNumber();
  if (object instanceof PDFRef) return new PdfRef(object.objectNumber, object.generationNumber);
  if (object instanceof PDFDict) return convertDict(object, isDecrypted);
  if (object instanceof PDFArray) return object.asArray().map((item) => convertObject(item, isDecrypted));
  if (object instanceof PDFHexString) return new PdfString(object.asBytes());
  if (object instanceof PDFString) return new PdfString(readBytes(object, isDecrypted));
  if (object instanceof PDFBool) return object.asBoolean();
  if (object === PDFNull) return null;
  if (object instanceof PDFStream) return new PdfStream(convertDict(object.dict, isDecrypted), object.getContents());
  throw new PdfDamage('an object cannot be read');
}

/** pdf-lib keeps a string as it stands in the file, its escapes not undone; a decrypted one as its bytes. */
function readBytes(text: PDFString, isDecrypted: boolean): Uint8Array {
  return isDecrypted ? Buffer.from(text.asString(), 'latin1') : text.asBytes();
}

function convertDict(dict: PDFDict, isDecrypted: boolean): PdfDict {
  const converted: PdfDict = new Map();
  for (const [key, value] of dict.entries()) converted.set(convertName(key).value, convertObject(value, isDecrypted));
  return converted;
}

const names = new WeakMap<PDFName, PdfName>();

function convertName(name: PDFName): PdfName {
  let known = names.get(name);
  if (known === undefined) {
    known = PdfName.of(Buffer.from(name.asBytes()).toString('latin1'));
    names.set(name, known);
  }
  return known;
}

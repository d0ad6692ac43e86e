import {
  PDFArray,
  PDFDict,
  PDFNumber,
  PDFRawStream,
  decodePDFRawStream,
  type PDFObject,
} from 'pdf-lib';
import { made, readEntry, readName } from './entries.ts';
import { PdfDamage } from './errors.ts';
import { countUnpacked, inflate, maxUnpackedBytes } from './inflate.ts';
import { unpackLzw } from './lzw.ts';

export type Resolve = (value: PDFObject | undefined) => PDFObject | undefined;

interface Filter {
  readonly name: string;
  readonly parms: PDFDict | null;
}

/** The filters of a stream in the order in which they are undone. */
export function readFilters(dict: PDFDict, resolve: Resolve): readonly Filter[] {
  const parms = listItems(resolve(readEntry(dict, 'DecodeParms')));
  return listItems(resolve(readEntry(dict, 'Filter'))).map((item, index) => {
    const name = readName(resolve(item));
    if (name === null) throw new PdfDamage('a filter without a name');
    const own = resolve(parms[index]);
    return { name, parms: own instanceof PDFDict ? own : null };
  });
}

function listItems(value: PDFObject | undefined): readonly PDFObject[] {
  if (value instanceof PDFArray) return value.asArray();
  return value === undefined ? [] : [value];
}

/** Beyond this, unpacking again is cheaper than the memory. */
const maxKeptBytes = 1024 * 1024;
/** A sheet's content is read again for each label that is cut out of it. */
const decoded = new WeakMap<PDFRawStream, Uint8Array>();

/**
 * Returns the stream's bytes with all filters undone; throws damage. For content, not for pictures.
 */
export function decodeStream(stream: PDFRawStream, resolve: Resolve): Uint8Array {
  const known = decoded.get(stream);
  if (known !== undefined) return known;
  let data = stream.contents;
  for (const filter of readFilters(stream.dict, resolve)) data = undo(filter, data, resolve);
  if (data.length <= maxKeptBytes) decoded.set(stream, data);
  return data;
}

/** Returns data with one filter undone; throws damage. */
export function undo({ name, parms }: Filter, data: Uint8Array, resolve: Resolve): Uint8Array {
  if (name === 'Crypt' || data.length === 0) return data;
  const read = (key: string, otherwise: number): number => {
    const value = resolve(readEntry(parms, key));
    return value instanceof PDFNumber ? value.asNumber() : otherwise;
  };
  if (name !== 'FlateDecode' && name !== 'LZWDecode') return undoWithPdfLib(name, data);
  const plain = name === 'FlateDecode' ? inflate(data) : unpackLzw(data, read('EarlyChange', 1));
  // Programs filter pictures so, and no program its content.
  if (read('Predictor', 1) > 1) throw new PdfDamage('content stored as a picture');
  return plain;
}

function undoWithPdfLib(Filter: string, data: Uint8Array): Uint8Array {
  let plain: Uint8Array;
  try {
    const stream = PDFRawStream.of(made.obj({ Filter }), data);
    // Piece by piece, so that it stops in time.
    plain = Uint8Array.from(decodePDFRawStream(stream).getBytes(maxUnpackedBytes + 1));
  } catch (error) {
    throw new PdfDamage(`content with filter ${Filter}: ${String(error)}`);
  }
  countUnpacked(plain.length);
  return plain;
}

import {
  PDFArray,
  PDFDict,
  PDFNumber,
  PDFRawStream,
  decodePDFRawStream,
  type PDFObject,
} from 'pdf-lib';
import { made, readEntry, readName } from './entries.ts';
import { PdfDamage, PdfTooLarge } from './errors.ts';
import { countUnpacked, inflate, maxUnpackedBytes } from './inflate.ts';
import { unpackLzw } from './lzw.ts';
import { unpredict } from './predict.ts';

type Resolve = (value: PDFObject | undefined) => PDFObject | undefined;

interface Filter {
  readonly name: string;
  readonly parms: PDFDict | null;
}

/** Allowed in pictures within content only, but every viewer knows them. */
const shortNames: Readonly<Record<string, string>> = {
  Fl: 'FlateDecode',
  LZW: 'LZWDecode',
  A85: 'ASCII85Decode',
  AHx: 'ASCIIHexDecode',
  RL: 'RunLengthDecode',
};

/** The filters of a stream in the order in which they are undone. */
export function readFilters(dict: PDFDict, resolve: Resolve): readonly Filter[] {
  const parms = listItems(resolve(readEntry(dict, 'DecodeParms')));
  return listItems(resolve(readEntry(dict, 'Filter'))).map((item, index) => {
    const name = readName(resolve(item));
    if (name === null) throw new PdfDamage('a filter without a name');
    const own = resolve(parms[index]);
    return { name: shortNames[name] ?? name, parms: own instanceof PDFDict ? own : null };
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

function undo({ name, parms }: Filter, data: Uint8Array, resolve: Resolve): Uint8Array {
  if (name === 'Crypt' || data.length === 0) return data;
  const read = (key: string, otherwise: number): number => {
    const value = resolve(readEntry(parms, key));
    return value instanceof PDFNumber ? value.asNumber() : otherwise;
  };
  const plain = unpack(name, data, read('EarlyChange', 1));
  const predictor = read('Predictor', 1);
  if (predictor <= 1) return plain;
  const pixelBits = read('Colors', 1) * read('BitsPerComponent', 8);
  const row = Math.ceil((pixelBits * read('Columns', 1)) / 8);
  if (predictor === 2 || !(row > 0 && row < maxUnpackedBytes))
    throw new PdfDamage('content stored as a picture');
  return unpredict(plain, row, Math.max(1, Math.ceil(pixelBits / 8)));
}

function unpack(name: string, data: Uint8Array, earlyChange: number): Uint8Array {
  if (name === 'FlateDecode') return inflate(data);
  const plain = name === 'LZWDecode' ? unpackLzw(data, earlyChange) : undoWithPdfLib(name, data);
  countUnpacked(plain.length);
  return plain;
}

/** Piece by piece, so that it stops in time. */
function undoWithPdfLib(Filter: string, data: Uint8Array): Uint8Array {
  try {
    const stream = PDFRawStream.of(made.obj({ Filter }), data);
    const plain = decodePDFRawStream(stream).getBytes(maxUnpackedBytes + 1);
    if (plain.length > maxUnpackedBytes) throw new PdfTooLarge('a stream unpacks to too much');
    return Uint8Array.from(plain);
  } catch (error) {
    if (error instanceof PdfTooLarge) throw error;
    throw new PdfDamage(`content with filter ${Filter}: ${String(error)}`);
  }
}

import { deflateSync } from 'node:zlib';
import { PDFName, PDFRawStream, type PDFObject } from 'pdf-lib';
import { decodeStream, readFilters } from '../syntax/decode.ts';
import { extend, made } from '../syntax/entries.ts';
import { PdfDamage, PdfTooLarge } from '../syntax/errors.ts';
import { packSoundly } from '../syntax/inflate.ts';

/** Less is not worth the filter entry. */
const minBytes = 128;
/** Packing this much takes a third of a second, too long for one picture. */
const maxBytes = 8 * 1024 * 1024;
/** Filters that only enlarge data. */
const plainFilters: ReadonlySet<string> = new Set(['ASCII85Decode', 'ASCIIHexDecode']);

type Resolve = (value: PDFObject | undefined) => PDFObject | undefined;

/**
 * Returns the stream in fewer bytes, if that costs little; unchanged if it cannot be read or would
 * not shrink. Compressed data are unpacked once, to verify that they are whole. Throws damage.
 */
export function packStream(stream: PDFRawStream, resolve: Resolve): PDFRawStream {
  const { dict } = stream;
  const filters = readFilters(dict, resolve);
  if (filters[0]?.name === 'FlateDecode') {
    const sound = packSoundly(stream.contents);
    return sound === stream.contents ? stream : PDFRawStream.of(dict, sound);
  }
  const { length } = stream.contents;
  if (length < minBytes || length > maxBytes) return stream;
  const first = filters.findIndex(({ name }) => !plainFilters.has(name));
  const plain = first < 0 ? filters : filters.slice(0, first);
  const left = filters.slice(plain.length);
  let data: Uint8Array = stream.contents;
  if (plain.length > 0) {
    const wrapping = made.obj({ Filter: plain.map(({ name }) => name) });
    const undone = undo(PDFRawStream.of(wrapping, data));
    if (undone === null) return stream;
    data = undone;
  }
  if (left.length === 0) {
    data = deflateSync(data);
    left.push({ name: 'FlateDecode', parms: null });
  } else if (left[0]?.name === 'FlateDecode') data = packSoundly(data);
  if (data.length + minBytes / 4 > length) return stream;
  const names = left.map(({ name }) => name);
  const parms = left.map((filter) => filter.parms);
  const [only] = left;
  const isOne = left.length === 1;
  const packed = extend(dict, made.obj({ Filter: isOne ? only?.name : names }));
  packed.delete(PDFName.of('DecodeParms'));
  if (left.every((filter) => filter.parms === null)) return PDFRawStream.of(packed, data);
  const kept = isOne ? only?.parms : parms;
  return PDFRawStream.of(extend(packed, made.obj({ DecodeParms: kept })), data);
}

function undo(stream: PDFRawStream): Uint8Array | null {
  try {
    return decodeStream(stream, (value) => value);
  } catch (error) {
    if (error instanceof PdfDamage || error instanceof PdfTooLarge) return null;
    throw error;
  }
}

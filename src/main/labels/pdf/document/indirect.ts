import { PdfStream, isDict, nameOf } from '../syntax/objects.ts';
import type { PdfObject } from '../syntax/objects.ts';
import { isWhitespace } from '../syntax/characters.ts';
import { PdfParser } from '../syntax/parser.ts';
import type { Decryption } from './crypt.ts';

export interface ReadContext {
  /** Looks up a stream's length where it is a reference; null where that is not possible yet. */
  resolve(value: PdfObject | undefined): PdfObject;
  readonly decryption: Decryption | null;
}

export interface Indirect {
  readonly num: number;
  readonly gen: number;
  readonly value: PdfObject;
  /** Where the object ends in the file. */
  readonly end: number;
}

/** Reads `num gen obj …` at this place, with its stream if it has one. */
export function readIndirect(bytes: Buffer, offset: number, context: ReadContext): Indirect {
  const { decryption } = context;
  const header = new PdfParser(bytes, offset);
  const num = header.integer();
  const gen = header.integer();
  header.skipSpace();
  if (num < 0 || gen < 0 || !header.accept('obj')) throw header.damage('no object');
  const decrypt = decryption === null ? null : (data: Uint8Array): Uint8Array => decryption.string(num, gen, data);
  const parser = new PdfParser(bytes, header.pos, decrypt);
  parser.skipSpace();
  if (parser.accept('endobj')) return { num, gen, value: null, end: parser.pos };
  const value = parser.object();
  if (!isDict(value)) return { num, gen, value, end: parser.pos };
  const afterDict = parser.pos;
  parser.skipSpace();
  if (!parser.accept('stream')) return { num, gen, value, end: afterDict };
  if (bytes[parser.pos] === 13) parser.pos += 1;
  if (bytes[parser.pos] === 10) parser.pos += 1;
  const start = parser.pos;
  const { dataEnd, end } = streamEnd(parser, start, context.resolve(value.get('Length')));
  let data: Uint8Array = bytes.subarray(start, dataEnd);
  const type = nameOf(value.get('Type'));
  const isPlain = type === 'XRef' || (type === 'Metadata' && decryption?.encryptsMetadata === false);
  if (decryption !== null && !isPlain && !hasIdentityFilter(value)) data = decryption.stream(num, gen, data);
  return { num, gen, value: new PdfStream(value, data), end };
}

function hasIdentityFilter(dict: ReadonlyMap<string, PdfObject>): boolean {
  const filter = dict.get('Filter');
  return nameOf(Array.isArray(filter) ? filter[0] : filter) === 'Crypt';
}

/** Trusts the stated length if `endstream` follows it; otherwise looks for `endstream`. */
function streamEnd(parser: PdfParser, start: number, length: PdfObject): { dataEnd: number; end: number } {
  const { bytes } = parser;
  if (typeof length === 'number' && length >= 0 && start + length <= bytes.length) {
    parser.pos = start + length;
    while (isWhitespace(bytes[parser.pos])) parser.pos += 1;
    if (parser.accept('endstream')) return { dataEnd: start + length, end: parser.pos };
  }
  const found = bytes.indexOf('endstream', start);
  if (found < 0) throw parser.damage('stream without end');
  let dataEnd = found;
  if (dataEnd > start && bytes[dataEnd - 1] === 10) dataEnd -= 1;
  if (dataEnd > start && bytes[dataEnd - 1] === 13) dataEnd -= 1;
  return { dataEnd, end: found + 9 };
}

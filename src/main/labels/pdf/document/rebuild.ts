import { PdfDamage, PdfRef, PdfStream, isDict, nameOf } from '../syntax/objects.ts';
import type { PdfDict } from '../syntax/objects.ts';
import { isDigit, isWhitespace } from '../syntax/characters.ts';
import { PdfParser } from '../syntax/parser.ts';
import { readIndirect } from './indirect.ts';
import { maxObjects, unresolved } from './xref.ts';
import type { Index, Place } from './xref.ts';

export interface RebuiltIndex extends Index {
  /** Numbers of the object streams, in the order of the file; what is in them is not in `places` yet. */
  readonly objectStreams: readonly number[];
}

/**
 * Finds the objects by reading the file from its front, for files whose own index is missing or wrong. Of several
 * objects with one number the last counts, as in an updated file.
 */
export function rebuildIndex(bytes: Buffer): RebuiltIndex {
  const places = new Map<number, Place>();
  const trailer: PdfDict = new Map();
  const objectStreams: number[] = [];
  let catalog: PdfRef | null = null;
  let at = 0;
  for (;;) {
    const token = nextToken(bytes, at);
    if (token === null) break;
    at = token.at + token.keyword.length;
    if (token.keyword === 'trailer') {
      at = readTrailer(bytes, at, trailer);
      continue;
    }
    const offset = headerBefore(bytes, token.at);
    if (offset === null) continue;
    try {
      const { num, gen, value, end } = readIndirect(bytes, offset, { resolve: unresolved, decryption: null });
      if (num > maxObjects) continue;
      at = end;
      places.set(num, { type: 'at', offset });
      const dict = value instanceof PdfStream ? value.dict : value;
      if (!isDict(dict)) continue;
      const type = nameOf(dict.get('Type'));
      if (type === 'XRef') mergeTrailer(dict, trailer);
      else if (type === 'ObjStm') objectStreams.push(num);
      else if (type === 'Catalog') catalog = new PdfRef(num, gen);
    } catch (error) {
      if (!(error instanceof PdfDamage)) throw error;
    }
  }
  if (!trailer.has('Root') && catalog !== null) trailer.set('Root', catalog);
  return { places, trailer, objectStreams };
}

function nextToken(bytes: Buffer, from: number): { readonly keyword: 'obj' | 'trailer'; readonly at: number } | null {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 111 && bytes[at + 1] === 98 && bytes[at + 2] === 106) return { keyword: 'obj', at };
    if (byte === 116 && bytes.toString('latin1', at, at + 7) === 'trailer') return { keyword: 'trailer', at };
  }
  return null;
}

/** Where `num gen` before the keyword `obj` begins. */
function headerBefore(bytes: Buffer, keyword: number): number | null {
  let at = keyword;
  const back = (test: (byte: number | undefined) => boolean): boolean => {
    const from = at;
    while (at > 0 && test(bytes[at - 1])) at -= 1;
    return at < from;
  };
  back(isWhitespace);
  return back(isDigit) && back(isWhitespace) && back(isDigit) ? at : null;
}

function readTrailer(bytes: Buffer, from: number, trailer: PdfDict): number {
  const parser = new PdfParser(bytes, from);
  try {
    const dict = parser.object();
    if (isDict(dict)) mergeTrailer(dict, trailer);
    return parser.pos;
  } catch (error) {
    if (!(error instanceof PdfDamage)) throw error;
    return from;
  }
}

function mergeTrailer(dict: PdfDict, trailer: PdfDict): void {
  for (const key of ['Root', 'Encrypt', 'ID']) {
    const value = dict.get(key);
    if (value !== undefined) trailer.set(key, value);
  }
}

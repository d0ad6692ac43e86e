import { isDigit, isSpace } from '../syntax/characters.ts';
import { ObjectReader } from '../syntax/object-reader.ts';
import {
  PdfDamage,
  PdfRef,
  PdfStream,
  isDict,
  readName,
  type PdfDict,
  type PdfObject,
} from '../syntax/objects.ts';
import type { FileIndex, Place } from './file-index.ts';
import { readIndirectObject, type FileContext } from './indirect-object.ts';

export interface ScannedIndex extends FileIndex {
  /** The objects in the file's order. */
  readonly found: readonly {
    readonly num: number;
    readonly at: number;
    readonly isPacked: boolean;
  }[];
}

/** Finds the objects of a file whose index is lost, without those in object streams. */
export function scanFile({ file, budget }: Pick<FileContext, 'file' | 'budget'>): ScannedIndex {
  assertLastObjectEnds(file);
  const places = new Map<number, Place>();
  const trailer: PdfDict = new Map();
  const found: { num: number; at: number; isPacked: boolean }[] = [];
  const context: FileContext = {
    file,
    budget,
    // A length is a number; for one that was not found yet, the stream's end is searched.
    resolve: (value) =>
      value instanceof PdfRef ? readLength(file, budget, places.get(value.num)) : (value ?? null),
  };
  let done = 0;
  for (
    let word = file.indexOf('obj');
    word >= 0;
    word = file.indexOf('obj', Math.max(word + 3, done))
  ) {
    const at = findHeader(file, word, done);
    if (at === null) continue;
    readTrailers(context, done, at, trailer);
    const object = readFound(context, at);
    const { num } = object?.ref ?? new ObjectReader(file, at, budget).takeHeader() ?? { num: 0 };
    budget.countValue();
    // An unreadable object is listed all the same: it is damage if it is needed.
    places.set(num, { kind: 'file', at });
    const type =
      object?.value instanceof PdfStream ? readName(object.value.dict.get('Type')) : null;
    found.push({ num, at, isPacked: type === 'ObjStm' });
    if (type === 'XRef' && object?.value instanceof PdfStream)
      mergeTrailer(trailer, object.value.dict);
    done = object?.end ?? word + 3;
  }
  readTrailers(context, done, file.length, trailer);
  return { places, trailer, found };
}

/**
 * A file cut off behind a stream's dictionary looks as if the dictionary were all: content would be
 * missing.
 */
function assertLastObjectEnds(file: Buffer): void {
  const rest = file.toString('latin1', Math.max(0, file.lastIndexOf('endobj')));
  if (/\d\s+\d+\s+obj\b/.test(rest)) throw new PdfDamage('cut off in the middle of an object');
}

function readFound(context: FileContext, at: number): ReturnType<typeof readIndirectObject> {
  try {
    return readIndirectObject(context, at);
  } catch (error) {
    if (error instanceof PdfDamage) return null;
    throw error;
  }
}

function readLength(
  file: Buffer,
  budget: FileContext['budget'],
  place: Place | undefined,
): PdfObject {
  if (place?.kind !== 'file') return null;
  const reader = new ObjectReader(file, place.at, budget);
  return reader.takeHeader() === null ? null : reader.takeInteger();
}

/** Returns the offset of the two numbers before this `obj`, or null. */
function findHeader(file: Buffer, word: number, from: number): number | null {
  let at = word;
  for (let part = 0; part < 2; part += 1) {
    const before = at;
    while (at > from && isSpace(file[at - 1])) at -= 1;
    if (part === 1 && at === before) return null;
    const end = at;
    while (at > from && isDigit(file[at - 1])) at -= 1;
    if (at === end || end - at > 10) return null;
  }
  return at;
}

function readTrailers(context: FileContext, from: number, to: number, trailer: PdfDict): void {
  const part = context.file.subarray(from, to);
  for (let word = part.indexOf('trailer'); word >= 0; word = part.indexOf('trailer', word + 7)) {
    try {
      const dict = new ObjectReader(context.file, from + word + 7, context.budget).readValue();
      if (isDict(dict)) mergeTrailer(trailer, dict);
    } catch (error) {
      if (!(error instanceof PdfDamage)) throw error;
    }
  }
}

/** The later one wins, as a later object does. A linearised file's first one equals its last. */
function mergeTrailer(trailer: PdfDict, from: PdfDict): void {
  for (const key of ['Root', 'Encrypt', 'ID']) {
    const value = from.get(key);
    if (value !== undefined && value !== null) trailer.set(key, value);
  }
}

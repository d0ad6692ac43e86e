import { PdfDamage, PdfStream, isDict } from '../syntax/objects.ts';
import type { PdfDict, PdfObject } from '../syntax/objects.ts';
import { isDigit } from '../syntax/characters.ts';
import { PdfParser } from '../syntax/parser.ts';
import { decodeStream } from '../syntax/filters.ts';
import { readIndirect } from './indirect.ts';

/** Where an object lies: at a byte, or in an object stream. */
export type Place =
  | { readonly type: 'at'; readonly offset: number }
  | { readonly type: 'in'; readonly stream: number; readonly index: number };

export interface Index {
  readonly places: Map<number, Place>;
  readonly trailer: PdfDict;
}

interface Section {
  readonly dict: PdfDict;
  readonly used: readonly (readonly [number, Place])[];
  readonly free: readonly number[];
}

export const maxObjects = 1_000_000;

/** Reads the cross-reference tables and streams as the file states them, the newest revision first. */
export function readIndex(bytes: Buffer): Index {
  const start = bytes.lastIndexOf('startxref');
  if (start < 0) throw new PdfDamage('no startxref');
  if (hasObjects(bytes, start)) throw new PdfDamage('objects after the end');
  const places = new Map<number, Place | null>();
  const seen = new Set<number>();
  const note = (num: number, place: Place | null): void => {
    if (!places.has(num)) places.set(num, place);
  };
  let trailer: PdfDict | null = null;
  let next: PdfObject | undefined = new PdfParser(bytes, start + 9).integer();
  while (typeof next === 'number' && !seen.has(next)) {
    seen.add(next);
    const section = readSection(bytes, next);
    for (const [num, place] of section.used) note(num, place);
    // A hybrid file lists as free, for old readers, what its cross-reference stream then has.
    const hybrid = section.dict.get('XRefStm');
    if (typeof hybrid === 'number') for (const [num, place] of readSection(bytes, hybrid).used) note(num, place);
    for (const num of section.free) note(num, null);
    trailer ??= section.dict;
    next = section.dict.get('Prev');
  }
  if (trailer === null) throw new PdfDamage('no trailer');
  const used = new Map<number, Place>();
  for (const [num, place] of places) if (place !== null) used.set(num, place);
  return { places: used, trailer };
}

/** True where an update was begun after the last complete one: the file was cut. */
function hasObjects(bytes: Buffer, from: number): boolean {
  for (let at = bytes.indexOf(' obj', from); at >= 0; at = bytes.indexOf(' obj', at + 4)) {
    if (isDigit(bytes[at - 1])) return true;
  }
  return false;
}

/** Numbers are never references while the index itself is read. */
export const unresolved = (value: PdfObject | undefined): PdfObject => value ?? null;

function readSection(bytes: Buffer, offset: number): Section {
  if (offset < 0 || offset >= bytes.length) throw new PdfDamage('no cross-reference section where it should be');
  const parser = new PdfParser(bytes, offset);
  parser.skipSpace();
  if (parser.accept('xref')) return readTable(parser);
  const { value } = readIndirect(bytes, parser.pos, { resolve: unresolved, decryption: null });
  if (!(value instanceof PdfStream)) throw new PdfDamage('no cross-reference section where it should be');
  return readXrefStream(value);
}

function readTable(parser: PdfParser): Section {
  const used: (readonly [number, Place])[] = [];
  const free: number[] = [];
  for (;;) {
    parser.skipSpace();
    if (parser.accept('trailer')) {
      const dict = parser.object();
      if (!isDict(dict)) throw parser.damage('no trailer dictionary');
      return { dict, used, free };
    }
    const first = parser.integer();
    const count = parser.integer();
    if (first < 0 || count < 0 || first + count > maxObjects) throw parser.damage('cross-reference table unreadable');
    for (let num = first; num < first + count; num += 1) {
      const offset = parser.integer();
      const generation = parser.integer();
      parser.skipSpace();
      if (offset < 0 || generation < 0) throw parser.damage('cross-reference entry unreadable');
      if (parser.accept('n')) used.push([num, { type: 'at', offset }]);
      else if (parser.accept('f')) free.push(num);
      else throw parser.damage('cross-reference entry unreadable');
    }
  }
}

function readXrefStream(stream: PdfStream): Section {
  const { dict } = stream;
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = numbers(dict.get('W'));
  const width = typeWidth + secondWidth + thirdWidth;
  if (!(width > 0 && width <= 32)) throw new PdfDamage('cross-reference stream unreadable');
  const ranges = dict.has('Index') ? numbers(dict.get('Index')) : [0, ...numbers([dict.get('Size') ?? 0])];
  const data = decodeStream(stream, unresolved);
  const field = (at: number, bytes: number): number => {
    let value = 0;
    for (let index = 0; index < bytes; index += 1) value = value * 256 + (data[at + index] ?? 0);
    return value;
  };
  const used: (readonly [number, Place])[] = [];
  const free: number[] = [];
  let at = 0;
  for (let range = 0; range + 1 < ranges.length; range += 2) {
    const first = ranges[range] ?? 0;
    const end = Math.min(maxObjects, first + (ranges[range + 1] ?? 0));
    for (let num = first; num < end && at + width <= data.length; num += 1, at += width) {
      const type = typeWidth === 0 ? 1 : field(at, typeWidth);
      const second = field(at + typeWidth, secondWidth);
      if (type === 0) free.push(num);
      else if (type === 1) used.push([num, { type: 'at', offset: second }]);
      else if (type === 2) {
        used.push([num, { type: 'in', stream: second, index: field(at + typeWidth + secondWidth, thirdWidth) }]);
      }
    }
  }
  return { dict, used, free };
}

function numbers(value: PdfObject | undefined): number[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];
}

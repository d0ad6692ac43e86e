import { isRegular, isSpace, startsAt } from '../syntax/characters.ts';
import { ObjectReader } from '../syntax/object-reader.ts';
import {
  PdfDamage,
  PdfStream,
  isDict,
  type PdfDict,
  type PdfObject,
  type PdfRef,
} from '../syntax/objects.ts';
import type { ReadBudget } from '../syntax/read-budget.ts';

export interface IndirectObject {
  /** The numbers before it, which may differ from the index. */
  readonly ref: PdfRef;
  readonly value: PdfObject;
  /** The offset behind it, in bytes. */
  readonly end: number;
}

/** The context that reading an object needs. */
export interface FileContext {
  readonly file: Buffer;
  readonly budget: ReadBudget;
  /** Resolves a stream's length that is an object of its own. */
  resolve(value: PdfObject | undefined): PdfObject;
}

/**
 * Reads `12 0 obj …` at this offset; null if there is none. An unreadable object is `PdfDamage`.
 */
export function readIndirectObject(context: FileContext, at: number): IndirectObject | null {
  const { file, budget } = context;
  const reader = new ObjectReader(file, at, budget);
  const ref = reader.takeHeader();
  if (ref === null) return null;
  const value = reader.takeWord('endobj') ? null : reader.readValue();
  const end = reader.at;
  if (!isDict(value) || !reader.takeWord('stream')) return { ref, value, end };
  const { from, to, end: after } = findData(context, value, reader.at);
  return { ref, value: new PdfStream(value, file.subarray(from, to)), end: after };
}

interface Extent {
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

const newline = 10;
const carriageReturn = 13;
const space = 32;

/**
 * Returns the bytes of a stream, by its length if the end is there, else by searching for the end.
 */
function findData(context: FileContext, dict: PdfDict, afterWord: number): Extent {
  const { file } = context;
  let from = afterWord;
  while (file[from] === space) from += 1;
  if (file[from] !== carriageReturn && file[from] !== newline) from = afterWord;
  if (file[from] === carriageReturn) from += 1;
  if (file[from] === newline) from += 1;
  const length = context.resolve(dict.get('Length'));
  if (
    typeof length === 'number' &&
    Number.isInteger(length) &&
    length >= 0 &&
    from + length <= file.length
  ) {
    const to = from + length;
    const end = skipEndWord(file, to);
    if (end !== null) return { from, to, end };
  }
  return findEnd(context, from);
}

/**
 * Returns the offset behind the word that ends a stream, if at most white space precedes it, else
 * null.
 */
function skipEndWord(file: Buffer, at: number): number | null {
  const word = skipSpace(file, at);
  if (isWordAt(file, word, 'endstream')) return word + 'endstream'.length;
  // Some writers omit it; the object's end says the same.
  return isWordAt(file, word, 'endobj') ? word : null;
}

function skipSpace(file: Buffer, at: number): number {
  let next = at;
  while (isSpace(file[next])) next += 1;
  return next;
}

function isWordAt(file: Buffer, at: number, word: string): boolean {
  return startsAt(file, at, word) && !isRegular(file[at + word.length]);
}

/**
 * Finds the first `endstream` before an `endobj`, as data may contain the word; else the first of
 * either.
 */
function findEnd({ file, budget }: FileContext, from: number): Extent {
  const endObject = findObjectEnd(file, from);
  const part = file.subarray(from, endObject ?? file.length);
  budget.countBytes(2 * part.length);
  let first: number | null = null;
  for (
    let word = part.indexOf('endstream');
    word >= 0;
    word = part.indexOf('endstream', word + 9)
  ) {
    const to = from + word;
    first ??= to;
    if (isWordAt(file, skipSpace(file, to + 9), 'endobj'))
      return { from, to: trimEnd(file, from, to), end: to + 9 };
  }
  if (first !== null) return { from, to: trimEnd(file, from, first), end: first + 9 };
  if (endObject === null) throw new PdfDamage('a stream without end');
  return { from, to: trimEnd(file, from, endObject), end: endObject };
}

/** Finds the `endobj` before another object, the index, or the file's end. */
function findObjectEnd(file: Buffer, from: number): number | null {
  for (
    let word = file.indexOf('endobj', from);
    word >= 0;
    word = file.indexOf('endobj', word + 6)
  ) {
    if (
      /^\s*(?:\d+\s+\d+\s+obj|xref|trailer|startxref|$)/.test(
        file.toString('latin1', word + 6, word + 64),
      )
    )
      return word;
  }
  return null;
}

/** The line break before `endstream` is not part of the data. */
function trimEnd(file: Buffer, from: number, word: number): number {
  let to = word;
  if (to > from && file[to - 1] === newline) to -= 1;
  if (to > from && file[to - 1] === carriageReturn) to -= 1;
  return to;
}

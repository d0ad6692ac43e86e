import { findWordEnd, isRegular, isSpace } from '../syntax/characters.ts';
import { NumberReader } from '../syntax/number-reader.ts';
import { readShortText } from '../syntax/short-text.ts';

/** More than any operator takes, with the arrays of text flattened. */
const maxOperands = 4096;

/** The operands before an operator, arrays and dictionaries flattened. Labels have a hundred thousand numbers. */
export class Operands {
  #numbers = new Float64Array(16);
  readonly #names: string[] = [];
  length = 0;
  /** The length of all strings together. */
  textBytes = 0;

  /** Returns 0 for anything but a number. */
  number(index: number): number {
    return index < this.length ? (this.#numbers[index] ?? 0) : 0;
  }

  /** Returns a name without its slash, or null for anything else. */
  name(index: number): string | null {
    return this.#names.length === 0 ? null : (this.#names[index] ?? null);
  }

  addNumber(value: number): void {
    if (this.length === maxOperands) return;
    if (this.length === this.#numbers.length) {
      const larger = new Float64Array(2 * this.length);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.length] = value;
    this.length += 1;
  }

  addName(name: string): void {
    if (this.length < maxOperands) this.#names[this.length] = name;
    this.addNumber(0);
  }

  addText(bytes: number): void {
    this.addNumber(0);
    this.textBytes += bytes;
  }

  clear(): void {
    this.length = 0;
    this.textBytes = 0;
    if (this.#names.length > 0) this.#names.length = 0;
  }

  /** Returns some of the numbers, from an index on. */
  slice(from: number, count: number): Operands {
    const some = new Operands();
    for (let index = from; index < from + count; index += 1) some.addNumber(this.number(index));
    return some;
  }
}

/**
 * Calls `perform` for each operator of a content stream with its operands, which are valid during the call only; an
 * inline image's data are left out. Nonsense is skipped, as viewers do. In linear time. One loop with a local position:
 * it is fast even before it is compiled.
 */
export function readOperations(content: Uint8Array, perform: (operator: string, operands: Operands) => void): void {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const numbers = new NumberReader();
  const operands = new Operands();
  const { length } = bytes;
  for (let at = 0; at < length;) {
    const byte = bytes[at] ?? 0;
    const kind = kinds[byte];
    if (kind === number) {
      const value = numbers.read(bytes, at);
      if (Number.isNaN(value)) {
        const end = findWordEnd(bytes, at);
        operands.addNumber(toLooseNumber(bytes.toString('latin1', at, end)));
        at = end;
      } else {
        operands.addNumber(value);
        at = numbers.end;
      }
    } else if (kind === space) at += 1;
    else if (kind === delimiter) at = readDelimited(bytes, at, operands);
    else {
      const end = findWordEnd(bytes, at);
      const operator = readWord(bytes, at, end);
      at = end;
      perform(operator, operands);
      operands.clear();
      if (operator === 'ID') at = findImageEnd(bytes, at);
    }
  }
}

/** The meaning of a first byte; all others begin an operator. */
const [space, delimiter, number] = [1, 2, 3] as const;
const kinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (isSpace(byte)) return space;
  if (!isRegular(byte)) return delimiter;
  return isNumberStart(byte) ? number : 0;
});

/** Frequent operators, so that no string is made for each. Literals compare fastest. */
const usual = [
  ...['q', 'Q', 'cm', 'w', 'd', 'gs', 'm', 'l', 'c', 'v', 'y', 're', 'h', 'W', 'W*', 'f', 'F', 'f*', 'S', 's'],
  ...['B', 'b', 'n', 'cs', 'sc', 'g', 'rg', 'k', 'CS', 'SC', 'G', 'RG', 'K', 'BT', 'ET', 'Td', 'TD'],
  ...['Tm', 'T*', 'Tf', 'Tj', 'TJ', "'", 'Tc', 'Tw', 'Tz', 'TL', 'Do', 'J', 'j', 'M', 'i', 'ri'],
];
/** By one or two bytes: a table is faster than a map. */
const words: readonly (string | undefined)[] = makeWords();

function makeWords(): (string | undefined)[] {
  const table = Array.from<string | undefined>({ length: 1 << 14 }).fill(undefined);
  for (const word of usual) table[makeKey(Buffer.from(word), 0, word.length)] = word;
  return table;
}

function readWord(bytes: Buffer, from: number, end: number): string {
  const known = end - from > 2 ? undefined : words[makeKey(bytes, from, end)];
  return known ?? readShortText(bytes, from, end);
}

/** Returns one or two bytes as a number; for non-ASCII one that no word of the table has. */
function makeKey(bytes: Uint8Array, from: number, end: number): number {
  const first = bytes[from] ?? 0;
  if (end - from === 1) return first;
  const second = bytes[from + 1] ?? 0;
  return second > 127 ? 0 : (first << 7) | second;
}

/** Reads a delimiter; arrays and dictionaries count as their contents. Returns the position behind it. */
function readDelimited(bytes: Buffer, from: number, operands: Operands): number {
  let at = from + 1;
  switch (bytes[from]) {
    case 0x25: // %
      while (at < bytes.length && !isLineEnd(bytes[at])) at += 1;
      return at;
    case 0x28: // (
      for (let depth = 1; depth > 0 && at < bytes.length; at += 1) {
        const byte = bytes[at];
        if (byte === 0x5c) at += 1;
        else if (byte === 0x28) depth += 1;
        else if (byte === 0x29) depth -= 1;
      }
      operands.addText(at - from - 1);
      return at;
    case 0x3c: // <
      if (bytes[at] === 0x3c) return at + 1;
      while (at < bytes.length && bytes[at] !== 0x3e) at += 1;
      operands.addText((at - from - 1) / 2);
      return at;
    case 0x2f: // /
      at = findWordEnd(bytes, at);
      operands.addName(readWord(bytes, from + 1, at));
      return at;
    default:
      return at;
  }
}

/** Returns the position behind the first possible `EI`: if it was data after all, some data count as operators. */
function findImageEnd(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] !== 0x45 || bytes[at + 1] !== 0x49) continue;
    const after = bytes[at + 2];
    if (after === undefined || isSpace(after)) return at + 2;
  }
  return bytes.length;
}

/** Digits, signs and the point. */
function isNumberStart(byte: number): boolean {
  return byte >= 0x2b && byte <= 0x39 && byte !== 0x2c && byte !== 0x2f;
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === 0x0a || byte === 0x0d;
}

/** Numbers are read as loosely as viewers do: `--5` and `1.2.3` are numbers. */
function toLooseNumber(word: string): number {
  const value = Number.parseFloat(word.replace(/^[-+]*(?=[-+])/, ''));
  return Number.isFinite(value) ? value : 0;
}

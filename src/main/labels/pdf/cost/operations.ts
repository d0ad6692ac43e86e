import { findWordEnd, isRegular, isSpace } from '../syntax/characters.ts';
import { NumberReader } from '../syntax/number-reader.ts';

/** More than any operator takes, the arrays of text taken apart. */
const maxOperands = 4096;

/** What stands before an operator, arrays and dictionaries taken apart. Labels have a hundred thousand numbers. */
export class Operands {
  #numbers = new Float64Array(16);
  readonly #names: string[] = [];
  length = 0;
  /** Of all strings together. */
  textBytes = 0;

  /** 0 for what is no number. */
  number(index: number): number {
    return index < this.length ? (this.#numbers[index] ?? 0) : 0;
  }

  /** A name without its slash; null for what is none. */
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

  /** Some of the numbers, from a place on. */
  slice(from: number, count: number): Operands {
    const some = new Operands();
    for (let index = from; index < from + count; index += 1) some.addNumber(this.number(index));
    return some;
  }
}

/**
 * Calls `perform` for each operator of a content stream with the operands before it, which are for the call only; an
 * inline image's data are left out. What makes no sense is passed over, as it is by who draws it. In linear time.
 */
export function readOperations(content: Uint8Array, perform: (operator: string, operands: Operands) => void): void {
  const reader = new ContentReader(content);
  const operands = new Operands();
  for (let operator = reader.next(operands); operator !== null; operator = reader.next(operands)) {
    perform(operator, operands);
    operands.clear();
    if (operator === 'ID') reader.skipImage();
  }
}

/** Those of which labels have hundreds, so that no text is made for each. Literals are compared fastest. */
const usual = [
  ...['q', 'Q', 'cm', 'w', 'd', 'gs', 'm', 'l', 'c', 'v', 'y', 're', 'h', 'W', 'W*', 'f', 'F', 'f*', 'S', 's'],
  ...['B', 'b', 'n', 'cs', 'sc', 'scn', 'g', 'rg', 'k', 'CS', 'SC', 'SCN', 'G', 'RG', 'K', 'BT', 'ET', 'Td', 'TD'],
  ...['Tm', 'T*', 'Tf', 'Tj', 'TJ', "'", 'Tc', 'Tw', 'Tz', 'TL', 'Do', 'BDC', 'BMC', 'EMC', 'J', 'j', 'M', 'i', 'ri'],
];
const words = new Map(usual.map((name) => [makeKey(Buffer.from(name), 0, name.length), name]));

class ContentReader {
  readonly #content: Buffer;
  readonly #numbers = new NumberReader();
  #at = 0;

  constructor(content: Uint8Array) {
    this.#content = Buffer.from(content.buffer, content.byteOffset, content.length);
  }

  /** The next operator, what stands before it added to the operands; null at the end. */
  next(operands: Operands): string | null {
    for (;;) {
      const byte = this.#content[this.#at];
      if (byte === undefined) return null;
      if (isNumberStart(byte)) operands.addNumber(this.#readNumber());
      else if (isRegular(byte)) return this.#readWord();
      else {
        this.#at += 1;
        if (!isSpace(byte)) this.#readDelimited(byte, operands);
      }
    }
  }

  #readNumber(): number {
    const number = this.#numbers.read(this.#content, this.#at);
    if (Number.isNaN(number)) return toLooseNumber(this.#readWord());
    this.#at = this.#numbers.end;
    return number;
  }

  /** What a delimiter begins, which was read just now; arrays and dictionaries are only what is in them. */
  #readDelimited(delimiter: number, operands: Operands): void {
    const content = this.#content;
    switch (delimiter) {
      case 0x25: // %
        while (this.#at < content.length && !isLineEnd(content[this.#at])) this.#at += 1;
        break;
      case 0x28: // (
        operands.addText(this.#skipString());
        break;
      case 0x3c: // <
        if (content[this.#at] === 0x3c) this.#at += 1;
        else operands.addText(this.#skipHexString());
        break;
      case 0x2f: // /
        operands.addName(this.#readWord());
    }
  }

  /** To behind the first `EI` that can be one: where it was none after all, some data count as operators. */
  skipImage(): void {
    const content = this.#content;
    for (let at = this.#at; at < content.length; at += 1) {
      if (content[at] !== 0x45 || content[at + 1] !== 0x49) continue;
      const after = content[at + 2];
      if (after !== undefined && !isSpace(after)) continue;
      this.#at = at + 2;
      return;
    }
    this.#at = content.length;
  }

  /** Gives how many bytes it has. */
  #skipString(): number {
    const from = this.#at;
    for (let depth = 1; depth > 0 && this.#at < this.#content.length; this.#at += 1) {
      const byte = this.#content[this.#at];
      if (byte === 0x5c) this.#at += 1;
      else if (byte === 0x28) depth += 1;
      else if (byte === 0x29) depth -= 1;
    }
    return this.#at - from;
  }

  #skipHexString(): number {
    const from = this.#at;
    while (this.#at < this.#content.length && this.#content[this.#at] !== 0x3e) this.#at += 1;
    return (this.#at - from) / 2;
  }

  #readWord(): string {
    const from = this.#at;
    const end = findWordEnd(this.#content, from);
    this.#at = end;
    const known = end - from > 3 ? undefined : words.get(makeKey(this.#content, from, end));
    return known ?? this.#content.toString('latin1', from, end);
  }
}

/** At most three bytes as one number; the leading 1 tells apart how many. */
function makeKey(bytes: Uint8Array, from: number, end: number): number {
  let key = 1;
  for (let at = from; at < end; at += 1) key = (key << 8) | (bytes[at] ?? 0);
  return key;
}

/** Digits, signs and the point. */
function isNumberStart(byte: number): boolean {
  return byte >= 0x2b && byte <= 0x39 && byte !== 0x2c && byte !== 0x2f;
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === 0x0a || byte === 0x0d;
}

/** Numbers are read as loosely as those who draw them do: `--5` and `1.2.3` are numbers. */
function toLooseNumber(word: string): number {
  const value = Number.parseFloat(word.replace(/^[-+]*(?=[-+])/, ''));
  return Number.isFinite(value) ? value : 0;
}

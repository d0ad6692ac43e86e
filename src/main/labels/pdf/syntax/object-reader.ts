import { findWordEnd, isDigit, isRegular, isSpace, startsAt } from './characters.ts';
import { PdfDamage, PdfName, PdfRef, PdfString, type PdfDict, type PdfObject } from './objects.ts';
import type { ReadBudget } from './read-budget.ts';

/** Deeper than any real file, and far from the end of the stack. */
const maxDepth = 500;
/** Longer ones are not integers of a PDF. */
const maxDigits = 15;

const newline = 10;
const carriageReturn = 13;
const percent = 37;
const openRound = 40;
const closeRound = 41;
const slash = 47;
const less = 60;
const greater = 62;
const openSquare = 91;
const backslash = 92;
const closeSquare = 93;

/**
 * Reads values from bytes, from a position that moves forward. Unreadable values throw `PdfDamage`.
 */
export class ObjectReader {
  readonly #bytes: Buffer;
  readonly #budget: ReadBudget;
  #depth = 0;
  at: number;

  constructor(bytes: Buffer, at: number, budget: ReadBudget) {
    this.#bytes = bytes;
    this.at = at;
    this.#budget = budget;
  }

  /** Reads a value, which may be a reference; of a stream only its dictionary. */
  readValue(): PdfObject {
    if (this.#depth > 0) return this.#readOne();
    const from = this.at;
    try {
      return this.#readOne();
    } finally {
      // Failed attempts count too: they were read to their end.
      this.#depth = 0;
      this.#budget.countBytes(this.at - from);
    }
  }

  skipSpace(): void {
    const bytes = this.#bytes;
    for (;;) {
      const byte = bytes[this.at];
      if (isSpace(byte)) this.at += 1;
      else if (byte === percent) {
        while (
          this.at < bytes.length &&
          bytes[this.at] !== newline &&
          bytes[this.at] !== carriageReturn
        )
          this.at += 1;
      } else return;
    }
  }

  /** Moves behind this word if it is next, and returns whether it was. */
  takeWord(word: string): boolean {
    this.skipSpace();
    const end = this.at + word.length;
    if (!startsAt(this.#bytes, this.at, word) || isRegular(this.#bytes[end])) return false;
    this.at = end;
    return true;
  }

  /** Moves behind an unsigned integer and returns it; null if none is next. */
  takeInteger(): number | null {
    this.skipSpace();
    let end = this.at;
    let value = 0;
    for (
      let byte = this.#bytes[end];
      byte !== undefined && isDigit(byte);
      byte = this.#bytes[end]
    ) {
      value = value * 10 + byte - 48;
      end += 1;
    }
    if (end === this.at || end - this.at > maxDigits) return null;
    this.at = end;
    return value;
  }

  /** Moves behind `12 0 obj` and returns its two numbers; null if it is not next. */
  takeHeader(): PdfRef | null {
    const num = this.takeInteger();
    const gen = num === null ? null : this.takeInteger();
    if (num === null || gen === null) return null;
    this.skipSpace();
    // Some writers begin the object right behind the word.
    if (!startsAt(this.#bytes, this.at, 'obj')) return null;
    this.at += 3;
    return new PdfRef(num, gen);
  }

  #readOne(): PdfObject {
    this.#budget.countValue();
    this.skipSpace();
    const byte = this.#bytes[this.at];
    switch (byte) {
      case slash:
        return new PdfName(this.#readName());
      case openRound:
        return this.#readText();
      case openSquare:
        return this.#readArray();
      case less:
        return this.#bytes[this.at + 1] === less ? this.#readDict() : this.#readHexText();
      default:
        return this.#readNumberOrWord();
    }
  }

  #nest(): void {
    if (this.#depth >= maxDepth) throw new PdfDamage('nested without end');
    this.#depth += 1;
  }

  #readName(): string {
    const from = this.at + 1;
    const end = findWordEnd(this.#bytes, from);
    this.at = end;
    const name = this.#bytes.toString('latin1', from, end);
    return name.includes('#')
      ? name.replace(/#([0-9A-Fa-f]{2})/g, (_all, code: string) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        )
      : name;
  }

  #readArray(): PdfObject[] {
    this.#nest();
    this.at += 1;
    const items: PdfObject[] = [];
    for (;;) {
      this.skipSpace();
      if (this.#bytes[this.at] === closeSquare) break;
      items.push(this.readValue());
    }
    this.at += 1;
    this.#depth -= 1;
    return items;
  }

  #readDict(): PdfDict {
    this.#nest();
    this.at += 2;
    const dict: PdfDict = new Map();
    for (;;) {
      this.skipSpace();
      if (this.#isDictEnd()) break;
      if (this.#bytes[this.at] !== slash) throw new PdfDamage('an entry without a name');
      const key = this.#readName();
      this.skipSpace();
      // A name without a value at the end has no meaning.
      dict.set(key, this.#isDictEnd() ? null : this.readValue());
    }
    this.at += 2;
    this.#depth -= 1;
    return dict;
  }

  #isDictEnd(): boolean {
    return this.#bytes[this.at] === greater && this.#bytes[this.at + 1] === greater;
  }

  #readNumberOrWord(): PdfObject {
    const from = this.at;
    const whole = isDigit(this.#bytes[from]) ? this.takeInteger() : null;
    if (whole !== null && !isRegular(this.#bytes[this.at]))
      return this.#readReference(whole) ?? whole;
    this.at = findWordEnd(this.#bytes, from);
    const word = this.#bytes.toString('latin1', from, Math.min(this.at, from + 64));
    if (/^[-+.\d]/.test(word)) return readLooseNumber(word);
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    this.at = from;
    throw new PdfDamage('a value that is none');
  }

  /** `12 0 R`, whose first number has just been read. */
  #readReference(num: number): PdfRef | null {
    const from = this.at;
    const gen = isSpace(this.#bytes[from]) ? this.takeInteger() : null;
    if (gen !== null && this.takeWord('R')) return new PdfRef(num, gen);
    this.at = from;
    return null;
  }

  #readHexText(): PdfString {
    const end = this.#bytes.indexOf(greater, this.at);
    if (end < 0) throw new PdfDamage('a string without end');
    const digits = this.#bytes.toString('latin1', this.at + 1, end).replace(/[^0-9A-Fa-f]/g, '');
    this.at = end + 1;
    return new PdfString(Buffer.from(digits.length % 2 === 1 ? `${digits}0` : digits, 'hex'));
  }

  #readText(): PdfString {
    const bytes = this.#bytes;
    const from = this.at + 1;
    let level = 1;
    let end = from;
    for (; level > 0; end += 1) {
      const byte = bytes[end];
      if (byte === undefined) {
        this.at = end;
        throw new PdfDamage('a string without end');
      }
      if (byte === backslash) end += 1;
      else if (byte === openRound) level += 1;
      else if (byte === closeRound) level -= 1;
    }
    this.at = end;
    return new PdfString(undoEscapes(bytes.subarray(from, end - 1)));
  }
}

/**
 * As viewers read malformed numbers: `--5` is -5, `1.2.3` is 1.2, and a lone sign or point is 0.
 */
function readLooseNumber(word: string): number {
  const value = /[^-+.\d]/.test(word) ? Number.NaN : Number(word);
  if (Number.isFinite(value)) return value;
  const read = Number.parseFloat(word.replace(/^[-+]*(?=[-+])/, ''));
  return Number.isFinite(read) ? read : 0;
}

const escapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

function undoEscapes(raw: Buffer): Uint8Array {
  if (!raw.includes(backslash) && !raw.includes(carriageReturn)) return raw;
  const out: number[] = [];
  for (let at = 0; at < raw.length; at += 1) {
    const byte = raw[at] ?? 0;
    if (byte === carriageReturn) {
      out.push(newline);
      if (raw[at + 1] === newline) at += 1;
    } else if (byte !== backslash) out.push(byte);
    else {
      at += 1;
      const octal = /^[0-7]{1,3}/.exec(raw.toString('latin1', at, at + 3))?.[0];
      const next = raw[at];
      if (octal !== undefined) {
        out.push(Number.parseInt(octal, 8) & 255);
        at += octal.length - 1;
      } else if (next === carriageReturn) {
        if (raw[at + 1] === newline) at += 1;
      } else if (next !== undefined && next !== newline)
        out.push(escapes[String.fromCharCode(next)] ?? next);
    }
  }
  return Uint8Array.from(out);
}

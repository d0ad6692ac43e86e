import { hexValue, isDigit, isRegular, whitespace } from './characters.ts';
import { PdfDamage, PdfName, PdfRef, PdfString } from './objects.ts';
import type { PdfArray, PdfDict, PdfObject } from './objects.ts';

/** Deeper nesting than any real document's; keeps the recursion below the stack's end. */
const maxDepth = 256;

const escapes: Readonly<Record<number, number>> = { 110: 10, 114: 13, 116: 9, 98: 8, 102: 12 };

/** Reads PDF objects (ISO 32000-1, 7.2 and 7.3) from bytes. Streams are the document's affair: see `document.ts`. */
export class PdfParser {
  readonly bytes: Buffer;
  pos: number;
  private readonly decryptString: ((bytes: Uint8Array) => Uint8Array) | null;

  constructor(bytes: Buffer, pos = 0, decryptString: ((bytes: Uint8Array) => Uint8Array) | null = null) {
    this.bytes = bytes;
    this.pos = pos;
    this.decryptString = decryptString;
  }

  damage(what: string): PdfDamage {
    return new PdfDamage(`${what} at byte ${this.pos}`);
  }

  skipSpace(): void {
    const { bytes } = this;
    for (;;) {
      const byte = bytes[this.pos];
      if (byte === undefined) return;
      if (whitespace[byte] === 1) this.pos += 1;
      else if (byte === 37) {
        while (this.pos < bytes.length && bytes[this.pos] !== 10 && bytes[this.pos] !== 13) this.pos += 1;
      } else return;
    }
  }

  /** Consumes this keyword if it is next. */
  accept(keyword: string): boolean {
    const { bytes, pos } = this;
    for (let index = 0; index < keyword.length; index += 1) {
      if (bytes[pos + index] !== keyword.charCodeAt(index)) return false;
    }
    this.pos = pos + keyword.length;
    return true;
  }

  /** An unsigned integer, or -1 where there is none. */
  integer(): number {
    this.skipSpace();
    const { bytes } = this;
    const start = this.pos;
    let value = 0;
    for (let byte = bytes[this.pos]; byte !== undefined && byte >= 48 && byte <= 57; byte = bytes[this.pos]) {
      value = value * 10 + byte - 48;
      this.pos += 1;
    }
    return this.pos > start && Number.isSafeInteger(value) ? value : -1;
  }

  object(depth = 0): PdfObject {
    if (depth > maxDepth) throw this.damage('nested too deeply');
    this.skipSpace();
    const byte = this.bytes[this.pos];
    if (byte === undefined) throw this.damage('unexpected end');
    if (byte === 47) return PdfName.of(this.name());
    if (byte === 60) return this.bytes[this.pos + 1] === 60 ? this.dict(depth) : this.hexString();
    if (byte === 40) return this.literalString();
    if (byte === 91) return this.array(depth);
    if (isDigit(byte)) return this.numberOrRef();
    if (byte === 43 || byte === 45 || byte === 46) return this.number();
    return this.keyword();
  }

  private keyword(): null | boolean {
    const start = this.pos;
    while (isRegular(this.bytes[this.pos])) this.pos += 1;
    const word = this.bytes.toString('latin1', start, this.pos);
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === 'null') return null;
    this.pos = start;
    throw this.damage('not an object');
  }

  private numberOrRef(): number | PdfRef {
    const first = this.number();
    const after = this.pos;
    if (Number.isInteger(first)) {
      const second = this.integer();
      if (second >= 0) {
        this.skipSpace();
        if (this.bytes[this.pos] === 82 && !isRegular(this.bytes[this.pos + 1])) {
          this.pos += 1;
          return new PdfRef(first, second);
        }
      }
      this.pos = after;
    }
    return first;
  }

  private number(): number {
    const { bytes } = this;
    let sign = 1;
    for (let byte = bytes[this.pos]; byte === 43 || byte === 45; byte = bytes[this.pos]) {
      if (byte === 45) sign = -1;
      this.pos += 1;
    }
    const start = this.pos;
    let digits = 0;
    let decimals = 0;
    let seenPoint = false;
    for (let byte = bytes[this.pos]; byte !== undefined; byte = bytes[this.pos]) {
      if (byte === 46 && !seenPoint) seenPoint = true;
      else if (byte >= 48 && byte <= 57) {
        digits = digits * 10 + byte - 48;
        if (seenPoint) decimals += 1;
      } else break;
      this.pos += 1;
    }
    // Whole digits over a power of ten: rounded once, as from the text. Longer numbers are left to the text.
    const isExact = Number.isSafeInteger(digits) && decimals <= 22;
    const value = isExact ? digits / 10 ** decimals : Number(bytes.toString('latin1', start, this.pos));
    // Some writers put a sign or an exponent where none belongs; viewers read past it, and so do we.
    while (isRegular(bytes[this.pos])) this.pos += 1;
    if (!Number.isFinite(value)) return 0;
    return value === 0 ? 0 : sign * value;
  }

  name(): string {
    const { bytes } = this;
    if (bytes[this.pos] !== 47) throw this.damage('not a name');
    this.pos += 1;
    const start = this.pos;
    let escaped = false;
    while (isRegular(bytes[this.pos])) {
      if (bytes[this.pos] === 35) escaped = true;
      this.pos += 1;
    }
    const raw = bytes.toString('latin1', start, this.pos);
    if (!escaped) return raw;
    return raw.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  }

  private string(bytes: Uint8Array): PdfString {
    return new PdfString(this.decryptString === null ? bytes : this.decryptString(bytes));
  }

  private hexString(): PdfString {
    const { bytes } = this;
    const out: number[] = [];
    let high = -1;
    this.pos += 1;
    for (;;) {
      const byte = bytes[this.pos];
      if (byte === undefined) throw this.damage('string without end');
      this.pos += 1;
      if (byte === 62) break;
      const digit = hexValue(byte);
      if (digit < 0) continue;
      if (high < 0) high = digit;
      else {
        out.push(high * 16 + digit);
        high = -1;
      }
    }
    if (high >= 0) out.push(high * 16);
    return this.string(Uint8Array.from(out));
  }

  private literalString(): PdfString {
    const { bytes } = this;
    const out: number[] = [];
    let open = 1;
    this.pos += 1;
    for (;;) {
      const byte = bytes[this.pos];
      if (byte === undefined) throw this.damage('string without end');
      this.pos += 1;
      if (byte === 92) {
        this.escape(out);
        continue;
      }
      if (byte === 40) open += 1;
      else if (byte === 41) {
        open -= 1;
        if (open === 0) break;
      }
      if (byte === 13) {
        if (bytes[this.pos] === 10) this.pos += 1;
        out.push(10);
      } else out.push(byte);
    }
    return this.string(Uint8Array.from(out));
  }

  private escape(out: number[]): void {
    const { bytes } = this;
    const byte = bytes[this.pos];
    if (byte === undefined) throw this.damage('string without end');
    this.pos += 1;
    if (byte >= 48 && byte <= 55) {
      let value = byte - 48;
      for (let more = 0; more < 2; more += 1) {
        const next = bytes[this.pos];
        if (next === undefined || next < 48 || next > 55) break;
        value = value * 8 + next - 48;
        this.pos += 1;
      }
      out.push(value & 255);
    } else if (byte === 13) {
      if (bytes[this.pos] === 10) this.pos += 1;
    } else if (byte !== 10) out.push(escapes[byte] ?? byte);
  }

  private array(depth: number): PdfArray {
    const items: PdfArray = [];
    this.pos += 1;
    for (;;) {
      this.skipSpace();
      if (this.bytes[this.pos] === 93) {
        this.pos += 1;
        return items;
      }
      items.push(this.object(depth + 1));
    }
  }

  private dict(depth: number): PdfDict {
    const dict: PdfDict = new Map();
    this.pos += 2;
    for (;;) {
      this.skipSpace();
      if (this.accept('>>')) return dict;
      const key = this.name();
      this.skipSpace();
      // A key whose value was forgotten.
      if (this.accept('>>')) return dict;
      const value = this.object(depth + 1);
      if (value === null) dict.delete(key);
      else dict.set(key, value);
    }
  }
}

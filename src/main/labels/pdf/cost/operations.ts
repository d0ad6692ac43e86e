import { isSpace } from '../syntax/characters.ts';

/** A number, a name without its slash, or how many bytes a string has. */
export type Operand = number | string | StringOperand;

interface StringOperand {
  readonly bytes: number;
}

/** More than any operator takes, the arrays of text taken apart. */
const maxOperands = 4096;
/** 1 for each byte that ends a word without being white space. */
const delimiters = new Uint8Array(256);
for (const byte of Buffer.from('()<>[]{}/%')) delimiters[byte] = 1;

/**
 * Calls `perform` for each operator of a content stream with the operands before it: arrays and dictionaries taken apart,
 * an inline image's data left out; the array is for the call only. What makes no sense is passed over, as it is by who draws it. In linear time.
 */
export function readOperations(
  content: Uint8Array,
  perform: (operator: string, operands: readonly Operand[]) => void,
): void {
  const reader = new ContentReader(content);
  const operands: Operand[] = [];
  for (let token = reader.next(); token !== null; token = reader.next()) {
    if (!(token instanceof Operator)) {
      if (operands.length < maxOperands) operands.push(token);
      continue;
    }
    perform(token.operator, operands);
    operands.length = 0;
    if (token.operator === 'ID') reader.skipImage();
  }
}

class Operator {
  readonly operator: string;
  constructor(operator: string) {
    this.operator = operator;
  }
}

/** Those of which labels have hundreds, so that no text is made for each. */
const usual = [
  ...[
    'q',
    'Q',
    'cm',
    'w',
    'd',
    'gs',
    'm',
    'l',
    'c',
    'v',
    'y',
    're',
    'h',
    'W',
    'W*',
    'f',
    'F',
    'f*',
    'S',
    's',
    'B',
    'b',
    'n',
  ],
  ...[
    'cs',
    'sc',
    'scn',
    'g',
    'rg',
    'k',
    'CS',
    'SC',
    'SCN',
    'G',
    'RG',
    'K',
    'BT',
    'ET',
    'Td',
    'TD',
    'Tm',
    'T*',
    'Tf',
    'Tj',
  ],
  ...['TJ', 'Tc', 'Tw', 'Tz', 'Do', 'BDC', 'BMC', 'EMC', 'J', 'j', 'M', 'i', 'ri'],
];
const operators = new Map(usual.map((name) => [makeKey(Buffer.from(name), 0, name.length), new Operator(name)]));
/** Whole numbers of so many digits, and these powers, are exact; so is their quotient, as far as a number can be. */
const maxDigits = 15;
const powers = Array.from({ length: maxDigits + 1 }, (_, index) => 10 ** index);

class ContentReader {
  readonly #content: Buffer;
  #at = 0;

  constructor(content: Uint8Array) {
    this.#content = Buffer.from(content.buffer, content.byteOffset, content.length);
  }

  next(): Operand | Operator | null {
    const content = this.#content;
    for (;;) {
      const byte = content[this.#at];
      if (byte === undefined) return null;
      this.#at += 1;
      if (isSpace(byte)) continue;
      switch (byte) {
        case 0x25: // %
          while (this.#at < content.length && !isLineEnd(content[this.#at])) this.#at += 1;
          continue;
        case 0x28: // (
          return this.#readString();
        case 0x3c: // <
          if (content[this.#at] !== 0x3c) return this.#readHexString();
          this.#at += 1;
          continue;
        case 0x2f: // /
          return this.#readWord();
        default:
          if (delimiters[byte] === 1) continue;
          this.#at -= 1;
          // Digits, signs and the point; of what lies between them, the slash and the comma begin a word of their own.
          return byte >= 0x2b && byte <= 0x39
            ? (this.#readPlainNumber() ?? toToken(this.#readWord()))
            : this.#readOperator();
      }
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

  #readString(): StringOperand {
    const from = this.#at;
    for (let depth = 1; depth > 0 && this.#at < this.#content.length; this.#at += 1) {
      const byte = this.#content[this.#at];
      if (byte === 0x5c) this.#at += 1;
      else if (byte === 0x28) depth += 1;
      else if (byte === 0x29) depth -= 1;
    }
    return { bytes: this.#at - from };
  }

  #readHexString(): StringOperand {
    const from = this.#at;
    while (this.#at < this.#content.length && this.#content[this.#at] !== 0x3e) this.#at += 1;
    return { bytes: (this.#at - from) / 2 };
  }

  /** A number as nearly all are written; null, and nothing read, for what must be looked at more closely. */
  #readPlainNumber(): number | null {
    const content = this.#content;
    let at = this.#at;
    const isNegative = content[at] === 0x2d;
    if (isNegative) at += 1;
    let value = 0;
    let digits = 0;
    let point = -1;
    for (; at < content.length; at += 1) {
      const byte = content[at] ?? 0;
      if (byte >= 0x30 && byte <= 0x39) {
        value = value * 10 + byte - 0x30;
        digits += 1;
      } else if (byte === 0x2e && point < 0) point = digits;
      else if (endsWord(byte)) break;
      else return null;
    }
    if (digits === 0 || digits > maxDigits) return null;
    this.#at = at;
    if (point >= 0) value /= powers[digits - point] ?? 1;
    return isNegative ? -value : value;
  }

  #readOperator(): Operator {
    const content = this.#content;
    const from = this.#at;
    const end = this.#findWordEnd();
    this.#at = end;
    const length = end - from;
    const known = length > 3 ? undefined : operators.get(makeKey(content, from, end));
    return known ?? new Operator(content.toString('latin1', from, end));
  }

  #readWord(): string {
    const from = this.#at;
    this.#at = this.#findWordEnd();
    return this.#content.toString('latin1', from, this.#at);
  }

  #findWordEnd(): number {
    const content = this.#content;
    let at = this.#at;
    while (at < content.length && !endsWord(content[at] ?? 0)) at += 1;
    return at;
  }
}

/** At most three bytes as one number; the leading 1 tells apart how many. */
function makeKey(bytes: Uint8Array, from: number, end: number): number {
  let key = 1;
  for (let at = from; at < end; at += 1) key = (key << 8) | (bytes[at] ?? 0);
  return key;
}

function endsWord(byte: number): boolean {
  return isSpace(byte) || delimiters[byte] === 1;
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === 0x0a || byte === 0x0d;
}

/** Numbers are read as loosely as those who draw them do: `--5` and `1.2.3` are numbers. */
function toToken(word: string): number | Operator {
  if (!/^[-+.\d]/.test(word)) return new Operator(word);
  const value = Number.parseFloat(word.replace(/^[-+]*(?=[-+])/, ''));
  return Number.isFinite(value) ? value : 0;
}

import { isSpace } from '../syntax/characters.ts';

/** A number, a name without its slash, or how many bytes a string has. */
export type Operand = number | string | StringOperand;

interface StringOperand {
  readonly bytes: number;
}

/** More than any operator takes, the arrays of text taken apart. */
const maxOperands = 4096;
const delimiters: ReadonlySet<number> = new Set(Buffer.from('()<>[]{}/%'));

/**
 * Calls `perform` for each operator of a content stream with the operands before it: arrays and dictionaries taken apart,
 * an inline image's data left out. What makes no sense is passed over, as it is by who draws it. In linear time.
 */
export function readOperations(
  content: Uint8Array,
  perform: (operator: string, operands: readonly Operand[]) => void,
): void {
  const reader = new ContentReader(content);
  let operands: Operand[] = [];
  for (let token = reader.next(); token !== null; token = reader.next()) {
    if (typeof token !== 'object' || !('operator' in token)) {
      if (operands.length < maxOperands) operands.push(token);
      continue;
    }
    perform(token.operator, operands);
    operands = [];
    if (token.operator === 'ID') reader.skipImage();
  }
}

interface Operator {
  readonly operator: string;
}

class ContentReader {
  readonly #content: Uint8Array;
  #at = 0;

  constructor(content: Uint8Array) {
    this.#content = content;
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
          if (delimiters.has(byte)) continue;
          this.#at -= 1;
          return toToken(this.#readWord());
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

  #readWord(): string {
    const from = this.#at;
    for (; this.#at < this.#content.length; this.#at += 1) {
      const byte = this.#content[this.#at] ?? 0;
      if (isSpace(byte) || delimiters.has(byte)) break;
    }
    const { buffer, byteOffset } = this.#content;
    return Buffer.from(buffer, byteOffset + from, this.#at - from).toString('latin1');
  }
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === 0x0a || byte === 0x0d;
}

/** Numbers are read as loosely as those who draw them do: `--5` and `1.2.3` are numbers. */
function toToken(word: string): number | Operator {
  if (!/^[-+.\d]/.test(word)) return { operator: word };
  const value = Number.parseFloat(word.replace(/^[-+]*(?=[-+])/, ''));
  return Number.isFinite(value) ? value : 0;
}

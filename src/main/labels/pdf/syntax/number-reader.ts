import { isRegular } from './characters.ts';

/** Whole numbers of so many digits, and these powers, are exact; so is their quotient, as far as possible. */
const maxDigits = 15;
const powers = Array.from({ length: maxDigits + 1 }, (_, index) => 10 ** index);
const [minus, point, zero, nine] = [45, 46, 48, 57] as const;

/** Reads numbers from their bytes: labels have hundred thousands of them, and no string is made for any. */
export class NumberReader {
  /** The position behind the number that was read last. */
  end = 0;

  /** Digits, with a minus before and a point among them. NaN if it needs a closer look. */
  read(bytes: Uint8Array, from: number): number {
    const isNegative = bytes[from] === minus;
    const start = isNegative ? from + 1 : from;
    let pointAt = -1;
    let value = 0;
    let at = start;
    for (; ; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte >= zero && byte <= nine) value = value * 10 + byte - zero;
      else if (byte === point && pointAt < 0) pointAt = at;
      else if (isRegular(byte)) return Number.NaN;
      else break;
    }
    const digits = at - start - (pointAt < 0 ? 0 : 1);
    if (digits === 0 || digits > maxDigits) return Number.NaN;
    if (pointAt >= 0) value /= powers[at - pointAt - 1] ?? 1;
    this.end = at;
    return isNegative ? -value : value;
  }
}

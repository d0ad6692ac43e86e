import { inflateSync } from 'node:zlib';
import { maxGraphicBytes } from '../../zpl/index.ts';
import type { PackedGraphic } from './label.ts';
import { ZplUndrawable } from './undrawable.ts';

/** Dots in rows, one bit per dot from the left, 1 for black. */
export interface Graphic {
  readonly rowBytes: number;
  readonly rows: number;
  readonly bytes: Buffer;
}

/** The data of `^GF` and `~DG`: hexadecimal with run lengths, base 64 (`:B64:`), or packed base 64 (`:Z64:`). */
export function readGraphic({ content, rowBytes, totalBytes }: PackedGraphic): Graphic {
  if (rowBytes <= 0 || totalBytes <= 0 || rowBytes > maxGraphicBytes || totalBytes > maxGraphicBytes)
    throw new ZplUndrawable('a graphic without size');
  const rows = Math.ceil(totalBytes / rowBytes);
  const bytes = Buffer.alloc(rows * rowBytes);
  const packed = /^\s*:([BZ])64:([A-Za-z0-9+/=\s]*)/.exec(content);
  if (packed === null) fillFromHex(bytes, content, rowBytes);
  else readBase64(packed[1] ?? '', packed[2] ?? '').copy(bytes);
  return { rowBytes, rows, bytes };
}

function readBase64(kind: string, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (kind === 'B') return bytes;
  try {
    return inflateSync(bytes, { maxOutputLength: maxGraphicBytes });
  } catch {
    throw new ZplUndrawable('a graphic that does not unpack');
  }
}

/** By rows: `,` fills one with white, `!` with black, `:` repeats the last; `G` to `z` repeat a digit. */
function fillFromHex(bytes: Buffer, content: string, rowBytes: number): void {
  const rowDigits = rowBytes * 2;
  const allDigits = bytes.length * 2;
  let at = 0;
  let repeat = 0;
  const fill = (digit: number, count: number): void => {
    const end = Math.min(at + count, allDigits);
    for (; at < end; at += 1) bytes[at >> 1] = (bytes[at >> 1] ?? 0) | (at % 2 === 0 ? digit << 4 : digit);
  };
  // Pictures as large as a label have a quarter of a million characters: they are read by code.
  for (let index = 0; index < content.length && at < allDigits; index += 1) {
    const code = content.charCodeAt(index);
    const digit = readDigit(code);
    if (digit >= 0) {
      fill(digit, Math.max(1, repeat));
      repeat = 0;
    } else if (code >= codes.G && code <= codes.Y) repeat += code - codes.G + 1;
    else if (code >= codes.g && code <= codes.z) repeat += (code - codes.g + 1) * 20;
    else if (code === codes.comma || code === codes.exclamation)
      fill(code === codes.comma ? 0 : 15, rowDigits - (at % rowDigits));
    else if (code === codes.colon) {
      const from = at / 2 - rowBytes;
      if (from >= 0) bytes.copy(bytes, at / 2, from, from + rowBytes);
      at += rowDigits;
    }
  }
}

const codes = {
  comma: 44,
  exclamation: 33,
  colon: 58,
  zero: 48,
  nine: 57,
  A: 65,
  F: 70,
  G: 71,
  Y: 89,
  a: 97,
  f: 102,
  g: 103,
  z: 122,
};

/** -1 for anything but a hexadecimal digit. */
function readDigit(code: number): number {
  if (code >= codes.zero && code <= codes.nine) return code - codes.zero;
  if (code >= codes.A && code <= codes.F) return code - codes.A + 10;
  return code >= codes.a && code <= codes.f ? code - codes.a + 10 : -1;
}

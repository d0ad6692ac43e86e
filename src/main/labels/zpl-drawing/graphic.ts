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

/**
 * The data of `^GF` and `~DG`: hexadecimal with run lengths, base 64 (`:B64:`), or packed base 64
 * (`:Z64:`).
 */
export function readGraphic({ content, rowBytes, totalBytes }: PackedGraphic): Graphic {
  if (![rowBytes, totalBytes].every((bytes) => bytes > 0 && bytes <= maxGraphicBytes))
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

/**
 * By rows: `,` fills one with white, `!` with black, `:` repeats the last; `G` to `z` repeat a
 * digit.
 */
function fillFromHex(bytes: Buffer, content: string, rowBytes: number): void {
  const rowDigits = rowBytes * 2;
  const allDigits = bytes.length * 2;
  let at = 0;
  let repeat = 0;
  const fill = (digit: number, count: number) => {
    const end = Math.min(at + count, allDigits);
    for (; at < end; at += 1)
      bytes[at >> 1] = (bytes[at >> 1] ?? 0) | (at % 2 === 0 ? digit << 4 : digit);
  };
  // Pictures as large as a label have a quarter of a million characters: they are read by code.
  for (let index = 0; index < content.length && at < allDigits; index += 1) {
    const code = content.charCodeAt(index);
    const sign = content.charAt(index);
    const digit = digitOf[code] ?? -1;
    if (digit >= 0) {
      fill(digit, Math.max(1, repeat));
      repeat = 0;
    } else if (sign >= 'G' && sign <= 'Y') repeat += code - 0x46;
    else if (sign >= 'g' && sign <= 'z') repeat += (code - 0x66) * 20;
    else if (sign === ',' || sign === '!')
      fill(sign === ',' ? 0 : 15, rowDigits - (at % rowDigits));
    else if (sign === ':') {
      const from = at / 2 - rowBytes;
      if (from >= 0) bytes.copy(bytes, at / 2, from, from + rowBytes);
      at += rowDigits;
    }
  }
}

/** The hexadecimal digits by their codes; -1 for other characters. */
const digitOf = Array.from({ length: 128 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
);

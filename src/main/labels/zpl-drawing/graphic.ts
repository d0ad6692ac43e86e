import { inflateSync } from 'node:zlib';
import type { PackedGraphic } from './label.ts';
import { ZplUndrawable } from './undrawable.ts';

/** Dots in rows, a bit a dot from the left, 1 for black. */
export interface Graphic {
  readonly rowBytes: number;
  readonly rows: number;
  readonly bytes: Buffer;
}

/** The same bound as the filter's for what a label may store. */
const maxBytes = 16_000_000;

/**
 * The data of `^GF` and `~DG`: hexadecimal digits with the run lengths of the ZPL II manual, or base 64 behind `:B64:`
 * and, packed, behind `:Z64:`.
 */
export function readGraphic({ content, rowBytes, totalBytes }: PackedGraphic): Graphic {
  if (rowBytes <= 0 || totalBytes <= 0 || rowBytes > maxBytes || totalBytes > maxBytes)
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
    return inflateSync(bytes, { maxOutputLength: maxBytes });
  } catch {
    throw new ZplUndrawable('a graphic that does not unpack');
  }
}

/** Row after row: `,` fills one with white, `!` with black, `:` repeats the one before; `G` to `z` say how often a digit comes. */
function fillFromHex(bytes: Buffer, content: string, rowBytes: number): void {
  /** Half bytes. */
  let at = 0;
  let repeat = 0;
  const fill = (digit: number, count: number): void => {
    const end = Math.min(at + count, bytes.length * 2);
    for (; at < end; at += 1) bytes[at >> 1] = (bytes[at >> 1] ?? 0) | (digit << (at % 2 === 0 ? 4 : 0));
  };
  const rowDigits = rowBytes * 2;
  for (const { 0: sign } of content.matchAll(/[0-9A-Za-z,!:]/g)) {
    if (at >= bytes.length * 2) return;
    if (sign === ',') fill(0, rowDigits - (at % rowDigits));
    else if (sign === '!') fill(15, rowDigits - (at % rowDigits));
    else if (sign === ':') {
      const from = at / 2 - rowBytes;
      if (from >= 0) bytes.copy(bytes, at / 2, from, from + rowBytes);
      at += rowDigits;
    } else if (/[0-9A-Fa-f]/.test(sign)) {
      fill(Number.parseInt(sign, 16), Math.max(1, repeat));
      repeat = 0;
    } else repeat += sign < 'a' ? sign.charCodeAt(0) - 70 : (sign.charCodeAt(0) - 102) * 20;
  }
}

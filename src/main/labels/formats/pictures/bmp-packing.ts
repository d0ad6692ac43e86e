import { PdfDamage } from '../../pdf/syntax/objects.ts';

/**
 * Unpacks a BMP's run lengths of 8 or 4 bits (packing 1 or 2) to one byte a pixel, the lowest row first; what they leave out
 * is the palette's first colour.
 */
export function unpackRuns(data: Uint8Array, width: number, height: number, depth: 4 | 8): Uint8Array {
  const out = new Uint8Array(width * height);
  const perByte = 8 / depth;
  let [at, x, y] = [0, 0, 0];
  const draw = (count: number, pixel: (index: number) => number): void => {
    if (y >= height) throw new PdfDamage('BMP with too many rows');
    for (let index = 0; index < count && x + index < width; index += 1) out[y * width + x + index] = pixel(index);
    x += count;
  };
  /** The pixel at this place of bytes that begin here. */
  const cut = (from: number, index: number): number => {
    const byte = data[from + Math.floor(index / perByte)] ?? 0;
    return depth === 8 ? byte : index % 2 === 0 ? byte >> 4 : byte & 15;
  };
  for (; at + 1 < data.length; at += 2) {
    const count = data[at] ?? 0;
    const value = data[at + 1] ?? 0;
    const from = at + 1;
    if (count > 0) draw(count, (index) => cut(from, index % perByte));
    else if (value === 0) [x, y] = [0, y + 1];
    else if (value === 1) return out;
    else if (value === 2) {
      x += data[at + 2] ?? 0;
      y += data[at + 3] ?? 0;
      at += 2;
    } else {
      draw(value, (index) => cut(from + 1, index));
      // So many pixels as they are, up to an even byte.
      at += Math.ceil(value / perByte / 2) * 2;
    }
  }
  throw new PdfDamage('BMP cut off');
}

import { unpredict } from '../syntax/predict.ts';
import type { PngImage } from './png-file.ts';

/** Adam7's passes: first column and row, and the steps between them. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The passes of a PNG with their sizes; one if it is not interlaced. */
export function listPasses({ width, height, isInterlaced, pixelBits }: PngImage) {
  const plan = isInterlaced ? passes : ([[0, 0, 1, 1]] as const);
  return plan
    .map(([left, top, stepX, stepY]) => {
      const columns = Math.ceil((width - left) / stepX);
      const rows = Math.ceil((height - top) / stepY);
      return {
        left,
        top,
        stepX,
        stepY,
        columns,
        rows,
        bytes: Math.ceil((columns * pixelBits) / 8),
      };
    })
    .filter(({ columns, rows }) => columns > 0 && rows > 0);
}

/** Returns a PNG's rows, unpacked, without their filters and interlacing. */
export function readRows(image: PngImage, data: Uint8Array): Uint8Array {
  const { width, height, pixelBits } = image;
  const pixelBytes = Math.ceil(pixelBits / 8);
  const rowBytes = Math.ceil((width * pixelBits) / 8);
  if (!image.isInterlaced) return unpredict(data, rowBytes, pixelBytes);
  const out = new Uint8Array(rowBytes * height);
  let at = 0;
  for (const { left, top, stepX, stepY, columns, rows, bytes } of listPasses(image)) {
    const end = at + (bytes + 1) * rows;
    const pixels = unpredict(data.subarray(at, end), bytes, pixelBytes);
    at = end;
    for (let y = 0; y < rows; y += 1) {
      const from = pixels.subarray(y * bytes, (y + 1) * bytes);
      const to = out.subarray((top + y * stepY) * rowBytes);
      for (let x = 0; x < columns; x += 1) copyPixel(from, x, to, left + x * stepX, pixelBits);
    }
  }
  return out;
}

/** Copies a row's pixel `x` to the pixel `outX` of another row, which is empty. */
function copyPixel(row: Uint8Array, x: number, out: Uint8Array, outX: number, bits: number): void {
  const from = (x * bits) >> 3;
  const to = (outX * bits) >> 3;
  if (bits >= 8) {
    out.set(row.subarray(from, from + (bits >> 3)), to);
    return;
  }
  const shift = (column: number) => 8 - bits - ((column * bits) & 7);
  const value = ((row[from] ?? 0) >> shift(x)) & ((1 << bits) - 1);
  out[to] = (out[to] ?? 0) | (value << shift(outX));
}

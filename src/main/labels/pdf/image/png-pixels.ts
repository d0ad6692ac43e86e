import { PdfDamage } from '../syntax/objects.ts';
import { unpredictPng } from '../syntax/filters.ts';
import { inflate } from '../syntax/inflate.ts';
import { countRowBytes, countChannels } from './png-file.ts';
import type { PngImage } from './png-file.ts';

export interface Pixels {
  /** 8 bits a sample; one sample a pixel where `gray`, otherwise three. */
  readonly samples: Uint8Array;
  readonly gray: boolean;
}

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

/** The pixels of a PNG laid on white paper. */
export function decodePixels(image: PngImage): Pixels {
  const { width, height } = image;
  const gray = image.colorType === 0 || image.colorType === 4;
  const samples = new Uint8Array(width * height * (gray ? 1 : 3));
  const data = inflate(image.data);
  const plan = image.interlaced ? passes : ([[0, 0, 1, 1]] as const);
  let at = 0;
  for (const [left, top, stepX, stepY] of plan) {
    const columns = Math.ceil((width - left) / stepX);
    const rows = Math.ceil((height - top) / stepY);
    if (columns <= 0 || rows <= 0) continue;
    const rowBytes = countRowBytes(image, columns);
    const end = at + (rowBytes + 1) * rows;
    if (end > data.length) throw new PdfDamage('PNG with too few rows');
    const pixelBytes = Math.max(1, (countChannels(image) * image.depth) / 8);
    const plain = unpredictPng(data.subarray(at, end), rowBytes, pixelBytes);
    at = end;
    // So comes every label that was drawn from ZPL.
    if (isPlainGray(image)) return { samples: plain, gray };
    for (let y = 0; y < rows; y += 1) {
      const row = plain.subarray(y * rowBytes, (y + 1) * rowBytes);
      for (let x = 0; x < columns; x += 1) {
        const pixel = (top + y * stepY) * width + left + x * stepX;
        putPixel(image, row, x, samples, gray ? pixel : pixel * 3);
      }
    }
  }
  return { samples, gray };
}

/** Whether the rows are the pixels already: grey of 8 bits, nothing transparent, from top to bottom. */
function isPlainGray({ colorType, depth, transparency, interlaced }: PngImage): boolean {
  return colorType === 0 && depth === 8 && transparency === null && !interlaced;
}

/** One sample as it stands in the file, not scaled. */
function readSample(row: Uint8Array, index: number, depth: number): number {
  if (depth === 8) return row[index] ?? 0;
  if (depth === 16) return ((row[index * 2] ?? 0) << 8) | (row[index * 2 + 1] ?? 0);
  const bit = index * depth;
  return ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

function putPixel(image: PngImage, row: Uint8Array, x: number, samples: Uint8Array, to: number): void {
  const { depth, colorType, palette, transparency } = image;
  const count = countChannels(image);
  const sample = (index: number): number => readSample(row, x * count + index, depth);
  const scaled = (index: number): number => (sample(index) * 255) / ((1 << depth) - 1);
  const put = (index: number, value: number, alpha: number): void => {
    samples[to + index] = Math.round(value * alpha + 255 * (1 - alpha));
  };
  if (colorType === 3) {
    const entry = sample(0);
    const alpha = (transparency?.[entry] ?? 255) / 255;
    for (let index = 0; index < 3; index += 1) put(index, palette?.[entry * 3 + index] ?? 0, alpha);
    return;
  }
  const colors = count === 1 || count === 2 ? 1 : 3;
  let alpha = count > colors ? scaled(colors) / 255 : 1;
  if (count === colors && transparency !== null) {
    const isKey = Array.from({ length: colors }, (_, index) => index).every(
      (index) => sample(index) === (((transparency[index * 2] ?? 0) << 8) | (transparency[index * 2 + 1] ?? 0)),
    );
    if (isKey) alpha = 0;
  }
  for (let index = 0; index < colors; index += 1) put(index, scaled(index), alpha);
}

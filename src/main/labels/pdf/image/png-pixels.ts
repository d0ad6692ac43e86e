import { PdfDamage, PdfTooLarge } from '../syntax/errors.ts';
import { inflate, maxUnpackedBytes } from '../syntax/inflate.ts';
import { unpredictRow } from '../syntax/predict.ts';
import { countColors, countRowBytes, countChannels, type PngImage } from './png-file.ts';

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

/** The pixels of a PNG on white paper, all at once: 8 bits per sample. */
export function decodePixels(image: PngImage) {
  const { width, height } = image;
  if ((countRowBytes(image, width) + 1) * height > maxUnpackedBytes)
    throw new PdfTooLarge('PNG is too large');
  const colors = countColors(image);
  const samples = new Uint8Array(width * height * colors);
  const data = inflate(image.data);
  const plan = image.interlaced ? passes : ([[0, 0, 1, 1]] as const);
  let at = 0;
  for (const [left, top, stepX, stepY] of plan) {
    const columns = Math.ceil((width - left) / stepX);
    const rows = Math.ceil((height - top) / stepY);
    if (columns <= 0 || rows <= 0) continue;
    const rowBytes = countRowBytes(image, columns) + 1;
    if (at + rowBytes * rows > data.length) throw new PdfDamage('PNG with too few rows');
    const unfilter = new RowUnfilter(image, columns);
    for (let y = 0; y < rows; y += 1) {
      const row = unfilter.take(data.subarray(at, at + rowBytes));
      at += rowBytes;
      for (let x = 0; x < columns; x += 1) {
        const pixel = (top + y * stepY) * width + left + x * stepX;
        putPixel(image, row, x, samples, pixel * colors);
      }
    }
  }
  return samples;
}

/** Undoes the filters of a PNG's rows, one after the other. */
export class RowUnfilter {
  readonly #rowBytes: number;
  readonly #pixelBytes: number;
  /** The row before, and this one. */
  readonly #rows: Uint8Array;

  constructor(image: PngImage, columns: number) {
    this.#rowBytes = countRowBytes(image, columns);
    this.#pixelBytes = Math.max(1, (countChannels(image) * image.depth) / 8);
    this.#rows = new Uint8Array(this.#rowBytes * 2);
  }

  /** `row` begins with its filter; the result is valid until the next call. */
  take(row: Uint8Array): Uint8Array {
    const bytes = this.#rowBytes;
    this.#rows.copyWithin(0, bytes);
    this.#rows.set(row.subarray(1), bytes);
    const filter = row[0] ?? 0;
    if (filter !== 0) unpredictRow(this.#rows, bytes, bytes, this.#pixelBytes, filter);
    return this.#rows.subarray(bytes);
  }
}

/** Converts a PNG's rows to 8 bits per sample on white paper, always in the same memory. */
export function makeRowConverter(image: PngImage): (row: Uint8Array) => Uint8Array {
  const { width, depth, colorType } = image;
  const channels = countColors(image);
  const out = new Uint8Array(width * channels);
  const hasAlpha = colorType >= 4;
  return (row) => {
    if (depth === 8 && image.transparency === null && colorType !== 3) {
      if (!hasAlpha) return row;
      for (let x = 0; x < width; x += 1) {
        const from = x * (channels + 1);
        const alpha = row[from + channels] ?? 0;
        for (let channel = 0; channel < channels; channel += 1) {
          const sample = row[from + channel] ?? 0;
          out[x * channels + channel] =
            alpha === 255 ? sample : Math.round((sample * alpha + 255 * (255 - alpha)) / 255);
        }
      }
    } else for (let x = 0; x < width; x += 1) putPixel(image, row, x, out, x * channels);
    return out;
  };
}

/** One sample of the file, not scaled. */
function readSample(row: Uint8Array, index: number, depth: number): number {
  if (depth === 8) return row[index] ?? 0;
  if (depth === 16) return ((row[index * 2] ?? 0) << 8) | (row[index * 2 + 1] ?? 0);
  const bit = index * depth;
  return ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

function putPixel(
  image: PngImage,
  row: Uint8Array,
  x: number,
  samples: Uint8Array,
  to: number,
): void {
  const { depth, colorType, palette, transparency } = image;
  const count = countChannels(image);
  const sample = (index: number) => readSample(row, x * count + index, depth);
  const scaled = (index: number) => (sample(index) * 255) / ((1 << depth) - 1);
  const put = (index: number, value: number, alpha: number) => {
    samples[to + index] = Math.round(value * alpha + 255 * (1 - alpha));
  };
  if (colorType === 3) {
    const entry = sample(0);
    const alpha = (transparency?.[entry] ?? 255) / 255;
    for (let index = 0; index < 3; index += 1) put(index, palette?.[entry * 3 + index] ?? 0, alpha);
    return;
  }
  const colors = countColors(image);
  let alpha = count > colors ? scaled(colors) / 255 : 1;
  if (count === colors && transparency !== null) {
    const isKey = Array.from({ length: colors }, (_, index) => index).every(
      (index) =>
        sample(index) ===
        (((transparency[index * 2] ?? 0) << 8) | (transparency[index * 2 + 1] ?? 0)),
    );
    if (isKey) alpha = 0;
  }
  for (let index = 0; index < colors; index += 1) put(index, scaled(index), alpha);
}

import { deflateSync } from 'node:zlib';
import { PDFHexString, type PDFRawStream } from 'pdf-lib';
import { made } from '../syntax/entries.ts';
import { PdfDamage, PdfTooLarge, PdfUnrenderable } from '../syntax/errors.ts';
import { inflate } from '../syntax/inflate.ts';
import { makeImageStream, maxPixels } from './image-stream.ts';
import type { PngImage } from './png-file.ts';
import { listPasses, readRows } from './png-rows.ts';

/** Large pictures are mostly white paper, and strong compression takes as long as all the rest. */
const quickBytes = 24_000_000;
/** In colour with alpha. */
const maxBytes = maxPixels * 4;

/**
 * A PNG as an image of a PDF: in its own compression if PDF has it; with an alpha channel, on white
 * in 8 bits.
 */
export function makePngStream(image: PngImage): PDFRawStream {
  const { width, height, depth, channels, isInterlaced, hasAlpha } = image;
  const expected = listPasses(image).reduce((sum, { bytes, rows }) => sum + (bytes + 1) * rows, 0);
  if (expected > maxBytes) throw new PdfTooLarge('PNG is too large');
  const data = inflate(image.data, expected + 1024);
  if (data.length < expected) throw new PdfDamage('PNG with too few rows');
  const colors = { ColorSpace: makeColorSpace(image), Mask: makeMask(image) };
  if (!isInterlaced && !hasAlpha) {
    const DecodeParms = {
      Predictor: 15,
      Colors: channels,
      BitsPerComponent: depth,
      Columns: width,
    };
    return makeImageStream(width, height, depth, image.data, made.obj({ ...colors, DecodeParms }));
  }
  const rows = readRows(image, data.subarray(0, expected));
  const pixels = hasAlpha ? layOnWhite(rows, channels, depth / 8) : rows;
  const packed = deflateSync(pixels, { level: pixels.length > quickBytes ? 1 : 6 });
  return makeImageStream(width, height, hasAlpha ? 8 : depth, packed, made.obj(colors));
}

/** Drops the alpha channel, which comes last, in the same memory. */
function layOnWhite(pixels: Uint8Array, channels: number, sampleBytes: number): Uint8Array {
  const pixelBytes = channels * sampleBytes;
  let to = 0;
  for (let from = 0; from < pixels.length; from += pixelBytes) {
    const alpha = pixels[from + pixelBytes - sampleBytes] ?? 0;
    for (let channel = 1; channel < channels; channel += 1) {
      const sample = pixels[from + (channel - 1) * sampleBytes] ?? 0;
      pixels[to] = alpha === 255 ? sample : blend(sample, alpha);
      to += 1;
    }
  }
  return pixels.subarray(0, to);
}

/** Returns a sample as it looks on white paper. */
function blend(sample: number, alpha: number): number {
  return Math.round((sample * alpha + 255 * (255 - alpha)) / 255);
}

function makeColorSpace({ channels, palette, colorType, transparency }: PngImage) {
  if (colorType !== 3 || palette === null) return channels < 3 ? 'DeviceGray' : 'DeviceRGB';
  const last = Math.floor(palette.length / 3) - 1;
  const colors = palette.map((sample, index) =>
    blend(sample, transparency?.[Math.floor(index / 3)] ?? 255),
  );
  return ['Indexed', 'DeviceRGB', last, PDFHexString.fromBytes(colors)];
}

/** The one colour that is transparent, as from and to for each channel. */
function makeMask({ channels, depth, colorType, transparency }: PngImage) {
  if (transparency === null || (colorType !== 0 && colorType !== 2)) return undefined;
  // Viewers ignore a colour that is cut off.
  if (transparency.length < channels * 2) return undefined;
  // PDFium leaves it opaque then.
  if (depth === 16) throw new PdfUnrenderable('PNG of 16 bits with a transparent colour');
  return Array.from({ length: channels * 2 }, (_, index) => transparency.readUInt16BE(index & ~1));
}

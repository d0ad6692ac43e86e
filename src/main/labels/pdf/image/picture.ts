import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createDeflate } from 'node:zlib';
import type { PDFRawStream } from 'pdf-lib';
import { made } from '../syntax/entries.ts';
import { PdfDamage, PdfTooLarge } from '../syntax/errors.ts';
import { makeImageStream } from './image-stream.ts';

/** A picture on white paper, row by row: an A4 page at 600 dpi is never in memory as a whole. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Gray samples, or three per pixel, of 8 bits. */
  readonly channels: 1 | 3;
  /** From top to bottom. A row's memory may be reused for the next. */
  readonly rows: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** An A4 page at 600 dpi has 35 million, one of Legal size 43. */
const maxPixels = 44_000_000;

/** Call it with the sizes in a file's header, before decoding. */
export function assertPictureSize(width: number, height: number, kind: string): void {
  if (!(width > 0 && height > 0)) throw new PdfDamage(`${kind} without a picture`);
  if (width * height > maxPixels) throw new PdfTooLarge(`${kind} of ${width} × ${height} pixels`);
}

const quickPixels = 8_000_000;

/** Rows go to the compressor in pieces of about this size. */
const batchBytes = 256 * 1024;

/** The picture as an image of a PDF. Throws `PdfDamage` if it has too few rows. */
export async function makePictureStream(picture: Picture): Promise<PDFRawStream> {
  const { width, height, channels } = picture;
  // Strong compression takes as long as all the rest, and large pictures are mostly white paper.
  const level = width * height > quickPixels ? 1 : 6;
  const deflate = createDeflate({ chunkSize: batchBytes, level });
  const packed = await pipeline(gatherRows(picture), deflate, buffer);
  const ColorSpace = channels === 1 ? 'DeviceGray' : 'DeviceRGB';
  return makeImageStream(width, height, 8, packed, made.obj({ ColorSpace }));
}

async function* gatherRows({ width, height, channels, rows }: Picture): AsyncGenerator<Buffer> {
  const rowBytes = width * channels;
  const perBatch = Math.max(1, Math.floor(batchBytes / rowBytes));
  let batch = Buffer.allocUnsafe(perBatch * rowBytes);
  let used = 0;
  let count = 0;
  for await (const row of rows) {
    batch.set(row.subarray(0, rowBytes), used);
    used += rowBytes;
    count += 1;
    if (used < batch.length) continue;
    yield batch;
    batch = Buffer.allocUnsafe(perBatch * rowBytes);
    used = 0;
  }
  if (count < height) throw new PdfDamage('a picture with too few rows');
  yield batch.subarray(0, used);
}

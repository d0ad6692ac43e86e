import { deflateSync } from 'node:zlib';
import type { Paper } from '../../../shared/index.ts';
import { PdfName, PdfUnrenderable } from '../pdf/syntax/objects.ts';
import { decodePixels } from '../pdf/image/png-pixels.ts';
import { readPng } from '../pdf/image/png-file.ts';
import { makeImageStream } from '../pdf/image/image-stream.ts';
import type { PageDraft } from '../pdf/page/normalise.ts';
import { measurePaper, placePicture } from './image.ts';
import { escapeToAscii, findDotsPerMm } from '../../zpl/index.ts';

/** A label in black and white: a row after the other, a bit a dot, 1 for white, packed as Flate data. */
export interface ZplBitmap {
  readonly width: number;
  readonly height: number;
  readonly packed: Buffer;
}

/** Nine megabytes that most desks never need. */
export async function loadRenderer() {
  const { ready } = await import('zpl-renderer-js');
  return (await ready).api;
}

/** Draws one label of `splitZpl`, for printers that do not speak ZPL. */
export async function renderFormat(text: string, paper: Paper): Promise<ZplBitmap> {
  const api = await loadRenderer();
  const dots = findDotsPerMm(text, paper.widthMm);
  let images: readonly string[];
  try {
    images = await api.zplToBase64MultipleAsync(escapeToAscii(text), paper.widthMm, paper.heightMm, dots);
  } catch (error) {
    throw new PdfUnrenderable(`ZPL: ${error instanceof Error ? error.message : 'not rendered'}`);
  }
  const last = images.at(-1);
  if (last === undefined) throw new PdfUnrenderable('ZPL that prints nothing');
  return makeBlackAndWhite(Buffer.from(last, 'base64'));
}

/** The page of a PDF that shows it. */
export function toPage({ width, height, packed }: ZplBitmap, paper: Paper): PageDraft {
  const picture = makeImageStream(width, height, 1, PdfName.of('DeviceGray'), packed);
  const size = measurePaper(paper);
  return placePicture(picture, size.width, size.height, 1, paper);
}

function makeBlackAndWhite(file: Buffer): ZplBitmap {
  const png = readPng(file);
  const { samples, gray } = decodePixels(png);
  const rowBytes = Math.ceil(png.width / 8);
  const bits = Buffer.alloc(rowBytes * png.height, 0xff);
  let black = 0;
  for (let y = 0; y < png.height; y += 1) {
    for (let x = 0; x < png.width; x += 1) {
      if ((samples[(y * png.width + x) * (gray ? 1 : 3)] ?? 255) >= 128) continue;
      const at = y * rowBytes + (x >> 3);
      bits[at] = (bits[at] ?? 0) & ~(0x80 >> (x & 7));
      black += 1;
    }
  }
  if (black === 0) throw new PdfUnrenderable('ZPL that leaves the paper white');
  return { width: png.width, height: png.height, packed: deflateSync(bits) };
}

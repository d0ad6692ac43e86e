import { deflateSync } from 'node:zlib';
import type { Paper } from '../../../shared/index.ts';
import { PdfName, PdfUnrenderable } from '../pdf/syntax/objects.ts';
import { decodePixels } from '../pdf/image/png-pixels.ts';
import { readPng } from '../pdf/image/png-file.ts';
import { makeImageStream } from '../pdf/image/image-stream.ts';
import type { PageDraft } from '../pdf/page/normalise.ts';
import { measurePaper, placePicture } from './image.ts';
import { escapeToAscii, findDotsPerMm, splitZpl } from '../../zpl/index.ts';

/** Draws ZPL, as `filterZpl` gives it, for printers that do not speak it: one page for each label, in black and white. */
export async function renderZpl(zpl: Buffer, paper: Paper): Promise<readonly PageDraft[]> {
  const pages: PageDraft[] = [];
  for (const text of splitZpl(zpl)) pages.push(await renderFormat(text, paper));
  if (pages.length === 0) throw new PdfUnrenderable('ZPL that prints nothing');
  return pages;
}

async function renderFormat(text: string, paper: Paper): Promise<PageDraft> {
  // Nine megabytes that most desks never need.
  const { ready } = await import('zpl-renderer-js');
  const { api } = await ready;
  const dots = findDotsPerMm(text, paper.widthMm);
  let images: readonly string[];
  try {
    images = await api.zplToBase64MultipleAsync(escapeToAscii(text), paper.widthMm, paper.heightMm, dots);
  } catch (error) {
    throw new PdfUnrenderable(`ZPL: ${error instanceof Error ? error.message : 'not rendered'}`);
  }
  const last = images.at(-1);
  if (last === undefined) throw new PdfUnrenderable('ZPL that prints nothing');
  return drawBlackAndWhite(Buffer.from(last, 'base64'), paper);
}

function drawBlackAndWhite(file: Buffer, paper: Paper): PageDraft {
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
  const picture = makeImageStream(png.width, png.height, 1, PdfName.of('DeviceGray'), deflateSync(bits));
  const size = measurePaper(paper);
  return placePicture(picture, size.width, size.height, 1, paper);
}

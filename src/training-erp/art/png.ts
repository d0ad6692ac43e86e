import { crc32, deflateSync } from 'node:zlib';
import type { PageDrawing } from '../../main/drawing/drawing.ts';
import { dotsPerMm } from './elements.ts';

const millimetresPerInch = 25.4;
/** A label's page has about a million; a sheet of A4 would have four times as many. */
const maxDots = 2_000_000;
const maxMemoryBytes = 256 << 20;

let drawing: Promise<PageDrawing> | null = null;

/**
 * Draws the PDF label at 8 dots per millimetre: 800×1200 gray pixels. The engine is loaded with the
 * first one.
 */
export async function drawPng(pdf: Uint8Array): Promise<Uint8Array> {
  const page = (await (drawing ??= startDrawing())).draw(pdf, 1, dotsPerMm * millimetresPerInch);
  if (page === null) throw new Error('a label without a page');
  return writePng(page.width, page.height, page.gray);
}

async function startDrawing(): Promise<PageDrawing> {
  const [{ PageDrawing }, { startPdfium }] = await Promise.all([
    import('../../main/drawing/drawing.ts'),
    import('../../main/drawing/pdfium.ts'),
  ]);
  return new PageDrawing(await startPdfium(maxMemoryBytes), maxDots);
}

/** ISO/IEC 15948: gray, one byte per pixel, rows unfiltered. */
function writePng(width: number, height: number, gray: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    rows.set(gray.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    makeChunk('IHDR', header),
    makeChunk('IDAT', deflateSync(rows)),
    makeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function makeChunk(name: string, data: Buffer): Buffer {
  const chunk = Buffer.concat([
    Buffer.alloc(4),
    Buffer.from(name, 'latin1'),
    data,
    Buffer.alloc(4),
  ]);
  chunk.writeUInt32BE(data.length);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

import { parentPort, workerData } from 'node:worker_threads';
import { PageDrawing, Undrawable } from '../../drawing/drawing.ts';
import { startPdfium } from '../../drawing/pdfium.ts';
import { isThere } from '../../os/worker.ts';
import type { RasterReply, RasterRequest } from './rasteriser.ts';

/** The worker thread that draws pages; its other end is `rasteriser.ts`. */
const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread');

/** A4 at 600 dpi has 35 million. */
const maxDots = 40_000_000;
const drawing = new PageDrawing(await startPdfium(workerData as number), maxDots);

port.on('message', (request: RasterRequest) => {
  const reply = answer(request);
  const picture =
    reply.type === 'drawn' && reply.page !== null ? [reply.page.gray.buffer as ArrayBuffer] : [];
  port.postMessage(reply, picture);
});

port.postMessage(isThere);

/** An unknown error ends this thread: PDFium's memory cannot be trusted after it. */
function answer({ path, page, dpi }: RasterRequest): RasterReply {
  try {
    return { type: 'drawn', page: drawing.draw(path, page, dpi) };
  } catch (error) {
    if (error instanceof Undrawable) return { type: 'refused', reason: error.message };
    if (error instanceof Error && 'syscall' in error)
      return { type: 'refused', reason: 'the file cannot be read' };
    throw error;
  }
}

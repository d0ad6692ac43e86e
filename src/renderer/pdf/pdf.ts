import type * as PdfJs from 'pdfjs-dist';

const pointsPerInch = 72;

let library: ReturnType<typeof load> | undefined;

/**
 * Loaded with the first preview; parsing runs in a worker of its own. All documents are given it: a
 * worker that a document took from the library's settings ends with it, and until then no other
 * document opens.
 */
async function load() {
  const [pdfjs, { default: PdfWorker }] = await Promise.all([
    import('pdfjs-dist'),
    import('pdfjs-dist/build/pdf.worker.min.mjs?worker'),
  ]);
  return { pdfjs, worker: pdfjs.PDFWorker.create({ port: new PdfWorker() }) };
}

export async function openPdf(bytes: Uint8Array): Promise<PdfJs.PDFDocumentProxy> {
  library ??= load();
  const { pdfjs, worker } = await library;
  // The worker takes ownership of the bytes: it gets a copy. No WASM: the content security policy
  // does not allow it.
  return pdfjs.getDocument({ data: bytes.slice(), worker, useWasm: false }).promise;
}

/** Ends the worker's part of a document; it cannot be drawn after that. */
export async function closePdf(document: PdfJs.PDFDocumentProxy): Promise<void> {
  await document.loadingTask.destroy();
}

/**
 * As large as fits into a box of the screen; or in dots of a printer, each so many of the screen's.
 */
export type DrawnSize =
  | { readonly widthPx: number; readonly heightPx: number }
  | { readonly dpi: number; readonly screenDots: number };

export async function drawPage(
  document: PdfJs.PDFDocumentProxy,
  pageNumber: number,
  canvas: HTMLCanvasElement,
  size: DrawnSize,
): Promise<void> {
  const page = await document.getPage(pageNumber);
  const natural = page.getViewport({ scale: 1 });
  const [scale, screenDots] =
    'dpi' in size
      ? [size.dpi / pointsPerInch, size.screenDots]
      : [
          Math.min(size.widthPx / natural.width, size.heightPx / natural.height) * devicePixelRatio,
          1,
        ];
  const viewport = page.getViewport({ scale });
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  canvas.style.width = `${(canvas.width * screenDots) / devicePixelRatio}px`;
  canvas.style.height = `${(canvas.height * screenDots) / devicePixelRatio}px`;
  canvas.style.imageRendering = 'dpi' in size ? 'pixelated' : '';
  await page.render({ canvas, viewport }).promise;
}

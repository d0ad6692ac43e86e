import type * as PdfJs from 'pdfjs-dist';

let library: Promise<typeof PdfJs> | undefined;

/** Loaded with the first preview, not before; the parsing runs in a worker of its own. */
async function load(): Promise<typeof PdfJs> {
  const [pdfjs, { default: PdfWorker }] = await Promise.all([
    import('pdfjs-dist'),
    import('pdfjs-dist/build/pdf.worker.min.mjs?worker'),
  ]);
  pdfjs.GlobalWorkerOptions.workerPort = new PdfWorker();
  return pdfjs;
}

export async function openPdf(bytes: Uint8Array): Promise<PdfJs.PDFDocumentProxy> {
  library ??= load();
  const pdfjs = await library;
  // The worker takes the bytes for its own: it gets a copy. No WASM: the content security policy does not allow it.
  return pdfjs.getDocument({ data: bytes.slice(), useWasm: false }).promise;
}

/** Ends the worker's part of a document; nothing of it can be drawn after that. */
export async function closePdf(document: PdfJs.PDFDocumentProxy): Promise<void> {
  await document.loadingTask.destroy();
}

/** Draws one page as large as fits the box, in the screen's own resolution. */
export async function drawPage(
  document: PdfJs.PDFDocumentProxy,
  pageNumber: number,
  canvas: HTMLCanvasElement,
  box: { readonly width: number; readonly height: number },
): Promise<void> {
  const page = await document.getPage(pageNumber);
  const natural = page.getViewport({ scale: 1 });
  const scale = Math.min(box.width / natural.width, box.height / natural.height);
  const viewport = page.getViewport({ scale: scale * devicePixelRatio });
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  canvas.style.width = `${viewport.width / devicePixelRatio}px`;
  canvas.style.height = `${viewport.height / devicePixelRatio}px`;
  await page.render({ canvas, viewport }).promise;
}

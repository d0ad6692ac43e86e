import { startPdfium } from '../../../drawing/pdfium.ts';
import type { StartedPdfium } from '../../../drawing/pdfium.ts';
import type { StoredPage } from '../merge/graph.ts';
import type { ObjectStore } from '../merge/object-store.ts';
import { joinPages } from '../merge/write-pdf.ts';
import type { Box } from '../page/geometry.ts';
import { findLabelArea } from './label-area.ts';
import type { Ink } from './label-area.ts';

const dpi = 100;
const dotsPerMm = dpi / 25.4;
const pointsPerMm = 72 / 25.4;
const grayFormat = 1;
const white = 0xffffffff;
/** What PDFium may take of the label process. */
const maxMemoryBytes = 128 * 1024 * 1024;

let started: Promise<StartedPdfium> | null = null;

/** Where the label lies on a page, in the page's own points; null where the page is to stay whole. */
export async function findLabel(page: StoredPage, store: ObjectStore): Promise<Box | null> {
  const ink = await drawInk(page, store);
  const area = ink === null ? null : findLabelArea(ink, dotsPerMm);
  if (area === null) return null;
  const top = page.height - area.top * pointsPerMm;
  const left = area.left * pointsPerMm;
  return { left, right: left + area.width * pointsPerMm, top, bottom: top - area.height * pointsPerMm };
}

/** Null where PDFium does not draw the page: what is not seen is not cut. */
async function drawInk(page: StoredPage, store: ObjectStore): Promise<Ink | null> {
  const { api, ranOut } = await (started ??= startPdfium(maxMemoryBytes));
  const file = joinPages([page], store);
  const width = Math.round((page.width / 72) * dpi);
  const height = Math.round((page.height / 72) * dpi);
  const stride = (width + 3) & ~3;
  const { wasmExports } = api.pdfium;
  const data = wasmExports.malloc(file.length);
  const picture = wasmExports.malloc(stride * height);
  let [document, loaded] = [0, 0];
  try {
    if (data === 0 || picture === 0) return null;
    api.pdfium.HEAPU8.set(file, data);
    document = api.FPDF_LoadMemDocument(data, file.length, '');
    loaded = document === 0 ? 0 : api.FPDF_LoadPage(document, 0);
    if (loaded === 0) return null;
    const bitmap = api.FPDFBitmap_CreateEx(width, height, grayFormat, picture, stride);
    if (bitmap === 0) return null;
    api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
    api.FPDF_RenderPageBitmap(bitmap, loaded, 0, 0, width, height, 0, 0);
    api.FPDFBitmap_Destroy(bitmap);
    const dots = new Uint8Array(width * height);
    const { HEAPU8 } = api.pdfium;
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) dots[y * width + x] = 255 - (HEAPU8[picture + y * stride + x] ?? 255);
    return ranOut() ? null : { width, height, dots };
  } finally {
    if (loaded !== 0) api.FPDF_ClosePage(loaded);
    if (document !== 0) api.FPDF_CloseDocument(document);
    wasmExports.free(data);
    wasmExports.free(picture);
  }
}

import { OutOfMemory, PageDrawing, Undrawable } from '../../../drawing/drawing.ts';
import { startPdfium } from '../../../drawing/pdfium.ts';
import type { StoredPage } from '../merge/graph.ts';
import type { ObjectStore } from '../merge/object-store.ts';
import { joinPages } from '../merge/write-pdf.ts';
import type { Box } from '../page/geometry.ts';
import { findLabelAreas, type Ink } from './label-area.ts';

const dpi = 100;
const dotsPerMm = dpi / 25.4;
const pointsPerMm = 72 / 25.4;
/** PDFium's share of the label process's memory. */
const maxMemoryBytes = 128 * 1024 * 1024;
/** Four times the sheets that carriers put labels on. */
const maxDots = 4_000_000;

let drawing: Promise<PageDrawing> | null = null;

/** Returns the labels' areas on a page in its own points, row by row; none if the page is to stay whole. */
export async function findLabels(page: StoredPage, store: ObjectStore): Promise<readonly Box[]> {
  const ink = await drawInk(page, store);
  return (ink === null ? [] : findLabelAreas(ink, dotsPerMm)).map((area) => {
    const top = page.height - area.top * pointsPerMm;
    const left = area.left * pointsPerMm;
    return { left, right: left + area.width * pointsPerMm, top, bottom: top - area.height * pointsPerMm };
  });
}

/** Returns null if PDFium does not draw the page: an unseen page is not cut. */
async function drawInk(page: StoredPage, store: ObjectStore): Promise<Ink | null> {
  drawing ??= startPdfium(maxMemoryBytes).then((pdfium) => new PageDrawing(pdfium, maxDots));
  const pages = await drawing;
  try {
    const drawn = pages.draw(joinPages([page], store), 1, dpi, true);
    if (drawn === null) return null;
    const { width, height, gray: dots } = drawn;
    for (let at = 0; at < dots.length; at += 1) dots[at] = 255 - (dots[at] ?? 255);
    return { width, height, dots };
  } catch (error) {
    if (error instanceof Undrawable || error instanceof OutOfMemory) return null;
    throw error;
  }
}

import { Locked, PageDrawing, Undrawable, type OpenPage } from '../../../drawing/drawing.ts';
import type { GrayBitmap } from '../../../drawing/dots.ts';
import { startPdfium } from '../../../drawing/pdfium.ts';
import type { Box } from '../page/geometry.ts';
import { isOfficeSheet } from '../page/source-page.ts';
import { PdfDamage, PdfLocked, PdfUnrenderable } from '../syntax/objects.ts';
import { findLabelAreas } from './label-area.ts';

/** The findings on a small drawing of a page. */
export interface PageFindings {
  /** White paper, or one shade from edge to edge: a picture of nothing. */
  readonly isPlain: boolean;
  /**
   * On an office's sheet, the labels' areas in its own points, row by row; none if it is to stay
   * whole.
   */
  readonly labels: readonly Box[];
}

export interface LookOptions {
  /** The number of pages in the file. */
  readonly pages: number;
  /** Without it no labels are searched, which takes as long as the drawing. */
  readonly findsLabels: boolean;
}

const dpi = 100;
const dotsPerMm = dpi / 25.4;
const pointsPerMm = 72 / 25.4;
const maxMemoryBytes = 128 * 1024 * 1024;
/** Four times the sheets that carriers put labels on; a larger page is drawn with larger dots. */
const maxDots = 4_000_000;
/** Closer shades look the same on paper. */
const sameShade = 8;

/** PDFium, as the reader of labels uses it. */
export interface PageEngine {
  /**
   * Draws each page of a PDF small. Throws `PdfUnrenderable` if one cannot be drawn within time and
   * memory.
   */
  readonly look: (pdf: Uint8Array, options: LookOptions) => Promise<readonly PageFindings[]>;
  /**
   * Returns a file that is encrypted, or has annotations without appearance, written anew without
   * and with these. Throws `PdfDamage`, `PdfLocked` or `PdfUnrenderable`.
   */
  readonly rewrite: (file: Uint8Array) => Promise<Uint8Array>;
}

/**
 * Returns an engine that works in this thread, as long as it takes. It starts with the first file,
 * or before.
 */
export function workInThisThread() {
  let drawing: PageDrawing | null = null;
  const start = async (): Promise<PageDrawing> => {
    drawing ??= new PageDrawing(await startPdfium(maxMemoryBytes), maxDots);
    return drawing;
  };
  const use = async <T>(work: (pages: PageDrawing) => T): Promise<T> => {
    const pages = await start();
    try {
      return work(pages);
    } catch (error) {
      // Its memory is spent, or cannot be trusted.
      if (!(error instanceof Undrawable)) drawing = null;
      throw error;
    }
  };
  const engine: PageEngine = {
    look: (pdf, { findsLabels }) =>
      use((pages) => [...lookAtAll(pages, pdf, findsLabels)]).catch((error: unknown) => {
        throw error instanceof Undrawable ? new PdfUnrenderable(error.message) : error;
      }),
    rewrite: (file) =>
      use((pages) => pages.rewrite(file)).catch((error: unknown) => {
        if (error instanceof Locked) throw new PdfLocked();
        throw error instanceof Undrawable ? new PdfDamage(error.message) : error;
      }),
  };
  return { ...engine, start };
}

function* lookAtAll(
  drawing: PageDrawing,
  pdf: Uint8Array,
  findsLabels: boolean,
): Generator<PageFindings> {
  for (let number = 1; ; number += 1) {
    const findings = drawing.usePage(pdf, number, (page) => lookAt(page, findsLabels));
    if (findings === null) return;
    yield findings;
  }
}

function lookAt(page: OpenPage, findsLabels: boolean): PageFindings {
  const shrunk = Math.min(1, Math.sqrt(maxDots / (page.width * page.height * (dpi / 72) ** 2)));
  const scale = { dpiX: dpi * shrunk, dpiY: dpi * shrunk, isTurned: false, isCoarse: true };
  const { width, height, drawRows } = page.measure(scale);
  const drawn = { width, height, gray: drawRows(0, height) };
  return {
    isPlain: isPlain(drawn),
    labels: findsLabels && isOfficeSheet(page) ? findLabels(drawn, page.height) : [],
  };
}

function isPlain({ width, height, gray }: GrayBitmap): boolean {
  const isInk = (at: number) => (gray[at] ?? 255) <= 255 - sameShade;
  let first = 0;
  while (first < gray.length && !isInk(first)) first += 1;
  if (first === gray.length) return true;
  const shade = gray[first] ?? 0;
  const left = first % width;
  const top = Math.floor(first / width);
  let right = left;
  let bottom = top;
  while (right < width && isInk(top * width + right)) right += 1;
  while (bottom < height && isInk(bottom * width + left)) bottom += 1;
  // A picture is as large as its paper allows: smaller ones are dots on a white picture.
  if (right - left < width - 1 && bottom - top < height - 1) return false;
  for (let at = first; at < gray.length; at += 1) {
    const isInside = at % width >= left && at % width < right && at < bottom * width;
    if (isInside ? Math.abs((gray[at] ?? 0) - shade) >= sameShade : isInk(at)) return false;
  }
  return true;
}

function findLabels({ width, height, gray }: GrayBitmap, pageHeight: number): readonly Box[] {
  const dots = gray.map((shade) => 255 - shade);
  return findLabelAreas({ width, height, dots }, dotsPerMm).map((area) => {
    const top = pageHeight - area.top * pointsPerMm;
    const left = area.left * pointsPerMm;
    return {
      left,
      right: left + area.width * pointsPerMm,
      top,
      bottom: top - area.height * pointsPerMm,
    };
  });
}

import { Locked, PageDrawing, Undrawable, type OpenPage } from '../../../drawing/drawing.ts';
import type { GrayBitmap } from '../../../drawing/dots.ts';
import { startPdfium } from '../../../drawing/pdfium.ts';
import { pointsPerMm, type Box, type Size } from '../page/geometry.ts';
import { PdfDamage, PdfLocked, PdfUnrenderable } from '../syntax/errors.ts';
import { isDifferent } from './compare.ts';
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
  /** True if the page of the source is drawn otherwise; false without a source that can be drawn. */
  readonly differs: boolean;
}

export interface LookOptions {
  /** The number of pages in the file. */
  readonly pages: number;
  /** Without it no labels are searched, which takes as long as the drawing. */
  readonly findsLabels: boolean;
  /** The file that the pages were read from, to prove that nothing was lost. */
  readonly source?: LookSource | undefined;
}

interface LookSource {
  readonly file: Uint8Array;
  /** The number of its pages, as it was read. */
  readonly pages: number;
  /** The pages' own numbers there, from 1. */
  readonly numbers: readonly number[];
  /** True if their content is the source's own, so that their texts can be compared. */
  readonly isVerbatim: boolean;
}

const dpi = 100;
const dotsPerMm = dpi / 25.4;
/** For a page and its source. */
const maxMemoryBytes = 192 * 1024 * 1024;
/** Four times the sheets that carriers put labels on; a larger page is drawn with larger dots. */
const maxDots = 4_000_000;
/** Sizes are rounded to whole dots. */
const sameScale = 0.02;
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
  let drawing: Drawings | null = null;
  const start = async (): Promise<Drawings> => {
    if (drawing !== null) return drawing;
    const started = await startPdfium(maxMemoryBytes);
    const open = () => new PageDrawing(started, maxDots);
    drawing = { pages: open(), sources: open() };
    return drawing;
  };
  const use = async <T>(work: (drawings: Drawings) => T): Promise<T> => {
    const drawings = await start();
    try {
      return work(drawings);
    } catch (error) {
      // Its memory is spent, or cannot be trusted.
      if (!(error instanceof Undrawable)) drawing = null;
      throw error;
    }
  };
  const engine: PageEngine = {
    look: (pdf, options) =>
      use((drawings) => [...lookAtAll(drawings, pdf, options)]).catch((error: unknown) => {
        throw error instanceof Undrawable ? new PdfUnrenderable(error.message) : error;
      }),
    rewrite: (file) =>
      use(({ pages }) => pages.rewrite(file)).catch((error: unknown) => {
        if (error instanceof Locked) throw new PdfLocked();
        throw error instanceof Undrawable ? new PdfDamage(error.message) : error;
      }),
  };
  return { ...engine, start };
}

/** Two, so that a page and its source are open at once. */
interface Drawings {
  readonly pages: PageDrawing;
  readonly sources: PageDrawing;
}

function* lookAtAll(
  { pages, sources }: Drawings,
  pdf: Uint8Array,
  { findsLabels, source }: LookOptions,
): Generator<PageFindings> {
  for (let number = 1; ; number += 1) {
    const findings = pages.usePage(pdf, number, (page) => {
      const drawn = drawSmall(page);
      return {
        isPlain: isPlain(drawn),
        labels: findsLabels && isOfficeSheet(page) ? findLabels(drawn, page.height) : [],
        differs: source !== undefined && differsFrom(sources, source, number, page, drawn),
      };
    });
    if (findings === null) break;
    yield findings;
  }
  if (source !== undefined) sources.close();
}

function drawSmall(page: OpenPage): GrayBitmap {
  const shrunk = Math.min(1, Math.sqrt(maxDots / (page.width * page.height * (dpi / 72) ** 2)));
  const scale = { dpiX: dpi * shrunk, dpiY: dpi * shrunk, isTurned: false, isCoarse: true };
  const { width, height, drawRows } = page.measure(scale);
  return { width, height, gray: drawRows(0, height) };
}

/** A source that PDFium cannot draw proves nothing. */
function differsFrom(
  sources: PageDrawing,
  { file, pages, numbers, isVerbatim }: LookSource,
  number: number,
  own: OpenPage,
  drawn: GrayBitmap,
): boolean {
  try {
    if (sources.count(file) !== pages) return true;
    const differs = sources.usePage(file, numbers[number - 1] ?? 0, (page) => {
      // Another digit is a few dots only.
      if (isVerbatim && page.readText() !== own.readText()) return true;
      const isTurned = page.width > page.height;
      const across = isTurned ? page.height : page.width;
      const up = isTurned ? page.width : page.height;
      // The page may have another unit, and is portrait.
      const dpiX = (drawn.width / across) * 72;
      const dpiY = (drawn.height / up) * 72;
      if (Math.abs(dpiX / dpiY - 1) > sameScale) return true;
      const { height, drawRows } = page.measure({ dpiX, dpiY, isTurned, isCoarse: true });
      return isDifferent(drawn, { ...drawn, gray: drawRows(0, height) });
    });
    return differs ?? false;
  } catch (error) {
    if (error instanceof Undrawable) return false;
    throw error;
  }
}

/** A4 and Letter, upright, in points, as most programs round them. */
const sheets = [
  [595.28, 841.89],
  [612, 792],
] as const;

/** Returns true for the sheets on which carriers put labels. */
function isOfficeSheet({ width, height }: Size): boolean {
  return sheets.some(([across, up]) => Math.abs(width - across) < 6 && Math.abs(height - up) < 6);
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

import type { Box, Matrix } from '../page/geometry.ts';

/**
 * The cost of drawing, in three parts that grow differently when the drawing is enlarged: `steps` do not (operators,
 * glyphs, samples of pictures; in microseconds), `length` is along lines (in points), `area` is filled (in square
 * points).
 */
export interface Cost {
  readonly steps: number;
  readonly length: number;
  readonly area: number;
}

/**
 * Microseconds, at 300 dots per inch, measured for the slowest of poppler, MuPDF and Ghostscript: 10 ms to fill a label
 * of 100 × 150 mm once (poppler), 1.3 ms for a thin line along it (MuPDF).
 */
const perPoint = 3;
const perSquarePoint = 0.085;

/** Fifty times the cost of the fullest labels; longer than a person waits for one. */
export const maxMicroseconds = 5_000_000;

export function toMicroseconds({ steps, length, area }: Cost): number {
  return steps + length * perPoint + area * perSquarePoint;
}

export class CostSum implements Cost {
  steps = 0;
  length = 0;
  area = 0;

  /** Adds a cost `times` over, enlarged so that an area is `areaScale` times as large. */
  add({ steps, length, area }: Cost, times = 1, areaScale = 1): void {
    this.steps += steps * times;
    this.length += length * times * Math.sqrt(areaScale);
    this.area += area * times * areaScale;
  }
}

/** The named resources of a content stream, as far as its cost depends on them. */
export interface Parts {
  findObject(name: string): Picture | Form | null;
  findPattern(name: string): Tiles | 'shading' | null;
  /** Returns the maximal cost of one glyph, and its matrix for text of size 1; null for a font of outlines. */
  findGlyph(font: string): Glyph | null;
  findState(name: string): State;
  /** Returns the steps of a shading by itself. */
  findShading(name: string): number;
}

export interface Glyph {
  readonly cost: Cost;
  readonly scale: number;
}

/** The entries of a graphics state; null for those that it leaves unchanged. */
export interface State {
  /** The group of a soft mask. */
  readonly mask: Form | null;
  readonly lineWidth: number | null;
  readonly font: { readonly glyph: Glyph | null; readonly size: number } | null;
}

export interface Picture {
  readonly type: 'picture';
  readonly steps: number;
}

export interface Form {
  readonly type: 'form';
  readonly cost: Cost;
  readonly matrix: Matrix;
  readonly box: Box;
  /** Drawn separately before it is laid on the page. */
  readonly isGroup: boolean;
}

export interface Tiles {
  readonly cost: Cost;
  readonly matrix: Matrix;
  /** From one tile to the next, in the pattern's own space. */
  readonly stepArea: number;
}

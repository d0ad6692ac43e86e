import type { Box, Matrix } from '../page/geometry.ts';
import type { Cost } from './cost.ts';

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

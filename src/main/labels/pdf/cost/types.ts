import type { Box, Matrix } from '../page/geometry.ts';
import type { Cost } from './cost.ts';

/** What a content stream draws by its name, as far as its cost goes. */
export interface Parts {
  findObject(name: string): Picture | Form | null;
  findPattern(name: string): Tiles | 'shading' | null;
  /** What one glyph takes at most, and how its space lies in that of text of size 1; null for a font of outlines. */
  findGlyph(font: string): Glyph | null;
  findState(name: string): State;
  /** The steps that a shading takes by itself. */
  findShading(name: string): number;
}

export interface Glyph {
  readonly cost: Cost;
  readonly scale: number;
}

/** What a graphics state sets; null where it leaves it as it is. */
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
  /** Drawn for itself before it is laid on the page. */
  readonly isGroup: boolean;
}

export interface Tiles {
  readonly cost: Cost;
  readonly matrix: Matrix;
  /** From one to the next, in the pattern's own space. */
  readonly stepArea: number;
}

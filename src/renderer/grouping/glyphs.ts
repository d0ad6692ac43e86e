import type { LabelState } from '../../shared/index.ts';

/** The drawings that rows share. */
export type Glyph = LabelState | 'later' | 'checked';

export function glyphId(glyph: Glyph): string {
  return `glyph-${glyph}`;
}

/** Where `<use>` finds the drawing. */
export function glyphHref(glyph: Glyph): string {
  return `#${glyphId(glyph)}`;
}

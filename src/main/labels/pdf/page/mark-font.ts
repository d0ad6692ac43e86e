import type { StandardFontEmbedder } from 'pdf-lib';

let font: StandardFontEmbedder | null = null;

/** Call it before a mark is written: the library is slow to load, and only reprints need it. */
export async function loadMarkFont(): Promise<void> {
  if (font !== null) return;
  const library = await import('pdf-lib');
  // pdf-lib accepts the name under a type that it does not export.
  font = library.StandardFontEmbedder.for(
    'Helvetica-Bold' as Parameters<typeof StandardFontEmbedder.for>[0],
  );
}

/** Returns the measures and the encoding of Helvetica-Bold. */
export function findMarkFont(): StandardFontEmbedder {
  if (font === null) throw new Error('the font of the marks was not loaded');
  return font;
}

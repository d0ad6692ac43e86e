import type * as PdfLib from 'pdf-lib';

/** The standard fonts (ISO 32000-1, 9.6.2.2) that are written with here. */
export type StandardFont =
  'Helvetica' | 'Helvetica-Bold' | 'Courier' | 'Courier-Bold' | 'Times-Roman' | 'Times-Bold' | 'ZapfDingbats';

let library: typeof PdfLib | null = null;
const known = new Map<StandardFont, PdfLib.StandardFontEmbedder>();

/** Call it before text is written: the library is slow to load, and only annotations and reprints need it. */
export async function loadStandardFonts(): Promise<void> {
  library ??= await import('pdf-lib');
}

/** Returns the measures and the encoding of a font. */
export function findStandardFont(name: StandardFont): PdfLib.StandardFontEmbedder {
  if (library === null) throw new Error('the standard fonts were not loaded');
  const found = known.get(name);
  if (found !== undefined) return found;
  // pdf-lib accepts the names under a type that it does not export.
  const own = name as unknown as Parameters<typeof PdfLib.StandardFontEmbedder.for>[0];
  const made = library.StandardFontEmbedder.for(own);
  known.set(name, made);
  return made;
}

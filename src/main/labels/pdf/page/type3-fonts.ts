import type { PDFDict, PDFObject } from 'pdf-lib';
import { extend, made } from '../syntax/entries.ts';
import type { PdfDocument } from '../document/document.ts';

/**
 * Returns a page's resources with which its Type 3 fonts draw wherever the page goes. A font
 * without its own uses those of the page that its text is on (PDF 32000-1, table 112), and a page
 * that is turned, or one of several on a sheet, becomes a form on another page: Ghostscript would
 * lose its letters.
 */
export function lendToType3Fonts(
  document: PdfDocument,
  resources: PDFObject | undefined,
): PDFObject | undefined {
  const dict = document.dictOf(resources);
  const fonts = document.dict(dict, 'Font');
  if (dict === null || fonts === null) return resources;
  const lent: Record<string, PDFDict> = {};
  for (const [name, value] of fonts.entries()) {
    const font = document.dictOf(value);
    if (font === null || document.name(font, 'Subtype') !== 'Type3') continue;
    if (document.dict(font, 'Resources') !== null) continue;
    lent[name.decodeText()] = extend(font, made.obj({ Resources: resources }));
  }
  if (Object.keys(lent).length === 0) return resources;
  return extend(dict, made.obj({ Font: extend(fonts, made.obj(lent)) }));
}

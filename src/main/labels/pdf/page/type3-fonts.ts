import type { PdfDocument } from '../document/document.ts';
import { isDict, readName, type PdfObject } from '../syntax/objects.ts';

/**
 * Returns a page's resources with which its Type 3 fonts draw wherever the page goes. A font
 * without its own uses those of the page that its text is on (PDF 32000-1, table 112), and a page
 * that is turned, or one of several on a sheet, becomes a form on another page: Ghostscript would
 * lose its letters.
 */
export function lendToType3Fonts(document: PdfDocument, resources: PdfObject): PdfObject {
  const dict = document.resolve(resources);
  const fonts = isDict(dict) ? document.resolve(dict.get('Font')) : null;
  if (!isDict(dict) || !isDict(fonts)) return resources;
  const lent = new Map<string, PdfObject>();
  for (const [name, value] of fonts) {
    const font = document.resolve(value);
    if (!isDict(font) || readName(document.resolve(font.get('Subtype'))) !== 'Type3') continue;
    if (isDict(document.resolve(font.get('Resources')))) continue;
    lent.set(name, new Map([...font, ['Resources', resources]]));
  }
  return lent.size === 0 ? resources : new Map([...dict, ['Font', new Map([...fonts, ...lent])]]);
}

import { PDFDict, PDFName, StandardFontEmbedder } from 'pdf-lib';
import { extend, made, writeNumbers } from '../syntax/entries.ts';
import { pointsPerMm, tidy, type Box, type Size } from './geometry.ts';

/** A page whose content was made here. */
export interface DrawnPage extends Size {
  readonly content: string;
  readonly resources: PDFDict;
}

/** Capitals of 1.8 mm: readable at a desk, and harmless to a carrier's reader. */
const size = 7;
/** A longer mark would reach under the left part of the label. */
const maxLength = 24;

/** pdf-lib accepts the name under a type that it does not export. */
const fontName = 'Helvetica-Bold' as Parameters<typeof StandardFontEmbedder.for>[0];

const font = made.obj({
  Type: 'Font',
  Subtype: 'Type1',
  BaseFont: fontName,
  Encoding: 'WinAnsiEncoding',
});

/**
 * Writes a few small words into the lower right margin of a page. Labels leave the last three
 * millimetres nearly white, without bars; other content there is not covered.
 */
export function addMark<T extends DrawnPage>(page: T, mark: string): T {
  const fonts = page.resources.lookupMaybe(PDFName.of('Font'), PDFDict) ?? made.obj({});
  const letters = StandardFontEmbedder.for(fontName);
  const canShow = (char: string): boolean =>
    letters.encoding.canEncodeUnicodeCodePoint(char.codePointAt(0) ?? 0);
  const text = Array.from(mark, (char) => (canShow(char) ? char : '?'))
    .slice(0, maxLength)
    .join('');
  const isSheet = page.width > 150 * pointsPerMm;
  // Label printers reach the edge of their paper; office printers leave out the last four
  // millimetres.
  const right = (isSheet ? 5 : 3) * pointsPerMm;
  const baseline = (isSheet ? 5 : 0.8) * pointsPerMm;
  const x = page.width - right - letters.widthOfTextAtSize(text, size);
  const place = writeNumbers([tidy(x), tidy(baseline)]);
  const shown = `BT 0 g /M ${size} Tf ${place} Td ${letters.encodeText(text).toString()} Tj ET`;
  return {
    ...page,
    content: `q ${page.content}Q\n${shown}\n`,
    resources: extend(page.resources, made.obj({ Font: extend(fonts, made.obj({ M: font })) })),
  };
}

/** Draws a blue frame around an area, for a page that is only looked at. */
export function addFrame<T extends DrawnPage>(page: T, { left, bottom, right, top }: Box): T {
  const corners = writeNumbers([left, bottom, right - left, top - bottom].map(tidy));
  const content = `q ${page.content}Q\nq 0 0.35 0.8 RG 4 w ${corners} re S Q\n`;
  return { ...page, content };
}

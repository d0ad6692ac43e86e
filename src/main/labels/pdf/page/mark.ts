import { PDFDict, StandardFontEmbedder } from 'pdf-lib';
import { extend, made, readEntry, writeNumbers } from '../syntax/entries.ts';
import { tidy, type Box } from './geometry.ts';

/** A page whose content was made here. */
export interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly content: string;
  readonly resources: PDFDict;
}

const pointsPerMm = 72 / 25.4;
/** Capitals of 1.8 mm: readable at a desk, and harmless to a carrier's reader. */
const size = 7;
/** A longer mark would reach under the left part of the label. */
const maxLength = 24;

let measures: StandardFontEmbedder | null = null;

/** Reading the font's measures takes a while, and only reprints need them. */
function findMeasures(): StandardFontEmbedder {
  // pdf-lib accepts the name under a type that it does not export.
  const name = 'Helvetica-Bold' as Parameters<typeof StandardFontEmbedder.for>[0];
  measures ??= StandardFontEmbedder.for(name);
  return measures;
}

const font = made.obj({
  Type: 'Font',
  Subtype: 'Type1',
  BaseFont: 'Helvetica-Bold',
  Encoding: 'WinAnsiEncoding',
});

/**
 * Writes a few small words into the lower right margin of a page. Labels leave the last three
 * millimetres nearly white, without bars; other content there is not covered.
 */
export function addMark<T extends DrawnPage>(page: T, mark: string): T {
  const fonts = readEntry(page.resources, 'Font') ?? made.obj({});
  if (!(fonts instanceof PDFDict) || readEntry(fonts, 'M') !== undefined)
    throw new Error('a mark goes on pages whose content was made here');
  const letters = findMeasures();
  const canShow = (char: string): boolean =>
    letters.encoding.canEncodeUnicodeCodePoint(char.codePointAt(0) ?? 0);
  const text = Array.from(mark, (char) => (canShow(char) ? char : '?'))
    .slice(0, maxLength)
    .join('');
  const { right, baseline } = chooseMargins(page.width);
  const x = tidy(page.width - right * pointsPerMm - letters.widthOfTextAtSize(text, size));
  const place = writeNumbers([x, tidy(baseline * pointsPerMm)]);
  const shown = `BT 0 g /M ${size} Tf ${place} Td ${letters.encodeText(text).toString()} Tj ET`;
  return {
    ...page,
    content: `q ${page.content}Q\n${shown}\n`,
    resources: extend(page.resources, made.obj({ Font: extend(fonts, made.obj({ M: font })) })),
  };
}

/**
 * Label printers reach the edge of their paper; office printers leave out the last four
 * millimetres.
 */
function chooseMargins(width: number): { readonly right: number; readonly baseline: number } {
  const isSheet = width > 150 * pointsPerMm;
  return isSheet ? { right: 5, baseline: 5 } : { right: 3, baseline: 0.8 };
}

const frameWidth = 4;

/** Draws a blue frame around an area, for a page that is only looked at. */
export function addFrame<T extends DrawnPage>(page: T, { left, bottom, right, top }: Box): T {
  const corners = writeNumbers([left, bottom, right - left, top - bottom].map(tidy));
  const content = `q ${page.content}Q\nq 0 0.35 0.8 RG ${frameWidth} w ${corners} re S Q\n`;
  return { ...page, content };
}

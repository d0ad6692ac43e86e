import { StandardFontEmbedder, StandardFonts } from 'pdf-lib';
import { PdfIndirect, PdfName, PdfStream, makeDict, isDict } from '../syntax/objects.ts';
import { writeNumber } from '../syntax/serialise.ts';
import { tidy } from './geometry.ts';
import type { PageDraft } from './normalise.ts';

const pointsPerMm = 72 / 25.4;
/** Capitals of 1.8 mm: read at a desk, and no trouble to a carrier's reader. */
const size = 7;
/** A longer mark would reach under what stands at the left of the label. */
const maxLength = 24;

let known: StandardFontEmbedder | null = null;

/** Read when they are first needed: most labels are never reprinted. */
function measuresOfFont(): StandardFontEmbedder {
  // pdf-lib exports the names under one type and takes them under another that it does not export.
  const name = StandardFonts.HelveticaBold as unknown as Parameters<typeof StandardFontEmbedder.for>[0];
  return (known ??= StandardFontEmbedder.for(name));
}

/** One object for all pages and files. */
const font = new PdfIndirect(
  makeDict({
    Type: PdfName.of('Font'),
    Subtype: PdfName.of('Type1'),
    BaseFont: PdfName.of('Helvetica-Bold'),
    Encoding: PdfName.of('WinAnsiEncoding'),
  }),
);

/**
 * Writes a few words small into the lower right margin of a page whose content was made here. Labels leave the last
 * three millimetres white, or nearly so, and no bars reach into them; what stands there all the same is not covered.
 */
export function addMark(draft: PageDraft, mark: string): PageDraft {
  const { contents, resources, width } = draft;
  if (!(contents instanceof PdfStream) || contents.dict.size > 0 || !isDict(resources) || resources.has('Font'))
    throw new Error('a mark goes on pages whose content was made here');
  const measures = measuresOfFont();
  const canShow = (char: string): boolean => measures.encoding.canEncodeUnicodeCodePoint(char.codePointAt(0) ?? 0);
  const text = Array.from(mark, (char) => (canShow(char) ? char : '?'))
    .slice(0, maxLength)
    .join('');
  const { right, baseline } = marginsMm(width);
  const x = writeNumber(tidy(width - right * pointsPerMm - measures.widthOfTextAtSize(text, size)));
  const y = writeNumber(tidy(baseline * pointsPerMm));
  const shown = `BT 0 g /M ${size} Tf ${x} ${y} Td ${measures.encodeText(text).toString()} Tj ET\n`;
  return {
    ...draft,
    contents: new PdfStream(new Map(), Buffer.concat([Buffer.from('q '), contents.data, Buffer.from(`Q\n${shown}`)])),
    resources: new Map([...resources, ['Font', makeDict({ M: font })]]),
  };
}

/** Label printers reach the edge of their paper; those for whole sheets leave out the last four millimetres. */
function marginsMm(width: number): { readonly right: number; readonly baseline: number } {
  const isSheet = width > 150 * pointsPerMm;
  return isSheet ? { right: 5, baseline: 5 } : { right: 3, baseline: 0.8 };
}

import { deflateSync } from 'node:zlib';
import {
  PdfDamage,
  PdfName,
  PdfRef,
  PdfStream,
  makeDict,
  PdfIndirect,
  isDict,
  type PdfObject,
} from '../syntax/objects.ts';
import { noteMended } from '../syntax/inflate.ts';
import { writeNumber } from '../syntax/serialise.ts';
import { readFilters } from '../syntax/filters.ts';
import { isSpace } from '../syntax/characters.ts';
import type { PdfDocument } from '../document/document.ts';
import { findAppearances, type Appearance } from './annotations.ts';
import { tidy, transformBounds, type Box, type Matrix } from './geometry.ts';
import { measureSeenPage, type SourcePage } from './source-page.ts';
import { findMarkFont } from './mark-font.ts';
import { lendToType3Fonts } from './type3-fonts.ts';

/**
 * A page for the print: portrait, its media box `[0 0 width height]` in points, nothing inherited.
 */
export interface PageDraft {
  readonly width: number;
  readonly height: number;
  readonly contents: PdfObject;
  readonly resources: PdfObject;
  readonly group: PdfObject;
  /** The page has no drawing. */
  readonly blank: boolean;
}

/**
 * How far a wrapped page's drawing goes beyond its visible part: the very edge would share pixels
 * with the cut.
 */
const bleed = 72;

/**
 * Makes a page portrait at its exact size, with its visible annotations in its content and the
 * drawing unchanged. A page that is so already, and gets neither mark nor frames, stays as it is.
 * Frames are in the units of the result. Before a mark, `loadMarkFont` must have been called.
 */
export function normalisePage(
  document: PdfDocument,
  page: SourcePage,
  mark: string | null = null,
  frames: readonly Box[] = [],
): PageDraft {
  const contents = readContents(document, page);
  const appearances = findAppearances(document, page);
  const { width, height } = measureSeenPage(page);
  const isLandscape = tidy(width) > tidy(height);
  const size = isLandscape ? { width: height, height: width } : { width, height };
  const draft = {
    width: tidy(size.width),
    height: tidy(size.height),
    group: page.dict.get('Group') ?? null,
    blank: appearances.length === 0 && contents.every(({ decoded }) => decoded.every(isSpace)),
  };
  const turn = (page.rotate + (isLandscape ? 90 : 0)) % 360;
  const { left, bottom } = page.visible;
  const isNormal = turn === 0 && page.userUnit === 1 && left === 0 && bottom === 0;
  if (isNormal && appearances.length === 0 && mark === null && frames.length === 0) {
    const values = contents.map(({ value }) => value);
    const resources = lendToType3Fonts(document, page.resources);
    return { ...draft, contents: values.length > 1 ? values : (values[0] ?? null), resources };
  }
  const matrix = makeTurnMatrix(page.visible, turn, page.userUnit);
  const wrapped = { ...draft, ...wrapPage(document, page, contents, appearances, matrix) };
  const framed = frames.reduce(addFrame, wrapped);
  return mark === null ? framed : addMark(framed, mark);
}

interface Content {
  readonly value: PdfObject;
  readonly stream: PdfStream;
  readonly decoded: Uint8Array;
}

/**
 * Reads the content streams to their end: a page whose content is missing must not be printed
 * blank.
 */
function readContents(document: PdfDocument, page: SourcePage): Content[] {
  const contents = page.dict.get('Contents') ?? null;
  if (contents === null) return [];
  const resolved = document.resolve(contents);
  const parts = Array.isArray(resolved) ? resolved : [contents];
  const found = parts.flatMap((value) => {
    const stream = document.resolve(value);
    if (stream instanceof PdfStream) return [{ value, stream, decoded: document.decode(stream) }];
    // A part that the file never had is left out, as viewers do.
    if (stream !== null || (value !== null && document.rebuilt))
      throw new PdfDamage("a page's content is missing");
    noteMended();
    return [];
  });
  if (found.length === 0 && parts.length > 0) throw new PdfDamage("a page's content is missing");
  return found;
}

/** Returns an area of the normalised page in the units of the page itself. */
export function findSourceArea(page: SourcePage, area: Box): Box {
  const { width, height } = measureSeenPage(page);
  const turn = (page.rotate + (tidy(width) > tidy(height) ? 90 : 0)) % 360;
  const [a, b, c, d, e, f] = makeTurnMatrix(page.visible, turn, page.userUnit);
  const scale = a * d - b * c;
  return transformBounds(area, [
    d / scale,
    -b / scale,
    -c / scale,
    a / scale,
    (c * f - d * e) / scale,
    (b * e - a * f) / scale,
  ]);
}

function makeTurnMatrix({ left, bottom, right, top }: Box, turn: number, unit: number): Matrix {
  const l = left * unit;
  const b = bottom * unit;
  const r = right * unit;
  const t = top * unit;
  if (turn === 90) return [0, -unit, unit, 0, -b, r];
  if (turn === 180) return [-unit, 0, 0, -unit, r, t];
  if (turn === 270) return [0, unit, -unit, 0, t, -l];
  return [unit, 0, 0, unit, -l, -b];
}

/**
 * Makes the page's content a form, which turns it without moving its patterns (a pattern lies in
 * the space of the content stream that uses it) and keeps an unbalanced graphics state from the
 * annotations drawn after it.
 */
function wrapPage(
  document: PdfDocument,
  page: SourcePage,
  contents: readonly Content[],
  appearances: readonly Appearance[],
  matrix: Matrix,
): Pick<PageDraft, 'resources'> & { readonly contents: PdfStream } {
  const forms = new Map<string, PdfObject>([['P', makePageForm(document, page, contents)]]);
  const layers = new Map<string, PdfObject>();
  let text = `${writeMatrix(matrix)}/P Do\n`;
  appearances.forEach(({ form, matrix: own, layer }, index) => {
    forms.set(`A${index}`, form);
    const draw = `q ${writeMatrix(own)}/A${index} Do Q`;
    if (layer === null) text += `${draw}\n`;
    else {
      layers.set(`L${index}`, layer);
      text += `/OC /L${index} BDC ${draw} EMC\n`;
    }
  });
  return {
    contents: new PdfStream(new Map(), Buffer.from(text)),
    resources: makeDict({ XObject: forms, Properties: layers.size > 0 ? layers : undefined }),
  };
}

function writeMatrix(matrix: Matrix): string {
  if (matrix.every((value, index) => value === (index === 0 || index === 3 ? 1 : 0))) return '';
  return `${matrix.map(writeNumber).join(' ')} cm `;
}

function makePageForm(
  document: PdfDocument,
  page: SourcePage,
  contents: readonly Content[],
): PdfStream {
  const { left, bottom, right, top } = page.visible;
  const resources = lendToType3Fonts(document, page.resources);
  const form = makeDict({
    Type: new PdfName('XObject'),
    Subtype: new PdfName('Form'),
    BBox: [left - bleed, bottom - bleed, right + bleed, top + bleed],
    Resources: resources instanceof PdfRef ? resources : document.resolve(resources),
  });
  const [only] = contents;
  if (only !== undefined && contents.length === 1) {
    const filters = readFilters(only.stream.dict, document.resolve);
    if (filters.length === 0) return new PdfStream(form, only.stream.data);
    form.set(
      'Filter',
      filters.map(({ name }) => new PdfName(name)),
    );
    if (filters.some(({ parms }) => parms !== null))
      form.set(
        'DecodeParms',
        filters.map(({ parms }) => parms),
      );
    return new PdfStream(form, only.stream.data);
  }
  const joined = Buffer.concat(contents.flatMap(({ decoded }) => [decoded, Buffer.from('\n')]));
  form.set('Filter', new PdfName('FlateDecode'));
  return new PdfStream(form, deflateSync(joined));
}

const pointsPerMm = 72 / 25.4;
/** Capitals of 1.8 mm: readable at a desk, and harmless to a carrier's reader. */
const size = 7;
/** A longer mark would reach under the left part of the label. */
const maxLength = 24;

/** One object for all pages and files. */
const font = new PdfIndirect(
  makeDict({
    Type: new PdfName('Font'),
    Subtype: new PdfName('Type1'),
    BaseFont: new PdfName('Helvetica-Bold'),
    Encoding: new PdfName('WinAnsiEncoding'),
  }),
);

/**
 * Writes a few small words into the lower right margin of a page whose content was made here.
 * Labels leave the last three millimetres nearly white, without bars; other content there is not
 * covered. `loadMarkFont` must have been called.
 */
export function addMark(draft: PageDraft, mark: string): PageDraft {
  const { contents, resources, width } = draft;
  const fonts = isDict(resources) ? (resources.get('Font') ?? makeDict({})) : null;
  if (
    !(contents instanceof PdfStream) ||
    contents.dict.size > 0 ||
    !isDict(resources) ||
    !isDict(fonts) ||
    fonts.has('M')
  )
    throw new Error('a mark goes on pages whose content was made here');
  const measures = findMarkFont();
  const canShow = (char: string): boolean =>
    measures.encoding.canEncodeUnicodeCodePoint(char.codePointAt(0) ?? 0);
  const text = Array.from(mark, (char) => (canShow(char) ? char : '?'))
    .slice(0, maxLength)
    .join('');
  const { right, baseline } = chooseMargins(width);
  const x = writeNumber(tidy(width - right * pointsPerMm - measures.widthOfTextAtSize(text, size)));
  const y = writeNumber(tidy(baseline * pointsPerMm));
  const shown = `BT 0 g /M ${size} Tf ${x} ${y} Td ${measures.encodeText(text).toString()} Tj ET\n`;
  return {
    ...draft,
    contents: new PdfStream(
      new Map(),
      Buffer.concat([Buffer.from('q '), contents.data, Buffer.from(`Q\n${shown}`)]),
    ),
    resources: new Map([...resources, ['Font', new Map([...fonts, ['M', font]])]]),
  };
}

const frameWidth = 4;

type DrawnPage = PageDraft & { readonly contents: PdfStream };

/** Draws a blue frame around an area, for a page that is only looked at. */
function addFrame(draft: DrawnPage, { left, bottom, right, top }: Box): DrawnPage {
  const corners = [left, bottom, right - left, top - bottom]
    .map((number) => writeNumber(tidy(number)))
    .join(' ');
  const shown = `q 0 0.35 0.8 RG ${frameWidth} w ${corners} re S Q\n`;
  const contents = Buffer.concat([
    Buffer.from('q '),
    draft.contents.data,
    Buffer.from(`Q\n${shown}`),
  ]);
  return { ...draft, contents: new PdfStream(new Map(), contents) };
}

/**
 * Label printers reach the edge of their paper; office printers leave out the last four
 * millimetres.
 */
function chooseMargins(width: number): { readonly right: number; readonly baseline: number } {
  const isSheet = width > 150 * pointsPerMm;
  return isSheet ? { right: 5, baseline: 5 } : { right: 3, baseline: 0.8 };
}

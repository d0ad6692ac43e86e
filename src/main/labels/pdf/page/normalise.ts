import { deflateSync } from 'node:zlib';
import { PdfDamage, PdfName, PdfRef, PdfStream, makeDict } from '../syntax/objects.ts';
import type { PdfObject } from '../syntax/objects.ts';
import { writeNumber } from '../syntax/serialise.ts';
import { readFilters } from '../syntax/filters.ts';
import { isWhitespace } from '../syntax/characters.ts';
import type { PdfDocument } from '../document/document.ts';
import { findAppearances } from './annotations.ts';
import type { Appearance } from './annotations.ts';
import { tidy } from './geometry.ts';
import type { Box, Matrix } from './geometry.ts';
import { addMark } from './mark.ts';
import { measureSeenPage } from './source-page.ts';
import type { SourcePage } from './source-page.ts';

/** A page as it goes into the print: portrait, its media box `[0 0 width height]` in points, nothing inherited. */
export interface PageDraft {
  readonly width: number;
  readonly height: number;
  readonly contents: PdfObject;
  readonly resources: PdfObject;
  readonly group: PdfObject;
  /** Nothing is drawn on it. */
  readonly blank: boolean;
}

/** How far a wrapped page's drawing may go beyond what is seen: never cut at the very edge, where pixels are shared. */
const bleed = 72;

/**
 * Makes a page portrait at its exact size with everything that is seen on it in its content, and the drawing as it was.
 * A page that is so already, and gets no mark, stays as it is.
 */
export function normalisePage(document: PdfDocument, page: SourcePage, mark: string | null = null): PageDraft {
  const contents = contentStreams(document, page);
  const appearances = findAppearances(document, page);
  const { width, height } = measureSeenPage(page);
  const isLandscape = tidy(width) > tidy(height);
  const size = isLandscape ? { width: height, height: width } : { width, height };
  const draft = {
    width: tidy(size.width),
    height: tidy(size.height),
    group: page.dict.get('Group') ?? null,
    blank: appearances.length === 0 && contents.every(({ decoded }) => decoded.every(isWhitespace)),
  };
  const turn = (page.rotate + (isLandscape ? 90 : 0)) % 360;
  const { left, bottom } = page.visible;
  const isNormal = turn === 0 && page.userUnit === 1 && left === 0 && bottom === 0;
  if (isNormal && appearances.length === 0 && mark === null) {
    const values = contents.map(({ value }) => value);
    return { ...draft, contents: values.length > 1 ? values : (values[0] ?? null), resources: page.resources };
  }
  const matrix = turnMatrix(page.visible, turn, page.userUnit);
  const whole = { ...draft, ...wrapped(document, page, contents, appearances, matrix) };
  return mark === null ? whole : addMark(whole, mark);
}

interface Content {
  readonly value: PdfObject;
  readonly stream: PdfStream;
  readonly decoded: Uint8Array;
}

/** The content streams, each read to its end: a page whose content is missing must not be printed blank. */
function contentStreams(document: PdfDocument, page: SourcePage): Content[] {
  const contents = page.dict.get('Contents') ?? null;
  if (contents === null) return [];
  const resolved = document.resolve(contents);
  return (Array.isArray(resolved) ? resolved : [contents]).map((value) => {
    const stream = document.resolve(value);
    if (!(stream instanceof PdfStream)) throw new PdfDamage("a page's content is missing");
    return { value, stream, decoded: document.decode(stream) };
  });
}

function turnMatrix({ left, bottom, right, top }: Box, turn: number, unit: number): Matrix {
  const [l, b, r, t] = [left * unit, bottom * unit, right * unit, top * unit];
  if (turn === 90) return [0, -unit, unit, 0, -b, r];
  if (turn === 180) return [-unit, 0, 0, -unit, r, t];
  if (turn === 270) return [0, unit, -unit, 0, t, -l];
  return [unit, 0, 0, unit, -l, -b];
}

/**
 * The page's content as a form, which turns it without moving the patterns in it (a pattern lies in the space of the
 * content stream it is used in) and keeps an unbalanced graphics state from reaching the annotations drawn after it.
 */
function wrapped(
  document: PdfDocument,
  page: SourcePage,
  contents: readonly Content[],
  appearances: readonly Appearance[],
  matrix: Matrix,
): Pick<PageDraft, 'contents' | 'resources'> {
  const forms = new Map<string, PdfObject>([['P', pageForm(document, page, contents)]]);
  const layers = new Map<string, PdfObject>();
  let text = `${matrixText(matrix)}/P Do\n`;
  appearances.forEach(({ form, matrix: own, layer }, index) => {
    forms.set(`A${index}`, form);
    const draw = `q ${matrixText(own)}/A${index} Do Q`;
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

function matrixText(matrix: Matrix): string {
  if (matrix.every((value, index) => value === (index === 0 || index === 3 ? 1 : 0))) return '';
  return `${matrix.map(writeNumber).join(' ')} cm `;
}

function pageForm(document: PdfDocument, page: SourcePage, contents: readonly Content[]): PdfStream {
  const { left, bottom, right, top } = page.visible;
  const form = makeDict({
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: [left - bleed, bottom - bleed, right + bleed, top + bleed],
    Resources: page.resources instanceof PdfRef ? page.resources : document.resolve(page.resources),
  });
  const [only] = contents;
  if (only !== undefined && contents.length === 1) {
    const filters = readFilters(only.stream.dict, document.resolve);
    if (filters.length === 0) return new PdfStream(form, only.stream.data);
    form.set(
      'Filter',
      filters.map(({ name }) => PdfName.of(name)),
    );
    if (filters.some(({ parms }) => parms !== null))
      form.set(
        'DecodeParms',
        filters.map(({ parms }) => parms),
      );
    return new PdfStream(form, only.stream.data);
  }
  const newline = Buffer.from('\n');
  const joined = Buffer.concat(contents.flatMap(({ decoded }) => [decoded, newline]));
  form.set('Filter', PdfName.of('FlateDecode'));
  return new PdfStream(form, deflateSync(joined));
}

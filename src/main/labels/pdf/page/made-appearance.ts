import { PdfName, PdfStream, isDict, makeDict, readName, type PdfDict, type PdfObject } from '../syntax/objects.ts';
import type { PdfDocument } from '../document/document.ts';
import { layOutComb, layOutText, makeStandardFont, readText, readTextFont, round } from './field-text.ts';
import type { TextFont } from './field-text.ts';
import { readBox, type Box } from './geometry.ts';

const multiline = 1 << 12;
const password = 1 << 13;
const radio = 1 << 15;
const pushButton = 1 << 16;
const comb = 1 << 24;

/** More than any annotation has; a hostile file can ask for any number. */
const maxPoints = 10_000;
/** A longer field would be a page of text. */
const maxTextLength = 20_000;

/**
 * Returns the appearance that viewers draw for an annotation without one: a form whose box is the annotation's
 * rectangle. Null for kinds that are not drawn so. The looks are those on which Poppler and MuPDF agree, within a few
 * points; if they differ, the one that shows more.
 */
export function makeAppearance(document: PdfDocument, annotation: PdfDict): PdfStream | null {
  const box = readBox(document.numbersOf(annotation.get('Rect'), 4));
  if (box === null) return null;
  const drawer = new Drawer(document, annotation, box);
  const content = drawer.draw(readName(document.resolve(annotation.get('Subtype'))));
  return content === null || content === '' ? null : drawer.makeForm(content);
}

/** Returns the text that a field shows for its value; null if it has none, or shows no text. */
export function readFieldText(document: PdfDocument, field: PdfDict): string | null {
  const type = readName(findFieldEntry(document, field, 'FT'));
  const value = type === 'Tx' || type === 'Ch' ? findFieldEntry(document, field, 'V') : null;
  if (value === null || isDict(value)) return null;
  const text = readText(document, value).slice(0, maxTextLength);
  const options = type === 'Ch' ? document.arrayOf(findFieldEntry(document, field, 'Opt')) : null;
  for (const option of options ?? []) {
    const pair = document.arrayOf(option);
    if (pair?.length === 2 && readText(document, document.resolve(pair[0])) === text)
      return readText(document, document.resolve(pair[1])).slice(0, maxTextLength);
  }
  return text;
}

/** Returns true if a field's text can be written with the letters available here. */
export function canShowFieldText(text: string): boolean {
  return makeStandardFont('Helvetica', 12, '').canShow(text.replace(/[\r\n\t]/g, ' '));
}

/** Returns an entry of a form field, which may be in one of its parents. */
function findFieldEntry(document: PdfDocument, field: PdfDict, key: string): PdfObject {
  let current: PdfDict | null = field;
  for (let level = 0; current !== null && level < 32; level += 1) {
    const value = document.resolve(current.get(key));
    if (value !== null) return value;
    current = document.dictOf(current.get('Parent'));
  }
  return null;
}

/** Writes the operators for one annotation, in coordinates from the lower left corner of its rectangle. */
class Drawer {
  readonly #document: PdfDocument;
  readonly #annotation: PdfDict;
  readonly #box: Box;
  readonly #width: number;
  readonly #height: number;
  #font: TextFont | null = null;

  constructor(document: PdfDocument, annotation: PdfDict, box: Box) {
    this.#document = document;
    this.#annotation = annotation;
    this.#box = box;
    this.#width = box.right - box.left;
    this.#height = box.top - box.bottom;
  }

  draw(subtype: string | null): string | null {
    switch (subtype) {
      case 'Square':
      case 'Circle':
        return this.#drawShape(subtype === 'Circle');
      case 'Line':
        return this.#drawPaths([this.#readNumbers('L').slice(0, 4)], '');
      case 'PolyLine':
        return this.#drawPaths([this.#readNumbers('Vertices')], '');
      case 'Polygon':
        return this.#drawPaths([this.#readNumbers('Vertices')], 'h ');
      case 'Ink':
        return this.#drawPaths(this.#readInk(), '');
      case 'FreeText':
        return this.#drawFreeText();
      case 'Stamp':
        return this.#drawStamp();
      case 'Widget':
        return this.#drawField();
      default:
        return null;
    }
  }

  makeForm(content: string): PdfStream {
    const opacity = this.#document.resolve(this.#annotation.get('CA'));
    const isSheer = typeof opacity === 'number' && opacity >= 0 && opacity < 1;
    const state = isSheer ? makeDict({ G: makeDict({ ca: opacity, CA: opacity }) }) : undefined;
    const font = this.#font === null ? undefined : makeDict({ F: this.#font.value });
    const text = `q ${isSheer ? '/G gs ' : ''}${content}Q\n`;
    return new PdfStream(
      makeDict({
        Type: PdfName.of('XObject'),
        Subtype: PdfName.of('Form'),
        BBox: [0, 0, this.#width, this.#height],
        Resources: makeDict({ Font: font, ExtGState: state }),
      }),
      Buffer.from(text, 'latin1'),
    );
  }

  #drawShape(isRound: boolean): string | null {
    const width = this.#readBorderWidth();
    const fill = this.#readColour(this.#annotation.get('IC'), 'fill');
    const stroke = width > 0 ? (this.#readColour(this.#annotation.get('C'), 'stroke') ?? '0 G') : null;
    if (fill === null && stroke === null) return null;
    const [left = 0, bottom = 0, right = 0, top = 0] =
      this.#document.numbersOf(this.#annotation.get('RD'), 4)?.map((value) => Math.max(0, value)) ?? [];
    const inner = {
      left: left + width / 2,
      bottom: bottom + width / 2,
      right: this.#width - right - width / 2,
      top: this.#height - top - width / 2,
    };
    return this.#paint(width, stroke, fill, isRound ? writeEllipse(inner) : writeRectangle(inner));
  }

  #paint(width: number, stroke: string | null, fill: string | null, path: string): string {
    const paint = fill === null ? 'S' : stroke === null ? 'f' : 'B';
    return `${this.#writePen(width, stroke)}${fill ?? ''} ${path}${paint}\n`;
  }

  #drawPaths(paths: readonly (readonly number[])[], close: string): string | null {
    const width = this.#readBorderWidth();
    const fill = close === '' ? null : this.#readColour(this.#annotation.get('IC'), 'fill');
    const stroke = width > 0 ? (this.#readColour(this.#annotation.get('C'), 'stroke') ?? '0 G') : null;
    if (fill === null && stroke === null) return null;
    const drawn = paths.filter((points) => points.length >= 4).map((points) => this.#writePath(points) + close);
    return drawn.length === 0 ? null : this.#paint(width, stroke, fill, drawn.join(''));
  }

  #writePath(points: readonly number[]): string {
    const { left, bottom } = this.#box;
    let text = '';
    for (let at = 0; at + 1 < points.length; at += 2)
      text += `${round((points[at] ?? 0) - left)} ${round((points[at + 1] ?? 0) - bottom)} ${at === 0 ? 'm' : 'l'} `;
    return text;
  }

  #drawFreeText(): string {
    const font = (this.#font = readTextFont(this.#document, this.#resolve('DA'), this.#readFormResources()));
    const width = this.#readBorderWidth();
    const fill = this.#readColour(this.#annotation.get('C'), 'fill');
    const pen = this.#writePen(width, font.colour.toUpperCase().trim());
    const paint = fill === null ? (width > 0 ? 'S' : 'n') : width > 0 ? 'B' : 'f';
    const frame = `${pen}${fill ?? ''} ${this.#writeEdge(width / 2)}${paint}\n`;
    const text = readText(this.#document, this.#resolve('Contents')).slice(0, maxTextLength);
    return frame + this.#clip(width) + layOutText(text, font, this.#makePlace(width + 1, true));
  }

  /** Poppler and MuPDF draw stamps differently; the words in a frame are common to both. */
  #drawStamp(): string {
    const name = readName(this.#resolve('Name')) ?? 'Draft';
    const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toUpperCase();
    const fill = this.#readColour(this.#annotation.get('C'), 'fill') ?? '0.8 0 0 rg';
    const font = (this.#font = makeStandardFont('Times-Bold', 0, fill));
    const width = Math.min(2, this.#height / 10);
    const frame = `${round(width)} w ${fill.toUpperCase()} ${this.#writeEdge(width)}S\n`;
    return frame + layOutText(words, font, { ...this.#makePlace(3 * width, false), align: 1 });
  }

  #drawField(): string | null {
    const type = readName(this.#findEntry('FT'));
    const look = this.#document.dictOf(this.#annotation.get('MK'));
    const stroke = this.#readColour(look?.get('BC'), 'stroke');
    const width = stroke === null ? 0 : this.#readBorderWidth();
    const frame = this.#drawFieldFrame(this.#readColour(look?.get('BG'), 'fill'), stroke, width);
    if (type === 'Btn') return frame + this.#drawButton(look, width);
    const text = readFieldText(this.#document, this.#annotation);
    if (text === null || text === '') return frame;
    const flags = this.#readFlags();
    const font = (this.#font = this.#readFieldFont());
    const shown = (flags & password) === 0 ? text : '*'.repeat(text.length);
    const cells = type === 'Tx' && (flags & comb) !== 0 ? this.#findEntry('MaxLen') : null;
    const place = this.#makePlace(width + 1, type === 'Tx' && (flags & multiline) !== 0);
    const isComb = typeof cells === 'number' && cells >= 1 && cells <= 1000;
    return (
      frame +
      this.#clip(width) +
      (isComb
        ? layOutComb(shown, font, { ...place, left: 0, width: this.#width }, Math.floor(cells))
        : layOutText(shown, font, place))
    );
  }

  #drawFieldFrame(fill: string | null, stroke: string | null, width: number): string {
    let frame = '';
    if (fill !== null) frame += `${fill} 0 0 ${round(this.#width)} ${round(this.#height)} re f\n`;
    if (stroke === null || width <= 0) return frame;
    return `${frame}${this.#writePen(width, stroke)}${this.#writeEdge(width / 2)}S\n`;
  }

  /** The annotation's rectangle, this much smaller on each side. */
  #writeEdge(inset: number): string {
    return writeRectangle({ left: inset, bottom: inset, right: this.#width - inset, top: this.#height - inset });
  }

  #drawButton(look: PdfDict | null, width: number): string {
    const flags = this.#readFlags();
    const caption = readText(this.#document, this.#document.resolve(look?.get('CA')));
    const place = { ...this.#makePlace(width + 1, false), align: 1 };
    if ((flags & pushButton) !== 0) {
      if (caption === '') return '';
      this.#font = this.#readFieldFont();
      return layOutText(caption, this.#font, place);
    }
    const state = readName(this.#resolve('AS')) ?? readName(this.#findEntry('V')) ?? 'Off';
    if (state === 'Off') return '';
    const font = (this.#font = makeStandardFont('ZaDb', 0, '0 g'));
    const size = 0.8 * Math.min(this.#width, this.#height);
    // ZapfDingbats' codes for a tick and a dot, which are not letters.
    const code = /^[!-~]$/.test(caption) ? caption.charCodeAt(0) : (flags & radio) === 0 ? 0x34 : 0x6c;
    const x = (this.#width - 0.8 * size) / 2;
    const y = (this.#height - 0.7 * size) / 2;
    return `BT ${font.colour} /F ${round(size)} Tf ${round(x)} ${round(y)} Td <${code.toString(16)}> Tj ET\n`;
  }

  #readFieldFont(): TextFont {
    const form = this.#document.dictOf(this.#document.catalog.get('AcroForm'));
    const appearance = this.#findEntry('DA') ?? this.#document.resolve(form?.get('DA'));
    return readTextFont(this.#document, appearance, this.#readFormResources());
  }

  #readFormResources(): PdfDict | null {
    return this.#document.dictOf(this.#document.dictOf(this.#document.catalog.get('AcroForm'))?.get('DR'));
  }

  #makePlace(inset: number, isMultiline: boolean): Parameters<typeof layOutText>[2] {
    const align = this.#findEntry('Q');
    return {
      left: inset,
      bottom: inset,
      width: Math.max(1, this.#width - 2 * inset),
      height: Math.max(1, this.#height - 2 * inset),
      align: typeof align === 'number' ? align : 0,
      isMultiline,
    };
  }

  #clip(width: number): string {
    const across = Math.max(0, this.#width - 2 * width);
    const up = Math.max(0, this.#height - 2 * width);
    return `${round(width)} ${round(width)} ${round(across)} ${round(up)} re W n\n`;
  }

  #writePen(width: number, stroke: string | null): string {
    if (stroke === null) return '';
    const style = this.#document.dictOf(this.#annotation.get('BS'));
    const isDashed = readName(this.#document.resolve(style?.get('S'))) === 'D';
    const dashes = this.#document.arrayOf(style?.get('D')) ?? [3];
    const lengths = dashes.filter((item) => typeof item === 'number').filter((length) => length > 0);
    const dash = isDashed && lengths.length > 0 ? `[${lengths.slice(0, 8).map(round).join(' ')}] 0 d ` : '';
    return `${round(width)} w ${dash}${stroke} `;
  }

  #readBorderWidth(): number {
    const own = this.#document.resolve(this.#document.dictOf(this.#annotation.get('BS'))?.get('W'));
    const old = this.#document.resolve(this.#document.arrayOf(this.#annotation.get('Border'))?.[2]);
    const width = typeof own === 'number' ? own : typeof old === 'number' ? old : 1;
    return Math.min(Math.max(0, width), Math.min(this.#width, this.#height) / 2);
  }

  /** Gray, RGB or CMYK by the count of numbers; null for none, which is transparent. */
  #readColour(value: PdfObject | undefined, use: 'fill' | 'stroke'): string | null {
    const numbers = (this.#document.arrayOf(value) ?? []).map((item) => this.#document.resolve(item));
    const operator = { 1: 'g', 3: 'rg', 4: 'k' }[numbers.length];
    if (operator === undefined || !numbers.every((item) => typeof item === 'number')) return null;
    return `${numbers.map((item) => round(item)).join(' ')} ${use === 'fill' ? operator : operator.toUpperCase()}`;
  }

  #readNumbers(key: string): readonly number[] {
    return this.#listNumbers(this.#annotation.get(key));
  }

  #listNumbers(value: PdfObject | undefined): readonly number[] {
    const items = (this.#document.arrayOf(value) ?? []).slice(0, maxPoints);
    return items.map((item) => this.#document.resolve(item)).filter((item) => typeof item === 'number');
  }

  #readInk(): readonly (readonly number[])[] {
    const strokes = (this.#document.arrayOf(this.#annotation.get('InkList')) ?? []).slice(0, 1000);
    return strokes.map((item) => this.#listNumbers(item));
  }

  #readFlags(): number {
    const flags = this.#findEntry('Ff');
    return typeof flags === 'number' ? flags : 0;
  }

  #resolve(key: string): PdfObject {
    return this.#document.resolve(this.#annotation.get(key));
  }

  #findEntry(key: string): PdfObject {
    return findFieldEntry(this.#document, this.#annotation, key);
  }
}

function writeRectangle({ left, bottom, right, top }: Box): string {
  return `${round(left)} ${round(bottom)} ${round(right - left)} ${round(top - bottom)} re `;
}

/** Four curves; the factor puts a curve's middle on the circle. */
function writeEllipse({ left, bottom, right, top }: Box): string {
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  const [a, b] = [(right - left) / 2, (top - bottom) / 2];
  const [p, q] = [0.5523 * a, 0.5523 * b];
  const write = (...values: readonly number[]): string => `${values.map(round).join(' ')} `;
  return (
    `${write(right, y)}m ${write(right, y + q, x + p, top, x, top)}c ${write(x - p, top, left, y + q, left, y)}c ` +
    `${write(left, y - q, x - p, bottom, x, bottom)}c ${write(x + p, bottom, right, y - q, right, y)}c h `
  );
}

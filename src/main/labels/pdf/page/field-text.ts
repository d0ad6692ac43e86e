import { PdfIndirect, PdfName, PdfStream, PdfString, makeDict, readName } from '../syntax/objects.ts';
import { decodeText } from '../syntax/text.ts';
import type { PdfDict, PdfObject } from '../syntax/objects.ts';
import { writeNumber } from '../syntax/serialise.ts';
import type { PdfDocument } from '../document/document.ts';
import { findStandardFont, type StandardFont } from './standard-fonts.ts';

/** The font and size of a field's default appearance, for measuring and writing text. */
export class TextFont {
  /** 0 if the text is to be as large as fits. */
  readonly size: number;
  /** The operators that set the colour. */
  readonly colour: string;
  readonly value: PdfObject;
  readonly #measures: ReturnType<typeof findStandardFont>;

  constructor(standard: StandardFont, value: PdfObject, size: number, colour: string) {
    this.#measures = findStandardFont(standard);
    this.value = value;
    this.size = size;
    this.colour = colour;
  }

  canShow(text: string): boolean {
    return Array.from(text).every((char) => this.#canShowChar(char));
  }

  measure(text: string, size: number): number {
    return this.#measures.widthOfTextAtSize(this.#clean(text), size);
  }

  write(text: string): string {
    return this.#measures.encodeText(this.#clean(text)).toString();
  }

  #clean(text: string): string {
    return Array.from(text, (char) => (this.#canShowChar(char) ? char : '?')).join('');
  }

  #canShowChar(char: string): boolean {
    return this.#measures.encoding.canEncodeUnicodeCodePoint(char.codePointAt(0) ?? 0);
  }
}

/** Returns the nearest standard font: a form's own is seldom embedded, and its name describes it. */
function chooseStandardFont(name: string): StandardFont {
  const isBold = /bold|black|heavy/i.test(name);
  if (/courier|mono|cour/i.test(name)) return isBold ? 'Courier-Bold' : 'Courier';
  if (/times|serif|tiro/i.test(name)) return isBold ? 'Times-Bold' : 'Times-Roman';
  return isBold ? 'Helvetica-Bold' : 'Helvetica';
}

export function makeStandardFont(name: string, size: number, colour: string): TextFont {
  const standard = name === 'ZaDb' ? 'ZapfDingbats' : chooseStandardFont(name);
  return new TextFont(standard, makeFontObject(standard), size, colour);
}

function makeFontObject(standard: StandardFont): PdfIndirect {
  return new PdfIndirect(
    makeDict({
      Type: PdfName.of('Font'),
      Subtype: PdfName.of('Type1'),
      BaseFont: PdfName.of(standard),
      Encoding: standard === 'ZapfDingbats' ? undefined : PdfName.of('WinAnsiEncoding'),
    }),
  );
}

/** Reads `/Helv 12 Tf 0 0 1 rg` (ISO 32000-1, 12.7.3.3). `resources` holds the form's fonts. */
export function readTextFont(document: PdfDocument, appearance: PdfObject, resources: PdfDict | null): TextFont {
  const text = appearance instanceof PdfString ? Buffer.from(appearance.bytes).toString('latin1') : '';
  const [, name = 'Helv', size = '12'] = /\/([^\s/[\]()<>]+)\s+(-?[\d.]+)\s+Tf/.exec(text) ?? [];
  const colour = findColour(text.trim().split(/\s+/)) ?? '0 g';
  const font = document.dictOf(document.dictOf(resources?.get('Font'))?.get(name));
  const base = readName(document.resolve(font?.get('BaseFont'))) ?? name;
  const points = Math.abs(Number.parseFloat(size));
  return makeStandardFont(base, Number.isFinite(points) ? Math.min(points, 1000) : 12, colour);
}

const coloursOf: Readonly<Record<string, number>> = { g: 1, rg: 3, k: 4 };

/** Returns the first operator that sets a colour, with its numbers. */
function findColour(words: readonly string[]): string | null {
  for (const [index, word] of words.entries()) {
    const count = coloursOf[word];
    const numbers = count === undefined ? [] : words.slice(Math.max(0, index - count), index);
    if (numbers.length === count && numbers.every((one) => Number.isFinite(Number(one))))
      return [...numbers, word].join(' ');
  }
  return null;
}

export function readText(document: PdfDocument, value: PdfObject): string {
  if (value instanceof PdfStream) return decodeText(document.decode(value));
  if (value instanceof PdfString) return decodeText(value.bytes);
  if (Array.isArray(value)) return value.map((item) => readText(document, document.resolve(item))).join(', ');
  return typeof value === 'number' ? String(value) : (readName(value) ?? '');
}

/** The room for a text, without the border, and its layout. */
export interface TextPlace {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
  /** 0 left, 1 centre, 2 right. */
  readonly align: number;
  readonly isMultiline: boolean;
}

const maxLines = 1000;

/** Returns the operators that write a text into its place, with the font under the name `F`. */
export function layOutText(text: string, font: TextFont, place: TextPlace): string {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n').slice(0, maxLines);
  const shown = place.isMultiline ? lines : [lines.join(' ')];
  const size = font.size > 0 ? font.size : chooseSize(shown, font, place);
  const wrapped = place.isMultiline ? shown.flatMap((line) => wrapLine(line, font, size, place.width)) : shown;
  const middle = place.bottom + place.height / 2 - 0.4 * size;
  const first = place.isMultiline ? place.bottom + place.height - size : middle;
  const written = wrapped.slice(0, maxLines).map((line, index) => {
    const spare = place.width - font.measure(line, size);
    const x = place.left + (place.align === 1 ? spare / 2 : place.align === 2 ? spare : 0);
    return `1 0 0 1 ${round(x)} ${round(first - index * size)} Tm ${font.write(line)} Tj\n`;
  });
  return `BT\n${font.colour} /F ${round(size)} Tf\n${written.join('')}ET\n`;
}

/** Each letter in its own cell, as forms have them for postcodes. */
export function layOutComb(text: string, font: TextFont, place: TextPlace, cells: number): string {
  const cell = place.width / cells;
  const size = font.size > 0 ? font.size : Math.max(1, Math.min(0.67 * place.height, 1.2 * cell));
  const y = place.bottom + place.height / 2 - 0.4 * size;
  const written = Array.from(text)
    .slice(0, cells)
    .map((char, index) => {
      const x = place.left + index * cell + (cell - font.measure(char, size)) / 2;
      return `1 0 0 1 ${round(x)} ${round(y)} Tm ${font.write(char)} Tj\n`;
    });
  return `BT\n${font.colour} /F ${round(size)} Tf\n${written.join('')}ET\n`;
}

/** Returns the largest size at which the text fits; for several lines at most the default of viewers. */
function chooseSize(lines: readonly string[], font: TextFont, place: TextPlace): number {
  if (!place.isMultiline) {
    const width = font.measure(lines[0] ?? '', 1);
    return Math.max(1, Math.min(0.67 * place.height, width > 0 ? place.width / width : Infinity));
  }
  for (let size = 12; size > 4; size -= 0.5) {
    const count = lines.reduce((sum, line) => sum + wrapLine(line, font, size, place.width).length, 0);
    if (count * size <= place.height) return size;
  }
  return 4;
}

function wrapLine(line: string, font: TextFont, size: number, width: number): string[] {
  const wrapped: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && font.measure(longer, size) > width) {
      wrapped.push(current);
      current = word;
    } else current = longer;
  }
  return [...wrapped, current];
}

/** A number with as many decimals as matter on paper. */
export function round(value: number): string {
  return writeNumber(Math.round(value * 1000) / 1000);
}

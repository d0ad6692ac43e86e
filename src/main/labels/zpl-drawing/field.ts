import { deflateSync } from 'node:zlib';
import type { PDFDict, PDFRawStream } from 'pdf-lib';
import { makeImageStream } from '../pdf/image/image-stream.ts';
import type { Box } from '../pdf/page/geometry.ts';
import { made } from '../pdf/syntax/entries.ts';
import {
  findFont,
  findMono,
  listFonts,
  measureText,
  toFontBytes,
  type SizedFont,
} from './fonts.ts';
import { readGraphic, type Graphic } from './graphic.ts';
import type { Content, Field, PackedGraphic } from './label.ts';
import { makeShape } from './shape.ts';
import { makeSymbol } from './symbol.ts';
import { setBlock, type Line } from './text.ts';
import { ZplUndrawable } from './undrawable.ts';

/** A field's own drawing, upright, in dots from its upper left corner. */
export interface Drawn {
  readonly width: number;
  readonly height: number;
  /** From its top to the point that `^FT` places. */
  readonly baseLine: number;
  /** The distance below its origin (`^FO`) at which it begins. */
  readonly drop?: number;
  /**
   * PDF operators, for a content stream in which a dot is a unit and counts downward; '' for no
   * drawing.
   */
  readonly operators: string;
  readonly isWhite?: boolean;
  /**
   * The box of all possible ink, smaller than the field's: a block is as wide as it says. `top` is
   * the larger.
   */
  readonly ink: Box;
}

type TextContent = Extract<Content, { kind: 'text' }>;

/** A graphic among the page's resources. */
interface Picture extends Omit<Graphic, 'bytes'> {
  readonly name: string;
  /** Pictures as large as another label's paper end in white. */
  readonly inkedRows: number;
  readonly stream: PDFRawStream;
}

/** The gap between bars and the text beside them, in modules. */
const gapModules = 3;
/**
 * Letters beside bars: height of the capitals and advance, in modules, like a printer's smallest
 * font.
 */
const capitalModules = 7;
const advanceModules = 6;

/** Each takes milliseconds. */
const maxCodes = 100;

const oneLine = { left: 0, top: 0, wordGap: 0 };

/** White on black and black on white: white paint inverts the background. */
const reversing = made.obj({ Type: 'ExtGState', BM: 'Difference' });

/** Draws a label's fields, and collects the page resources that they need. */
export class FieldDrawing {
  readonly #dotsPerMm: number;
  readonly #fonts = new Set<string>();
  readonly #pictures = new Map<PackedGraphic, Picture>();
  #reverses = false;
  #codes = 0;

  constructor(dotsPerMm: number) {
    this.#dotsPerMm = dotsPerMm;
  }

  draw(field: Field): Drawn {
    this.#reverses ||= field.isReversed;
    const { content } = field;
    switch (content.kind) {
      case 'text':
        return this.#drawText(content, field.text);
      case 'code':
        return this.#drawCode(content, field);
      case 'shape': {
        const { path, ...shape } = makeShape(content.command, content.parameters);
        return {
          ...shape,
          ink: coverAll(shape),
          baseLine: shape.height,
          operators: `${path}f*\n`,
        };
      }
      case 'graphic':
        return this.#drawGraphic(content);
      case 'undrawable':
        throw new ZplUndrawable(content.what);
    }
  }

  listResources(): PDFDict {
    const pictures = Array.from(
      this.#pictures.values(),
      ({ name, stream }) => [name, stream] as const,
    );
    return made.obj({
      Font: this.#fonts.size === 0 ? undefined : listFonts(this.#fonts),
      XObject: pictures.length === 0 ? undefined : Object.fromEntries(pictures),
      ExtGState: this.#reverses ? { X: reversing } : undefined,
    });
  }

  #drawText({ font: choice, block, letterGap }: TextContent, data: string): Drawn {
    const font = findFont(choice);
    const text = toFontBytes(data);
    if (block === null) {
      const width = measureText(text, font) + letterGap * text.length;
      const size = { width, height: font.height };
      const operators = this.#writeLines([{ ...oneLine, text }], font, letterGap);
      return { ...size, baseLine: font.baseLine, ink: coverAll(size), operators };
    }
    const above = (block.lines - 1) * (font.height + block.lineGap);
    const lines = setBlock(text, block, font);
    return {
      ink: coverLines(lines, font),
      width: block.width,
      height: above + font.height,
      baseLine: above + font.baseLine,
      operators: this.#writeLines(lines, font, letterGap),
    };
  }

  #drawCode(content: Extract<Content, { kind: 'code' }>, { data }: Field): Drawn {
    this.#codes += 1;
    if (this.#codes > maxCodes) throw new ZplUndrawable('more codes than a label has');
    const symbol = makeSymbol(content, data, this.#dotsPerMm);
    const { width, height, path, line = null, drop = 0, lift = 0 } = symbol;
    let operators = `${path}f*\n`;
    let ink = coverAll({ width, height });
    if (line !== null) {
      const module = content.bars.moduleDots;
      const font = findMono(
        capitalModules * module,
        advanceModules * module,
        capitalModules * module,
      );
      const text = toFontBytes(line.text);
      const top = line.isAbove
        ? -(gapModules + capitalModules) * module
        : height + gapModules * module;
      operators += this.#writeLines(
        [{ ...oneLine, text, left: (width - measureText(text, font)) / 2, top }],
        font,
        0,
      );
      ink = { ...ink, bottom: Math.min(0, top), top: Math.max(height, top + font.baseLine) };
    }
    return { width, height, ink, baseLine: height + lift, drop, operators };
  }

  #drawGraphic({ graphic: packed, scaleX, scaleY }: Extract<Content, { kind: 'graphic' }>): Drawn {
    const { rowBytes, rows, inkedRows, name } = this.#addPicture(packed);
    const width = rowBytes * 8 * scaleX;
    const height = rows * scaleY;
    const operators = inkedRows === 0 ? '' : `${width} 0 0 ${-height} 0 ${height} cm /${name} Do\n`;
    const ink = { ...coverAll({ width, height }), top: inkedRows * scaleY };
    return { width, height, ink, baseLine: height, operators };
  }

  #addPicture(packed: PackedGraphic): Picture {
    const known = this.#pictures.get(packed);
    if (known !== undefined) return known;
    const { rowBytes, rows, bytes } = readGraphic(packed);
    // Dots that are 1 are painted; the others leave the background.
    const mask = made.obj({ ImageMask: true, Decode: [1, 0] });
    const picture = {
      rowBytes,
      rows,
      inkedRows: Math.ceil((bytes.findLastIndex((byte) => byte !== 0) + 1) / rowBytes),
      name: `G${this.#pictures.size}`,
      stream: makeImageStream(rowBytes * 8, rows, 1, deflateSync(bytes), mask),
    };
    this.#pictures.set(packed, picture);
    return picture;
  }

  #writeLines(lines: readonly Line[], font: SizedFont, letterGap: number): string {
    const { face, size, stretch, baseLine } = font;
    const shown = lines.filter(({ text }) => text.trim() !== '');
    if (shown.length === 0) return '';
    this.#fonts.add(face.name);
    const spacing = letterGap === 0 ? '' : `${write(letterGap / stretch)} Tc `;
    const texts = shown.map(({ text, left, top, wordGap }) => {
      const blanks = wordGap === 0 ? '0 Tw' : `${write(wordGap / stretch)} Tw`;
      const place = `${write(left)} ${write(top + baseLine)}`;
      return `${blanks} 1 0 0 -1 ${place} Tm ${writeString(text)} Tj\n`;
    });
    const setting = `/${face.name} ${write(size)} Tf ${write(stretch * 100)} Tz`;
    return `BT ${setting} ${spacing}${texts.join('')}ET\n`;
  }
}

function coverAll({ width, height }: { readonly width: number; readonly height: number }): Box {
  return { left: 0, bottom: 0, right: width, top: height };
}

function coverLines(lines: readonly Line[], font: SizedFont): Box {
  const rights = lines.map(({ text, left }) => left + measureText(text, font));
  const tops = lines.map(({ top }) => top + font.height);
  return coverAll({ width: Math.max(0, ...rights), height: Math.max(0, ...tops) });
}

/** A number with as many decimals as can be seen. */
export function write(number: number, decimals = 3): string {
  return String(Number(number.toFixed(decimals)));
}

function writeString(text: string): string {
  return `(${text.replaceAll(/[()\\]/g, '\\$&')})`;
}

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { PDFRawStream, type PDFDict } from 'pdf-lib';
import { made } from '../pdf/syntax/entries.ts';
import type { FontChoice } from './label.ts';

/** One of the two typefaces that replace a printer's. */
interface Face {
  /** Its name among a page's resources. */
  readonly name: 'C' | 'F';
  readonly font: PDFDict;
  /** From code 32 on, in thousandths of its size. */
  readonly widths: readonly number[];
}

export interface SizedFont {
  readonly face: Face;
  /** The font's size in PDF's sense, in dots. */
  readonly size: number;
  /** The horizontal scale. */
  readonly stretch: number;
  /** From the top of its capitals to the next line, in dots. */
  readonly height: number;
  /** From the top of its capitals to the base line. */
  readonly baseLine: number;
}

const firstCode = 32;
const condensedWidths = [
  230, 261, 321, 527, 506, 639, 579, 162, 323, 324, 454, 475, 246, 363, 292, 331, 506, 506, 506,
  506, 506, 506, 506, 506, 506, 506, 274, 255, 447, 503, 454, 448, 766, 598, 562, 570, 565, 491,
  476, 585, 614, 271, 491, 553, 479, 758, 612, 604, 569, 604, 554, 540, 543, 571, 578, 749, 560,
  543, 530, 264, 381, 264, 391, 400, 332, 471, 495, 460, 496, 479, 328, 503, 492, 252, 246, 479,
  252, 742, 492, 498, 495, 497, 332, 454, 307, 492, 449, 633, 453, 446, 453, 298, 253, 298, 557, 0,
  506, 0, 246, 331, 386, 663, 470, 509, 454, 821, 540, 285, 842, 0, 530, 0, 0, 229, 225, 387, 390,
  360, 547, 660, 437, 554, 454, 274, 771, 0, 453, 543, 230, 271, 509, 524, 692, 475, 252, 553, 468,
  785, 393, 449, 485, 363, 785, 458, 389, 473, 335, 335, 332, 549, 436, 285, 250, 335, 406, 450,
  623, 662, 705, 447, 598, 598, 598, 598, 598, 598, 818, 570, 491, 491, 491, 491, 271, 271, 271,
  271, 580, 612, 604, 604, 604, 604, 604, 469, 602, 571, 571, 571, 571, 543, 533, 559, 471, 471,
  471, 471, 471, 471, 729, 460, 479, 479, 479, 479, 262, 262, 262, 262, 502, 492, 498, 498, 498,
  498, 498, 500, 497, 492, 492, 492, 492, 446, 499, 446,
];
const monoWidth = 602;

/** The height of capitals, in sizes of the font. */
const condensedCapital = 0.711;
const monoCapital = 0.729;
/**
 * For a printer's scalable font: capitals take three quarters of the height, a digit half of the
 * width.
 */
const capitalShare = 0.75;
const digitShare = 0.5;

/**
 * Roboto Condensed Bold 2.138 and DejaVu Sans Mono Bold 2.37, with the characters of Windows-1252
 * alone, without hints and layout tables.
 */
const faces = {
  condensed: makeFace(
    'C',
    'RobotoCondensed-Bold',
    'roboto-condensed-bold.ttf',
    condensedWidths,
    [-57, -228, 789, 945],
    condensedCapital,
  ),
  mono: makeFace(
    'F',
    'DejaVuSansMono-Bold',
    'dejavu-sans-mono-bold.ttf',
    Array.from({ length: 224 }, () => monoWidth),
    [-3, -236, 603, 928],
    monoCapital,
  ),
};

/**
 * In dots of the font's smallest size: the cell's height, a letter's width, the gap behind it, and
 * its base line.
 */
interface Matrix {
  readonly height: number;
  readonly width: number;
  readonly gap: number;
  readonly baseLine: number;
}

/** The bitmap fonts of a printer with 8 dots per millimetre, from the ZPL II manual. */
const matrices: Readonly<Record<string, Matrix>> = {
  A: { height: 9, width: 5, gap: 1, baseLine: 7 },
  B: { height: 11, width: 7, gap: 2, baseLine: 11 },
  C: { height: 18, width: 10, gap: 2, baseLine: 14 },
  D: { height: 18, width: 10, gap: 2, baseLine: 14 },
  E: { height: 28, width: 15, gap: 5, baseLine: 23 },
  F: { height: 26, width: 13, gap: 3, baseLine: 21 },
  G: { height: 60, width: 40, gap: 8, baseLine: 48 },
  H: { height: 21, width: 13, gap: 6, baseLine: 21 },
};

/**
 * Bitmap fonts that look like the scalable one, and the symbols of `^GS`; height and width of their
 * smallest size.
 */
const proportional: Readonly<Record<string, readonly [number, number]>> = {
  GS: [24, 24],
  P: [20, 18],
  Q: [28, 24],
  R: [35, 31],
  S: [40, 35],
  T: [48, 42],
  U: [59, 53],
  V: [80, 71],
};

const mostTimes = 10;

export function findFont({ letter, height, width }: FontChoice): SizedFont {
  const matrix = matrices[letter];
  return matrix === undefined
    ? findScalable(letter, height, width)
    : findBitmap(matrix, height, width);
}

function findScalable(letter: string, height: number | null, width: number | null): SizedFont {
  const [ownHeight, ownWidth] = proportional[letter] ?? [15, 12];
  const tall = Math.max(1, height || width || ownHeight);
  const wide = Math.max(1, width || height || ownWidth);
  const size = (tall * capitalShare) / condensedCapital;
  const digit = (condensedWidths[16] ?? 0) / 1000;
  return {
    face: faces.condensed,
    size,
    stretch: (digitShare * wide) / (digit * size),
    height: tall,
    baseLine: tall * capitalShare,
  };
}

/** Bitmap fonts grow by whole factors. */
function findBitmap(matrix: Matrix, height: number | null, width: number | null): SizedFont {
  const times = (dots: number | null, one: number): number | null =>
    dots ? Math.max(1, Math.min(mostTimes, Math.round(dots / one))) : null;
  const down = times(height, matrix.height);
  const across = times(width, matrix.width);
  const tall = down ?? across ?? 1;
  const wide = across ?? down ?? 1;
  return findMono(matrix.baseLine * tall, (matrix.width + matrix.gap) * wide, matrix.height * tall);
}

/** Letters of one width, by the height of their capitals. */
export function findMono(capitalDots: number, advanceDots: number, heightDots: number): SizedFont {
  const size = capitalDots / monoCapital;
  const stretch = advanceDots / ((monoWidth / 1000) * size);
  return { face: faces.mono, size, stretch, height: heightDots, baseLine: capitalDots };
}

/** Returns the width of a text of `toFontBytes`, in dots. */
export function measureText(text: string, { face, size, stretch }: SizedFont): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1)
    sum += face.widths[text.charCodeAt(at) - firstCode] ?? 0;
  return (sum / 1000) * size * stretch;
}

/** The characters of Windows-1252, and controls in the place of those that it lacks. */
const characters = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 256 }, (_, byte) => byte),
);

/** Returns a text in Windows-1252; missing characters become a letter without its marks, or `?`. */
export function toFontBytes(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  let bytes = '';
  for (const sign of text.normalize('NFC'))
    bytes += toFontByte(sign) ?? toFontByte(sign.normalize('NFKD').charAt(0)) ?? '?';
  return bytes;
}

function toFontByte(sign: string): string | undefined {
  // Control characters leave no trace on a label.
  if (/\p{Cc}/u.test(sign)) return '';
  const byte = characters.indexOf(sign);
  return byte < 0 ? undefined : String.fromCharCode(byte);
}

/** The fonts of a page's resources. */
export function listFonts(used: ReadonlySet<string>) {
  const needed = Object.values(faces).filter(({ name }) => used.has(name));
  return Object.fromEntries(needed.map(({ name, font }) => [name, font]));
}

function makeFace(
  name: Face['name'],
  fontName: string,
  fileName: string,
  widths: readonly number[],
  [left, bottom, right, top]: readonly [number, number, number, number],
  capital: number,
): Face {
  const bytes = readFileSync(join(findFontFolder(import.meta.dirname), fileName));
  const file = PDFRawStream.of(
    made.obj({ Filter: 'FlateDecode', Length1: bytes.length }),
    deflateSync(bytes),
  );
  const base = `ZPLLBL+${fontName}`;
  const descriptor = made.obj({
    Type: 'FontDescriptor',
    FontName: base,
    Flags: 32,
    FontBBox: [left, bottom, right, top],
    ItalicAngle: 0,
    Ascent: top,
    Descent: bottom,
    CapHeight: capital * 1000,
    StemV: 140,
    FontFile2: file,
  });
  const font = made.obj({
    Type: 'Font',
    Subtype: 'TrueType',
    BaseFont: base,
    FirstChar: firstCode,
    LastChar: firstCode + widths.length - 1,
    Widths: [...widths],
    Encoding: 'WinAnsiEncoding',
    FontDescriptor: descriptor,
  });
  return { name, font, widths };
}

/** The folder lies beside sources and bundles, inside the packaged archive too. */
function findFontFolder(beneath: string): string {
  const folder = join(beneath, 'resources/fonts');
  if (existsSync(folder)) return folder;
  const above = dirname(beneath);
  if (above === beneath) throw new Error('resources/fonts is missing');
  return findFontFolder(above);
}

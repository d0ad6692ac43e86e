import { encodeBars, encodeMatrix, encodeWords, type ModuleMatrix } from './barcode.ts';
import { readCode128 } from './code128.ts';
import {
  addCheckDigit,
  function1,
  readCode39Data,
  readItfData,
  readMatrixData,
  readQrData,
  saysYes,
} from './code-data.ts';
import { readWhole, type BarDefaults, type CodeContent } from './label.ts';
import { drawMaxiCode } from './maxicode.ts';
import { ZplUndrawable } from './undrawable.ts';

/** A code's drawing, in dots from its upper left corner. */
export interface CodeSymbol {
  readonly width: number;
  readonly height: number;
  /** The path of all dark parts, filled by the even-odd rule. */
  readonly path: string;
  /** The text beside the bars for people. */
  readonly line?: { readonly text: string; readonly isAbove: boolean } | null;
  /** The distance below its origin (`^FO`) at which it begins. */
  readonly drop?: number;
  /** The distance above its foot (`^FT`) at which it ends. */
  readonly lift?: number;
}

type Parameters = readonly string[];

/** The parameters of a bar code's command, by their places from 0. */
interface BarCode {
  readonly symbology: string;
  /** Default 1. The next ones say whether there is a line for people, and whether it is above. */
  readonly height?: number;
  /** Wide bars follow the ratio of `^BY`, not a number of modules. */
  readonly isTwoWidths?: boolean;
  readonly options?: string;
  /** The data in the encoder's form. */
  readonly prepare?: (data: string, parameters: Parameters) => string;
  readonly toLine?: (text: string) => string;
}

/**
 * Pads to the code's number of digits, the last of them the check digit, which may be there
 * already.
 */
const toRetail =
  (count: number) =>
  (data: string): string => {
    const digits = data.replaceAll(/\D/g, '');
    const isWhole = digits.length === count && addCheckDigit(digits.slice(0, -1)) === digits;
    return isWhole ? digits : addCheckDigit(digits.slice(1 - count).padStart(count - 1, '0'));
  };

/** The linear bar codes that scanners of parcels read, except `^BC`. */
const barCodes: Readonly<Record<string, BarCode>> = {
  '^B2': {
    symbology: 'interleaved2of5',
    isTwoWidths: true,
    prepare: readItfData,
  },
  '^B3': {
    symbology: 'code39',
    height: 2,
    isTwoWidths: true,
    prepare: readCode39Data,
    toLine: (text) => `*${text}*`,
  },
  '^B8': { symbology: 'ean8', prepare: toRetail(8) },
  '^BA': {
    symbology: 'code93',
    options: 'includecheck',
    prepare: (data) => data.toUpperCase(),
  },
  '^BE': { symbology: 'ean13', prepare: toRetail(13) },
  '^BK': {
    symbology: 'rationalizedCodabar',
    height: 2,
    isTwoWidths: true,
    prepare: (data, all) => `${all[5] || 'A'}${data}${all[6] || 'A'}`.toUpperCase(),
  },
  '^BU': { symbology: 'upca', prepare: toRetail(12) },
};

/** More than any code holds. */
const maxDataLength = 4000;
const maxModuleDots = 100;

/**
 * Returns the code of a command's data. Throws `ZplUndrawable` for a kind or data that cannot be
 * encoded here.
 */
export function makeSymbol(content: CodeContent, data: string, dotsPerMm: number): CodeSymbol {
  const { command } = content;
  const symbol = data.length > maxDataLength ? null : make(content, data, dotsPerMm);
  if (symbol === null) throw new ZplUndrawable(`${command} cannot be made of its data`);
  return symbol;
}

function make(
  { command, parameters, bars }: CodeContent,
  data: string,
  dotsPerMm: number,
): CodeSymbol | null {
  const module = Math.min(maxModuleDots, Math.max(1, bars.moduleDots));
  const number = (place: number): number | null => readWhole(parameters[place]);
  const size = (place: number, otherwise: number) =>
    Math.min(maxModuleDots, number(place) || otherwise);
  switch (command) {
    case '^BC':
      return makeCode128(parameters, bars, data);
    case '^BQ': {
      const { level, text } = readQrData(data);
      // Readers accept any mask; choosing the best one would take most of a label's time.
      const options = `mask=3 eclevel=${level ?? (parameters[3]?.toUpperCase() || 'Q')}`;
      const dots = size(2, 2);
      const symbol = toSymbol(encodeMatrix('qrcode', text, options), dots);
      // The seven modules of its finder pattern, as printers place it.
      return symbol === null ? null : { ...symbol, drop: bars.heightDots, lift: 7 * dots };
    }
    case '^BX': {
      const text = readMatrixData(data, parameters, function1);
      const columns = number(3);
      const rows = number(4);
      const shape = rows && columns ? `rows=${rows} columns=${columns}` : '';
      return toSymbol(encodeMatrix('datamatrix', text, shape), size(1, module));
    }
    case '^B7': {
      const options = [
        `eclevel=${Math.min(8, number(2) ?? 0)}`,
        number(3) ? `columns=${number(3)}` : '',
      ].join(' ');
      const matrix = encodeMatrix(
        saysYes(parameters, 5) ? 'pdf417compact' : 'pdf417',
        data,
        options,
      );
      return toSymbol(
        matrix,
        module,
        size(1, Math.max(1, Math.round(bars.heightDots / Math.max(1, matrix?.rows ?? 1)))),
      );
    }
    case '^B0':
    case '^BO':
      return toSymbol(encodeMatrix('azteccode', data, readAztecLevel(number(3))), size(1, 3));
    case '^BD':
      return drawMaxiCode(data, parameters[0] || '2', dotsPerMm);
    default: {
      const code = barCodes[command];
      return code === undefined ? null : makeBars(code, parameters, bars, data);
    }
  }
}

/** The error correction in percent. Other numbers mean other kinds of symbol. */
function readAztecLevel(percent: number | null): string {
  return percent !== null && percent >= 1 && percent <= 99 ? `eclevel=${percent}` : '';
}

function makeCode128(parameters: Parameters, bars: BarDefaults, data: string): CodeSymbol | null {
  const code = readCode128(data, parameters[5]);
  if (code === null || code.text === '') return null;
  const widths =
    typeof code.data === 'string' ? encodeBars('code128', code.data) : encodeWords(code.data);
  return widths === null ? null : placeBars(widths, parameters, bars, code.line);
}

function makeBars(
  code: BarCode,
  parameters: Parameters,
  bars: BarDefaults,
  data: string,
): CodeSymbol | null {
  const prepared = code.prepare?.(data, parameters) ?? data;
  if (prepared === '') return null;
  const widths = encodeBars(code.symbology, prepared, code.options);
  if (widths === null) return null;
  return placeBars(widths, parameters, bars, code.toLine?.(prepared) ?? prepared, code);
}

function placeBars(
  widths: readonly number[],
  parameters: Parameters,
  bars: BarDefaults,
  text: string,
  { height = 1, isTwoWidths = false }: Partial<BarCode> = {},
): CodeSymbol {
  const module = Math.min(maxModuleDots, Math.max(1, bars.moduleDots));
  const tall = readWhole(parameters[height]) || bars.heightDots;
  let path = '';
  let x = 0;
  widths.forEach((modules, index) => {
    const width = Math.round((isTwoWidths && modules > 1 ? bars.ratio : modules) * module);
    if (index % 2 === 0 && width > 0) path += `${x} 0 ${width} ${tall} re\n`;
    x += width;
  });
  const isShown = !/^N/i.test(parameters[height + 1] ?? 'Y');
  return {
    width: x,
    height: tall,
    path,
    line: isShown ? { text, isAbove: saysYes(parameters, height + 2) } : null,
  };
}

/** Joins neighbouring dark modules to boxes. */
function toSymbol(matrix: ModuleMatrix | null, across: number, down = across): CodeSymbol | null {
  if (matrix === null) return null;
  const { columns, rows, modules } = matrix;
  let path = '';
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      if (modules[y * columns + x] !== 1) continue;
      const start = x;
      while (x + 1 < columns && modules[y * columns + x + 1] === 1) x += 1;
      path += `${start * across} ${y * down} ${(x - start + 1) * across} ${down} re\n`;
    }
  }
  return { width: columns * across, height: rows * down, path };
}

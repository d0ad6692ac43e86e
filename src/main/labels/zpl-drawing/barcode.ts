import bwip from 'bwip-js/node';
import { function1 } from './code-data.ts';

/*
 * The named export `raw` is a symbology of that name; the function that returns raw symbols is on
 * the default export.
 */

/** Returns bars and spaces in turn, in modules. Null for data that the symbology cannot hold. */
export function encodeBars(
  symbology: string,
  data: string,
  options = '',
): readonly number[] | null {
  return readBars(encode(symbology, escapeData(data), `parse parsefnc ${options}`));
}

/** The same for Code 128's own code words, without check digit and stop. */
export function encodeWords(words: readonly number[]): readonly number[] | null {
  return readBars(encode('code128', words.map(escapeNumber).join(''), 'raw'));
}

/** Rows of modules, 1 for dark. */
export interface ModuleMatrix {
  readonly columns: number;
  readonly rows: number;
  readonly modules: readonly number[];
}

/** Returns null for data that the symbology cannot hold; they may contain any byte. */
export function encodeMatrix(symbology: string, data: string, options = ''): ModuleMatrix | null {
  const symbol = encode(symbology, escapeData(data), `parse parsefnc ${options}`);
  if (symbol === null || !('pixs' in symbol) || symbol.pixx === 0) return null;
  return {
    columns: symbol.pixx,
    rows: Math.ceil(symbol.pixs.length / symbol.pixx),
    modules: symbol.pixs,
  };
}

/** Returns a MaxiCode as SVG, of paths alone, in units of a twentieth of the encoder's. */
export function paintMaxiCode(data: string, mode: number): string | null {
  const options = { text: escapeData(data), parse: true, parsefnc: true, mode, scale: 20 };
  try {
    return bwip.toSVG({ bcid: 'maxicode', ...options });
  } catch {
    return null;
  }
}

function encode(symbology: string, data: string, options: string) {
  try {
    return bwip.raw(symbology, data, options)[0] ?? null;
  } catch {
    return null;
  }
}

function readBars(symbol: ReturnType<typeof encode>): readonly number[] | null {
  return symbol !== null && 'sbs' in symbol ? symbol.sbs : null;
}

function escapeData(data: string): string {
  return data
    .replaceAll('^', '^^')
    .replaceAll(/[^\x20-\x7e\ue000]/g, (sign) => escapeNumber(sign.charCodeAt(0)))
    .replaceAll(function1, '^FNC1');
}

function escapeNumber(value: number): string {
  return `^${String(value).padStart(3, '0')}`;
}

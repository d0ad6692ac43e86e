import { toLatin1 } from './encoding.ts';

/** One printable format of a ZPL file, with the downloads it may use. */
export interface ZplFormat {
  /** Latin-1 text, one character a byte: stored graphics, fonts and formats of the file so far, then the format itself. */
  readonly text: string;
  /** How often the printer would print it (`^PQ`). */
  readonly copies: number;
}

/** What is wrong with a ZPL file that no printer would print whole. */
export class ZplDamage extends Error {}

const printing = /\^(?:FD|FV|G[BCDEFS]|XG|IM|IL|SN|XF)/i;
const download = /~D[BEGSTUY][^^~]*/gi;
const maxCopies = 99;

/**
 * Splits a ZPL file into its formats. Graphics and fonts (`~DG` and its kin) and stored formats (`^DF`) stay together
 * with every format after them, which may use them. Formats that only set the printer up are left out.
 */
export function splitZpl(bytes: Uint8Array): readonly ZplFormat[] {
  const formats: ZplFormat[] = [];
  let stored = '';
  for (const { outside, format } of readWholePieces(toLatin1(bytes))) {
    stored += (outside.match(download) ?? []).join('');
    if (storesFormat(format)) stored += format;
    else if (printsSomething(format)) formats.push({ text: stored + format, copies: readCopies(format) });
    else stored += (format.match(download) ?? []).join('');
  }
  return formats;
}

/**
 * Where each label of a file ends, as it goes to a printer (`encodeForPrinter`): as many as `splitZpl` finds formats. What
 * comes before a format (graphics, settings, stored formats) belongs to its label.
 */
export function findLabelEnds(file: Buffer): readonly number[] {
  const ends: number[] = [];
  let at = 0;
  for (const { outside, format } of readPieces(file.toString('latin1'))) {
    at += outside.length + format.length;
    if (printsSomething(format)) ends.push(at);
  }
  return ends;
}

/** Whether a format makes paper, and does not only set the printer up or store something. */
export function printsSomething(format: string): boolean {
  return printing.test(format) && !storesFormat(format);
}

function storesFormat(format: string): boolean {
  return /\^DF/i.test(format);
}

interface ZplPiece {
  /** What stands before the format. */
  readonly outside: string;
  /** From `^XA` to `^XZ`; empty in the last piece, which is what follows the last format. */
  readonly format: string;
}

/** A ZPL file's pieces; `ZplDamage` where its last format has no end. */
export function readWholePieces(text: string): readonly ZplPiece[] {
  const all = readPieces(text);
  if (/\^XA/i.test(all.at(-1)?.outside ?? '')) throw new ZplDamage('a format without ^XZ');
  return all;
}

function readPieces(text: string): readonly ZplPiece[] {
  const found: ZplPiece[] = [];
  let at = 0;
  let start: number | null = null;
  for (const { 0: command, index } of text.matchAll(/\^X[AZ]/gi)) {
    if (command.toUpperCase() === '^XA') start ??= index;
    else if (start !== null) {
      const end = index + command.length;
      found.push({ outside: text.slice(at, start), format: text.slice(start, end) });
      at = end;
      start = null;
    }
  }
  return [...found, { outside: text.slice(at), format: '' }];
}

function readCopies(format: string): number {
  const stated = Number(/\^PQ\s*(\d+)/i.exec(format)?.[1] ?? '1');
  return Math.min(maxCopies, Math.max(1, stated));
}

/**
 * The resolution a format was made for, in dots a millimetre, told from the width it states: one made for a finer
 * printer would be cut off at 8.
 */
export function findDotsPerMm(text: string, widthMm: number): 8 | 12 | 24 {
  const perMm = Number(/\^PW\s*(\d+)/i.exec(text)?.[1] ?? '0') / widthMm;
  if (perMm <= 8 * 1.15) return 8;
  return perMm <= 12 * 1.15 ? 12 : 24;
}

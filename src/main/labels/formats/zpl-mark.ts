import type { Paper } from '#shared/domain/records.ts';
import { findDotsPerMm, printsSomething, readPieces } from '../../zpl/index.ts';

/** In the printer's scalable font: capitals are 1.8 mm high. */
const sizeMm = 2.5;
const belowMm = 0.4;
const rightMm = 3;
const maxLength = 24;

/**
 * Returns the ZPL with a few words in the lower right margin of each label: a field before each
 * `^XZ`, no more.
 */
export function markZpl(bytes: Buffer, mark: string, paper: Paper): Buffer {
  let marked = '';
  for (const { outside, format } of readPieces(bytes)) {
    const end = format.length - 3;
    marked += outside;
    marked += printsSomething(format)
      ? format.slice(0, end) + markField(format, mark, paper) + format.slice(end)
      : format;
  }
  return Buffer.from(marked, 'latin1');
}

function markField(format: string, mark: string, paper: Paper): string {
  const perMm = findDotsPerMm(format, paper.widthMm);
  const dots = (mm: number) => Math.round(mm * perMm);
  const stated = (command: string, paperMm: number) =>
    Math.min(readNumbers(format, command)[0] ?? Infinity, dots(paperMm));
  const size = dots(sizeMm);
  // Fields count from the label's home, which a format may have moved.
  const [homeX = 0, homeY = 0] = readNumbers(format, 'LH');
  const width = Math.max(1, stated('PW', paper.widthMm) - dots(rightMm) - homeX);
  const top = Math.max(0, stated('LL', paper.heightMm) - size - dots(belowMm) - homeY);
  return `^FO0,${top}^A0N,${size},${size}^FB${width},1,0,R,0^FD${toAscii(mark)}^FS`;
}

/** Returns the numbers of the last such command in a format. */
function readNumbers(format: string, command: string): readonly number[] {
  const last = [...format.matchAll(new RegExp(`\\^${command}\\s*([\\d,\\s]+)`, 'gi'))].at(-1)?.[1];
  return last === undefined ? [] : last.split(',').map(Number);
}

/** In ASCII, which is the same in every encoding of `^CI`: `2ª via` becomes `2a via`. */
function toAscii(mark: string): string {
  const ascii = mark.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return ascii
    .replaceAll(/[^\x20-\x7e]/gu, '?')
    .replaceAll(/[\^~\\]/g, ' ')
    .slice(0, maxLength);
}

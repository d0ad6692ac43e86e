import { deflateSync } from 'node:zlib';
import type { Dots } from './bitmap.ts';

/**
 * How a bitmap is packed into ZPL. `acs`: run lengths over hexadecimal, which every ZPL printer and its imitations
 * understand. `z64`: smaller, and only for printers of the last twenty years.
 */
export type GraphicPacking = 'acs' | 'z64';

/** The bitmap as one `^GFA` command. */
export function makeGraphicField(dots: Dots, packing: GraphicPacking): string {
  const { bytes, rowBytes } = dots;
  const data = packing === 'acs' ? packRuns(dots) : packZ64(bytes);
  return `^GFA,${bytes.length},${bytes.length},${rowBytes},${data}`;
}

/**
 * ZPL's alternative compression: `:` repeats the row above, `,` and `!` fill the rest of a row with white and black, and
 * a letter before a digit says how often it comes.
 */
function packRuns({ bytes, rowBytes, height }: Dots): string {
  const rows: string[] = [];
  let above = '';
  for (let y = 0; y < height; y += 1) {
    const from = y * rowBytes;
    const row = Buffer.from(bytes.buffer, bytes.byteOffset + from, rowBytes)
      .toString('hex')
      .toUpperCase();
    rows.push(row === above ? ':' : packRow(row));
    above = row;
  }
  return rows.join('');
}

function packRow(row: string): string {
  const rest = /(?:0+|F+)$/.exec(row);
  const body = rest === null ? row : row.slice(0, rest.index);
  const fill = rest === null ? '' : rest[0].startsWith('0') ? ',' : '!';
  return body.replace(/(.)\1*/g, (run, digit: string) => packRun(run.length, digit)) + fill;
}

const hundreds = 400;

/** `G` to `Y` are 1 to 19, `g` to `z` are 20 to 400 in steps of 20; they add up. */
function packRun(length: number, digit: string): string {
  if (length === 1) return digit;
  let text = '';
  let left = length;
  for (; left >= hundreds; left -= hundreds) text += 'z';
  if (left >= 20) text += String.fromCharCode(0x66 + Math.floor(left / 20));
  if (left % 20 > 0) text += String.fromCharCode(0x46 + (left % 20));
  return text + digit;
}

function packZ64(bytes: Uint8Array): string {
  const text = deflateSync(bytes, { level: 9 }).toString('base64');
  return `:Z64:${text}:${crc16(text).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** CRC-16 with the polynomial 0x1021, from 0, over the base64 text. */
export function crc16(text: string): number {
  let crc = 0;
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}

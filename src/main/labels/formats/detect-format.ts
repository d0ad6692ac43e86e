import type { LabelFormat } from '../../../shared/index.ts';
import { toLatin1 } from '../../zpl/index.ts';

/** How many of a file's first bytes `detectFormat` wants to see. */
export const detectionBytes = 4096;

/** Producers put banners before the header, and readers accept it anywhere in here. */
const pdfHeaderWithin = 1024;

/** Commands that real ZPL files open with, besides those that by themselves say enough. */
const zplOpening =
  /^(?:CT~~|[~^](?:XA|XZ|FX|CC|CD|CT|CI|CF|CW|DF|EG|HH|HM|HS|ID|JA|JC|JM|JR|JS|JU|LH|LL|LS|LT|MC|MD|MM|MN|MT|NC|NR|PM|PO|PQ|PR|PS|PW|RO|SD|SE|SS|SZ|TA|TD|WC))/i;
const zplByItself = /^(?:\^XA|CT~~|~D[BEGNSTUY])/i;

/**
 * The format of a label file by its first bytes: extensions and content types of label hosts are not to be trusted.
 * Null for everything that is not one of the label formats. ZPL may be UTF-16 with a byte order mark.
 */
export function detectFormat(head: Uint8Array): LabelFormat | null {
  if (startsWith(head, 'PK\x03\x04') || startsWith(head, 'PK\x05\x06')) return 'zip';
  if (startsWith(head, '\x89PNG')) return 'png';
  if (startsWith(head, '\xff\xd8\xff')) return 'jpeg';
  if (isZpl(head)) return 'zpl';
  if (toLatin1(head.subarray(0, pdfHeaderWithin + 5)).includes('%PDF-')) return 'pdf';
  return null;
}

function isZpl(head: Uint8Array): boolean {
  const text = toLatin1(head.subarray(0, detectionBytes))
    // Byte order marks (as Latin-1), control characters such as STX, and the pass-through bracket of Zebra drivers.
    // eslint-disable-next-line no-control-regex
    .replace(/^(?:\xef\xbb\xbf)?[\x00-\x20]*(?:\$\{)?[\x00-\x20]*/, '');
  return zplByItself.test(text) || (zplOpening.test(text) && /\^XA|~D[BEGNSTUY]/i.test(text));
}

function startsWith(bytes: Uint8Array, latin1Prefix: string): boolean {
  return toLatin1(bytes.subarray(0, latin1Prefix.length)) === latin1Prefix;
}

import type { LabelFormat } from '#shared/domain/labels.ts';
import { fail, ok, type Result } from '#shared/faults/faults.ts';
import { toLatin1 } from '../../zpl/index.ts';
import { gunzipSync } from 'node:zlib';
import { readErrorCode } from '../../os/errors.ts';

export const detectionBytes = 4096;

/** Producers put banners before the header, and readers accept it within this range. */
const pdfHeaderWithin = 1024;

const zplByItself = /^(?:\^XA|CT~~|~D[BEGNSTUY])/i;

/**
 * Returns a label's format by its first bytes, because hosts state wrong types; null for other
 * files.
 */
export function detectFormat(head: Uint8Array): LabelFormat | null {
  // Most labels, and no other format begins like it.
  if (toLatin1(head.subarray(0, 5)) === '%PDF-') return 'pdf';
  const start = head.subarray(findLabelStart(head));
  const text = toLatin1(start.subarray(0, 64));
  const binary = signatures.find(([, pattern]) => pattern.test(text));
  if (binary !== undefined) return binary[0];
  if (isZpl(head)) return 'zpl';
  if (toLatin1(head.subarray(0, pdfHeaderWithin + 5)).includes('%PDF-')) return 'pdf';
  return isBase64(head) ? 'base64' : null;
}

/** EPL2 has one command per line: settings first (`N` clears the image), then drawing. */
const eplOpening =
  /^(?:N|\^@|(?:O|I[78])[A-Z0-9,]*|[qD]\d+|S\d|Q\d+,\d+(?:[+,]\d+)?|Z[TB]|R\d+,\d+|J[BF]|UN?)\r?\n/;
const eplDrawing =
  /^(?:A\d+,\d+,[0-7],|B\d+,\d+,[0-3],|b\d+,\d+,[AMPQD]|(?:L[EOSW]|X\d+,)\d+,\d+,|G[GMW]\d+,|P\d)/m;
const tsplSettings = ['BLINE', 'DIRECTION', 'REFERENCE', 'DENSITY', 'SPEED'].join('|');
const tsplOpening = new RegExp(
  String.raw`^(?:CLS\b|(?:SIZE|GAP) +[\d.]|(?:${tsplSettings}) +\d|(?:CODEPAGE|SET) +\w)`,
  'i',
);
const tsplDrawing = /^(?:CLS|(?:TEXT|BARCODE|QRCODE|DMATRIX|PDF417|BAR|BOX|BITMAP|PRINT) +\d+)\b/im;
const cpclOpening = /^! (?:U1|UTILITIES|-?\d+ \d+ \d+ \d+ \d+)\b/;

/**
 * Returns the name of a format that is not printed, by the start of a file; null for all others.
 */
export function detectRefused(start: string): 'GIF' | 'CPCL' | 'TSPL' | 'EPL' | null {
  if (/^GIF8[79]a/.test(start)) return 'GIF';
  if (cpclOpening.test(start)) return 'CPCL';
  if (tsplOpening.test(start) && tsplDrawing.test(start)) return 'TSPL';
  return eplOpening.test(start) && eplDrawing.test(start) ? 'EPL' : null;
}

/** Returns a file's first bytes as Latin-1, without leading byte order mark and blanks. */
export function readStart(head: Uint8Array): string {
  return toLatin1(head.subarray(0, detectionBytes))
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
}

/** The beginnings of formats that are not text. */
/* eslint-disable no-control-regex */
const signatures: readonly (readonly [LabelFormat, RegExp])[] = [
  ['zip', /^PK(?:\x03\x04|\x05\x06)/],
  ['png', /^\x89PNG/],
  ['jpeg', /^\xff\xd8\xff/],
  ['gzip', /^\x1f\x8b\x08/],
];
/* eslint-enable no-control-regex */

/**
 * Returns the number of blanks, line breaks and byte order marks before a file that is not text.
 */
function findLabelStart(head: Uint8Array): number {
  const text = toLatin1(head.subarray(0, pdfHeaderWithin + 64));
  const blanks = /^(?:\xef\xbb\xbf)?[ \t\r\n]*/.exec(text)?.[0].length ?? 0;
  const start = text.slice(blanks);
  return blanks > 0 && signatures.some(([, pattern]) => pattern.test(start)) ? blanks : 0;
}

/** Returns true if a text is base64 (a data URL or the letters alone) of a label. */
function isBase64(head: Uint8Array): boolean {
  const text = toLatin1(head.subarray(0, detectionBytes)).replace(
    /^(?:\xef\xbb\xbf)?\s*(?:data:[\w/.+;=-]{0,100};base64,)?/,
    '',
  );
  if (text.length < 16 || /[^\w+/=\s\0-]/.test(text)) return false;
  const data = text.replaceAll(/[\s\0=]+/g, '');
  const decoded = Buffer.from(data.slice(0, data.length & ~3), 'base64');
  const format = detectFormat(decoded) ?? detectRefused(readStart(decoded));
  return decoded.length > 8 && format !== null;
}

function isZpl(head: Uint8Array): boolean {
  const text = toLatin1(head.subarray(0, detectionBytes))
    // Byte order marks (as Latin-1), control characters such as STX, and the pass-through bracket
    // of Zebra drivers.
    // eslint-disable-next-line no-control-regex
    .replace(/^(?:\xef\xbb\xbf)?[\x00-\x20]*(?:\$\{)?[\x00-\x20]*/, '')
    // A Zebra's settings, which are not printed. CPCL may begin with them too.
    .replace(/^(?:! U1[^\r\n]*[\r\n]\s*)+/, '');
  return zplByItself.test(text) || /^[~^][A-Z]{2}[^]*(?:\^XA|~D[BEGNSTUY])/i.test(text);
}

/**
 * The last bytes that `endsAsItShould` needs: a ZIP's end record may precede a comment of 64 KB.
 */
export const endingBytes = 22 + 0xffff + 2048;

/**
 * Some hosts append blanks, zeros or a note; an end mark further from the end belongs to something
 * else.
 */
const junkAllowance = 2048;

/**
 * Returns true if a file has its format's end mark, so that a truncated download is not kept; cheap
 * on purpose.
 */
export function endsAsItShould(format: LabelFormat, tail: Buffer): boolean {
  const end = tail.subarray(0, tail.findLastIndex((byte) => byte > 0x20) + 1);
  const last = end.subarray(-junkAllowance);
  switch (format) {
    case 'pdf':
      return last.includes('%%EOF') || last.includes('startxref');
    case 'png':
      return last.includes('IEND');
    case 'jpeg':
      return last.includes(Buffer.from([0xff, 0xd9]));
    // They have no end mark: their reader finds out whether they are whole.
    case 'gzip':
    case 'base64':
      return tail.length > 8;
    case 'zip':
      return tail.lastIndexOf('PK\x05\x06', undefined, 'latin1') >= 0;
    case 'zpl':
      // Without the zeros of UTF-16.
      return /\^XZ/i.test(end.toString('latin1').replaceAll('\0', ''));
  }
}

/** The format of a label file without its wrapping. */
export type BareFormat = Exclude<LabelFormat, 'gzip' | 'base64'>;

/** Deeper wrapping only occurs in attacks. */
const maxWrappings = 4;

/**
 * Removes leading blanks, gzip and base64 from a label, whose first format is `outer`; `format` is
 * null if it is none. Faults: `label-*`.
 */
export function unwrap(
  file: Buffer,
  maxBytes: number,
): Result<{ format: BareFormat | null; bytes: Buffer; outer: LabelFormat | null }> {
  const outer = detectFormat(file);
  let bytes = file;
  for (let wrapping = 0; wrapping <= maxWrappings; wrapping += 1) {
    bytes = bytes.subarray(findLabelStart(bytes));
    const format = detectFormat(bytes);
    if (format !== 'gzip' && format !== 'base64') return ok({ format, bytes, outer });
    const inner = format === 'gzip' ? gunzip(bytes, maxBytes) : decodeBase64(bytes);
    if (!inner.ok) return inner;
    bytes = inner.value;
  }
  return fail('label-archive-unsafe', { detail: 'wrapped too often' });
}

function gunzip(bytes: Buffer, maxOutputLength: number): Result<Buffer> {
  try {
    return ok(gunzipSync(bytes, { maxOutputLength }));
  } catch (error) {
    if (readErrorCode(error) === 'ERR_BUFFER_TOO_LARGE')
      return fail('label-archive-unsafe', {
        detail: `unpacks to more than ${maxOutputLength} bytes`,
      });
    return fail('label-corrupt', { detail: 'damaged gzip' });
  }
}

function decodeBase64(bytes: Buffer): Result<Buffer> {
  const text = bytes.toString('latin1').replace(/^data:[^,]{0,200},/, '');
  const data = text.replaceAll(/[\s\0]+/g, '');
  if (!/^[\w+/-]*={0,2}$/.test(data) || data.replace(/=+$/, '').length % 4 === 1)
    return fail('label-corrupt', { detail: 'damaged base64' });
  return ok(Buffer.from(data, 'base64'));
}

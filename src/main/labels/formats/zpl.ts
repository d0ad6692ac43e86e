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
  for (const { outside, format } of readWholePieces(latin1Of(bytes))) {
    stored += (outside.match(download) ?? []).join('');
    if (storesFormat(format)) stored += format;
    else if (printing.test(format)) formats.push({ text: stored + format, copies: copiesOf(format) });
    else stored += (format.match(download) ?? []).join('');
  }
  return formats;
}

/** Each format from `^XA` to `^XZ` with what stands before it; the last may be of text without a format. */
export function* readWholePieces(text: string): Generator<{ readonly outside: string; readonly format: string }> {
  for (let at = 0; ;) {
    const start = indexOfCommand(text, '^XA', at);
    if (start < 0) {
      yield { outside: text.slice(at), format: '' };
      return;
    }
    const end = indexOfCommand(text, '^XZ', start);
    if (end < 0) throw new ZplDamage('a format without ^XZ');
    yield { outside: text.slice(at, start), format: text.slice(start, end + 3) };
    at = end + 3;
  }
}

/** Whether a format makes paper, and does not only set the printer up or store something. */
export function printsSomething(format: string): boolean {
  return printing.test(format) && !storesFormat(format);
}

function storesFormat(format: string): boolean {
  return /\^DF/i.test(format);
}

function indexOfCommand(text: string, command: string, from: number): number {
  const upper = text.indexOf(command, from);
  const lower = text.indexOf(command.toLowerCase(), from);
  return upper < 0 || (lower >= 0 && lower < upper) ? lower : upper;
}

function copiesOf(format: string): number {
  const stated = Number(/\^PQ\s*(\d+)/i.exec(format)?.[1] ?? '1');
  return Math.min(maxCopies, Math.max(1, stated));
}

/** A ZPL file as a printer understands it: its own bytes, but in ASCII where it came as UTF-16, which no printer reads. */
export function encodeForPrinter(bytes: Buffer): Buffer {
  return isUtf16(bytes) ? Buffer.from(escapeToAscii(latin1Of(bytes)), 'latin1') : bytes;
}

function isUtf16(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

/** UTF-16 with a byte order mark becomes UTF-8; everything else keeps its bytes. */
function latin1Of(bytes: Uint8Array): string {
  if (!isUtf16(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const text = new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  return Buffer.from(text, 'utf8').toString('latin1');
}

/**
 * The same format in ASCII: bytes beyond it in field data become `^FH` hex escapes, which keep them exact whatever
 * `^CI` says they mean. Text that is UTF-8 and does not say so is taken as such.
 */
export function escapeToAscii(text: string): string {
  // eslint-disable-next-line no-control-regex
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  const saysEncoding = /\^CI/i.test(text);
  const declared = saysEncoding || !isUtf8(text) ? text : text.replaceAll(/\^XA/gi, '$&^CI28');
  let escape: string | null = null;
  return declared.replace(/\^(FH|FD|FV|FS)([^^~]*)/gi, (whole, name: string, data: string) => {
    const command = name.toUpperCase();
    if (command === 'FS') escape = null;
    else if (command === 'FH') escape = data.trim().slice(0, 1) || '_';
    else {
      const own = escape;
      escape = null;
      // eslint-disable-next-line no-control-regex
      if (/^[\x00-\x7f]*$/.test(data)) return whole;
      const safe = own === null ? data.replaceAll('_', '_5F') : data;
      return `${own === null ? '^FH_' : ''}^${name}${hexEscaped(safe, own ?? '_')}`;
    }
    return whole;
  });
}

function hexEscaped(data: string, escape: string): string {
  // eslint-disable-next-line no-control-regex
  return data.replace(/[^\x00-\x7f]/g, (char) => escape + char.charCodeAt(0).toString(16).toUpperCase());
}

function isUtf8(latin1: string): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(latin1, 'latin1'));
    return true;
  } catch {
    return false;
  }
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

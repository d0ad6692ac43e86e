import {
  PdfDamage,
  PdfIndirect,
  PdfName,
  PdfRef,
  PdfStream,
  PdfString,
  isDict,
  type PdfDict,
  type PdfObject,
} from './objects.ts';

/** A number in PDF's notation, without exponent. */
export function writeNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15)
    return Object.is(value, -0) ? '0' : String(value);
  const text = String(value);
  if (!text.includes('e')) return text;
  const fixed = value
    .toFixed(12)
    .replace(/(?<!0)0+$/, '')
    .replace(/\.$/, '');
  return fixed === '-0' ? '0' : fixed;
}

function writeName(name: string): string {
  const escape = (char: string): string => `#${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return `/${name.replace(/[^!-~]|[#()<>[\]{}/%]/g, escape)}`;
}

function writeString(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const byte of bytes)
    if (byte < 32 || byte > 126 || byte === 40 || byte === 41 || byte === 92)
      return `<${text.toString('hex')}>`;
  return `(${text.toString('latin1')})`;
}

/**
 * The target of a reference: another object of the file, or a made one that is written on its own.
 */
export type Target = PdfRef | PdfStream | PdfIndirect;

/**
 * Serialises equal objects to equal text. `write`: a reference's text; `skip`: keys of the
 * outermost dictionary.
 */
export function serialise(
  value: PdfObject,
  write: (target: Target) => string,
  skip?: ReadonlySet<string>,
): string {
  if (typeof value === 'number') return writeNumber(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (value instanceof PdfName) return writeName(value.value);
  if (value instanceof PdfString) return writeString(value.bytes);
  if (value instanceof PdfRef || value instanceof PdfStream || value instanceof PdfIndirect)
    return write(value);
  if (isDict(value)) return serialiseDict(value, write, skip);
  if (!Array.isArray(value)) throw new PdfDamage('not a PDF object');
  let text = '[';
  for (const item of value) text += `${text === '[' ? '' : ' '}${serialise(item, write)}`;
  return `${text}]`;
}

function serialiseDict(
  dict: PdfDict,
  write: (target: Target) => string,
  skip?: ReadonlySet<string>,
): string {
  let text = '<<';
  for (const key of Array.from(dict.keys()).sort()) {
    if (skip?.has(key) === true) continue;
    text += `${writeName(key)} ${serialise(dict.get(key) ?? null, write)}`;
  }
  return `${text}>>`;
}

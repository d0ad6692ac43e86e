import { PdfDamage, PdfIndirect, PdfName, PdfRef, PdfStream, PdfString, isDict } from './objects.ts';
import type { PdfDict, PdfObject } from './objects.ts';

/** A number as PDF knows it: no exponent. */
export function writeNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return Object.is(value, -0) ? '0' : String(value);
  const text = String(value);
  if (!text.includes('e')) return text;
  const fixed = value
    .toFixed(12)
    .replace(/(?<!0)0+$/, '')
    .replace(/\.$/, '');
  return fixed === '-0' ? '0' : fixed;
}

function writeName(name: string): string {
  return `/${name.replace(/[^!-~]|[#()<>[\]{}/%]/g, (char) => `#${char.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;
}

function writeString(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const byte of bytes) {
    if (byte < 32 || byte > 126 || byte === 40 || byte === 41 || byte === 92) return `<${text.toString('hex')}>`;
  }
  return `(${text.toString('latin1')})`;
}

/** What an object refers to: another object of the file, or a made one that is written as its own. */
export type Target = PdfRef | PdfStream | PdfIndirect;

/** Where serialised text goes; `target` stands for the place of a reference. */
export interface Sink {
  text(text: string): void;
  target(target: Target): void;
}

/**
 * Writes an object's text, equal objects to equal text: dictionary keys are sorted. `skip` leaves out keys of the
 * outermost dictionary.
 */
export function serialise(value: PdfObject, sink: Sink, skip?: ReadonlySet<string>): void {
  if (value === null) sink.text('null');
  else if (typeof value === 'boolean') sink.text(value ? 'true' : 'false');
  else if (typeof value === 'number') sink.text(writeNumber(value));
  else if (value instanceof PdfName) sink.text(writeName(value.value));
  else if (value instanceof PdfString) sink.text(writeString(value.bytes));
  else if (value instanceof PdfRef || value instanceof PdfStream || value instanceof PdfIndirect) sink.target(value);
  else if (isDict(value)) serialiseDict(value, sink, skip);
  else if (Array.isArray(value)) {
    sink.text('[');
    value.forEach((item, index) => {
      if (index > 0) sink.text(' ');
      serialise(item, sink);
    });
    sink.text(']');
  } else throw new PdfDamage('not a PDF object');
}

function serialiseDict(dict: PdfDict, sink: Sink, skip?: ReadonlySet<string>): void {
  sink.text('<<');
  for (const key of [...dict.keys()].sort()) {
    if (skip?.has(key) === true) continue;
    sink.text(`${writeName(key)} `);
    serialise(dict.get(key) ?? null, sink);
  }
  sink.text('>>');
}

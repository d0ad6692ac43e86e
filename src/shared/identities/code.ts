import { type AccessKey, readAccessKey } from './access-key.ts';

/**
 * The symbology identifier that some scanners send first (`]C1`), or as much of it as has come so
 * far. An American scanner's `]` is `[` on a Brazilian keyboard.
 */
const symbology = /^[\][](?:$|[A-Za-z]$|[A-Za-z][0-9A-Za-z])/;

/** Returns the code on the paper, without the characters that a scanner adds. */
export function readScan(scanned: string): string {
  return scanned.trim().replace(symbology, '');
}

/**
 * Returns a code as codes are compared: without case, blanks, hyphens and the scanner's own
 * characters.
 */
export function normaliseCode(raw: string): string {
  // GS1 codes have control characters.
  return readScan(raw)
    .toUpperCase()
    .replace(/[\s\p{Cc}\p{Cf}\p{Pd}]/gu, '');
}

/**
 * Returns the number that a code consists of, without leading zeros and the `#` that people write
 * before it; else null.
 */
export function readNumber(code: string): number | null {
  const [, digits] = /^#?\s*(\d{1,15})$/.exec(code) ?? [];
  return digits === undefined ? null : Number(digits);
}

/**
 * The meaning of a whole code. A part of it counts only in the place that a known layout gives it.
 */
export interface ReadCode {
  /** As codes are compared. */
  readonly code: string;
  /** The code, and the tracking code in its layout's place. */
  readonly trackings: readonly string[];
  readonly key: AccessKey | null;
  readonly number: number | null;
}

/**
 * The key in the address of a DANFE's QR code, before the other fields (NT 2026.003). From an
 * American scanner it comes as `httpsÇ;;…:p=…}2` through a Brazilian keyboard.
 */
const keyAddress = /^HTTPS?[:Ç].{1,120}[?:&](?:P|CHNFE)=([\dA-Z]{44})(?:[|}&%].*)?$/;
/** Correios' Data Matrix: two postal codes with complements, their digit, the kind of data. */
const correios = /^(?:\d{8}\d{5}){2}\d{3}([A-Z]{2}\d{9}[A-Z]{2})/;
/** An SSCC behind its application identifier in brackets, as it is printed. */
const writtenSscc = /^\(00\)(\d{18})$/;

/** Reads a scan, a typed code, or the text of a code on a label. */
export function readCode(raw: string): ReadCode {
  const code = normaliseCode(raw);
  const inside = correios.exec(code)?.[1] ?? writtenSscc.exec(code)?.[1] ?? readMercadoEnvios(raw);
  return {
    code,
    trackings: inside === null ? [code] : [code, inside],
    key: readAccessKey(keyAddress.exec(code)?.[1] ?? code),
    number: readNumber(code),
  };
}

/** Returns the shipment's number in the object of a Mercado Envios label. */
function readMercadoEnvios(raw: string): string | null {
  const text = readScan(raw);
  if (!text.startsWith('{')) return null;
  try {
    const read: unknown = JSON.parse(text);
    const id = typeof read === 'object' && read !== null && 'id' in read ? read.id : null;
    return typeof id === 'string' || typeof id === 'number' ? normaliseCode(String(id)) : null;
  } catch {
    return null;
  }
}

/** A postal code with its country, an SSCC with its application identifier. */
const longForm = /^(?:([A-Z]{2}\d{9})[A-Z]{2}|00(\d{18}))$/;

/**
 * Returns the form by which a tracking code is found: postal codes are written with and without
 * their country, an SSCC with and without its `00`.
 */
export function shortenTracking(code: string): string {
  const [, postal, sscc] = longForm.exec(code) ?? [];
  return postal ?? sscc ?? code;
}

/** Compares two tracking codes; two countries of one postal code are different. */
export function isSameTracking(one: string, other: string): boolean {
  if (one === other) return true;
  return one.length !== other.length && shortenTracking(one) === shortenTracking(other);
}

import { parseAccessKey } from '../access-key.ts';

/** What a scan can hit: one parcel of the list. */
export interface ScanTarget {
  readonly shipmentId: number;
  readonly trackingCode: string | null;
  readonly invoiceNumber: number | null;
  readonly checked: boolean;
}

export type ScanMatch =
  | { readonly kind: 'match' | 'already'; readonly shipmentId: number }
  /** Several parcels that are not checked yet answer to this code: it cannot tell which one is in the hand. */
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'unknown' };

/** The same code as people print, type and scan it: case, blanks, hyphens and the scanner's own prefix do not count. */
export function normaliseCode(raw: string): string {
  // A scanner may be set up to send the symbology identifier first (`]C1`), and GS1 codes carry control characters.
  const withoutPrefix = raw.trim().replace(/^\][A-Za-z][0-9A-Za-z]/, '');
  return withoutPrefix.toUpperCase().replace(/[\s\p{Cc}\p{Cf}\p{Pd}]/gu, '');
}

/** What a normalised code may name: a tracking code, and where it reads as one, an invoice. */
export function invoiceNumberOf(code: string): number | null {
  const key = parseAccessKey(code);
  if (key !== null) return key.invoiceNumber === 0 ? null : key.invoiceNumber;
  // Invoice numbers have at most nine digits; leading zeros are a matter of print.
  const number = /^0*([1-9]\d{0,8})$/.exec(code)?.[1];
  return number === undefined ? null : Number(number);
}

/** Finds the parcel a code stands for. The tracking code is the parcel's own and goes before the invoice number. */
export function matchScan(raw: string, targets: readonly ScanTarget[]): ScanMatch {
  const code = normaliseCode(raw);
  if (code === '') return { kind: 'unknown' };
  const byTracking = targets.filter(
    (target) => target.trackingCode !== null && normaliseCode(target.trackingCode) === code,
  );
  if (byTracking.length > 0) return choose(byTracking);
  const invoiceNumber = invoiceNumberOf(code);
  if (invoiceNumber === null) return { kind: 'unknown' };
  return choose(targets.filter((target) => target.invoiceNumber === invoiceNumber));
}

function choose(hits: readonly ScanTarget[]): ScanMatch {
  const [open, another] = hits.filter((target) => !target.checked);
  if (open !== undefined) return another === undefined ? hit('match', open) : { kind: 'ambiguous' };
  const [checked] = hits;
  return checked === undefined ? { kind: 'unknown' } : hit('already', checked);
}

function hit(kind: 'match' | 'already', target: ScanTarget): ScanMatch {
  return { kind, shipmentId: target.shipmentId };
}

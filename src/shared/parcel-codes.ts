import { findByCode, listCodes, normaliseCode, readInvoiceNumber } from './codes.ts';
import type { ShipmentCodes } from './codes.ts';
import type { ReadVolumes, ScannedVolumes, ShipmentSnapshot } from './domain/job.ts';
import type { LabelReading } from './domain/reading.ts';
import { longestTracking, readTrackingCode, shortestTracking } from './label-codes.ts';
import { countVolumes } from './totals.ts';

/** The codes on a shipment's label that stand on no other label of the list, as codes are compared. */
export interface ParcelCodes {
  /** They name the shipment, not one of its volumes. */
  readonly whole: readonly string[];
  /** The codes of each volume, in the order of the pages; empty where volumes have none of their own. */
  readonly volumes: readonly (readonly string[])[];
}

/** Of a label that was not read. */
export const noCodes: ParcelCodes = { whole: [], volumes: [] };

/** A reading never changes; a list is looked at with each scan. */
const listed = new WeakMap<LabelReading, ReadonlyMap<string, readonly number[]>>();

/** The codes that may name a parcel, each with its pages. */
function listCandidates(reading: LabelReading): ReadonlyMap<string, readonly number[]> {
  const known = listed.get(reading);
  if (known !== undefined) return known;
  const pages = new Map<string, number[]>();
  for (const { text, page } of reading.codes) {
    const code = normaliseCode(text);
    if (code.length < shortestTracking || code.length > longestTracking || readInvoiceNumber(code) !== null) continue;
    const before = pages.get(code);
    if (before === undefined) pages.set(code, [page]);
    else if (!before.includes(page)) before.push(page);
  }
  listed.set(reading, pages);
  return pages;
}

/**
 * By which codes on labels the parcels of a list are told apart, by shipment. A code that stands on the labels of two
 * shipments names neither: a return address, a contract. Nor does one that the ERP gave to another shipment, or the number
 * of an invoice or an order. Volumes have codes of their own where as many pages as there are volumes show one that
 * stands on no other page; the shipment's tracking code may be the first volume's. A label that was stopped names nobody.
 */
export function findParcelCodes(
  entries: readonly Pick<ShipmentSnapshot, 'shipment' | 'label'>[],
): ReadonlyMap<number, ParcelCodes> {
  /** Whose label a code stands on; null where that says nothing. */
  const owners = new Map<string, number | null>();
  const claim = (code: string, id: number): void => {
    const owner = owners.get(code);
    owners.set(code, owner === undefined || owner === id ? id : null);
  };
  const numbers = new Set<number>();
  for (const { shipment, label } of entries) {
    const tracking = readTrackingCode(shipment);
    if (tracking !== null) claim(tracking, shipment.id);
    const { invoiceNumber, orderNumber } = listCodes(shipment);
    for (const number of [invoiceNumber, orderNumber]) if (number !== null) numbers.add(number);
    if (label.reading !== null) for (const code of listCandidates(label.reading).keys()) claim(code, shipment.id);
  }
  const found = new Map<number, ParcelCodes>();
  for (const { shipment, label } of entries) {
    if (label.reading === null || (label.state !== 'ready' && label.state !== 'printed')) continue;
    const whole: string[] = [];
    const byPage = new Map<number, string[]>();
    for (const [code, pages] of listCandidates(label.reading)) {
      if (owners.get(code) !== shipment.id || (/^\d{1,15}$/.test(code) && numbers.has(Number(code)))) continue;
      const [page = 0, another] = pages;
      if (another !== undefined) whole.push(code);
      else byPage.set(page, [...(byPage.get(page) ?? []), code]);
    }
    const volumes = [...byPage].sort(([one], [other]) => one - other).map(([, codes]) => codes);
    const isOneEach = volumes.length > 1 && volumes.length === countVolumes(shipment.volume);
    found.set(shipment.id, isOneEach ? { whole, volumes } : { whole: [...whole, ...volumes.flat()], volumes: [] });
  }
  return found;
}

/** What a scan can hit: one shipment of a list, with what of it was scanned. */
export interface ScanTarget extends ShipmentCodes {
  readonly shipmentId: number;
  readonly checked: boolean;
  readonly onLabel: ParcelCodes;
  /** One code of each volume that was scanned. */
  readonly scanned: readonly string[];
}

export type ScanMatch =
  | { readonly kind: 'match' | 'already'; readonly shipmentId: number }
  /** One of several volumes with codes of their own, which was not scanned yet. `scanned`: with this one. */
  | { readonly kind: 'volume'; readonly shipmentId: number; readonly scanned: ScannedVolumes }
  | { readonly kind: 'volume-again'; readonly shipmentId: number; readonly scanned: ScannedVolumes }
  /** The shipment's code; its volumes have codes of their own, and which of them is in the hand it does not tell. */
  | { readonly kind: 'which-volume'; readonly shipmentId: number; readonly scanned: ScannedVolumes }
  /** Several parcels that are not checked yet answer to this code: it cannot tell which one is in the hand. */
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'unknown' };

export function findReadVolumes({ volumes }: ParcelCodes, { codes, of }: ScannedVolumes, scan = ''): ReadVolumes {
  const now = normaliseCode(scan);
  const read = volumes.flatMap((known, index) => (known.some((code) => codes.includes(code)) ? [index + 1] : []));
  const at = volumes.findIndex((known) => known.includes(now)) + 1;
  return { read, of, at: at === 0 ? null : at };
}

/** An order's number is left out: it can be the invoice's of a parcel that does not go, which would be a false green. */
export function makeScanTarget(
  { shipment, checkedAtMs, scannedVolumes }: ShipmentSnapshot,
  onLabel: ParcelCodes = noCodes,
): ScanTarget {
  const { trackingCode, invoiceNumber } = listCodes(shipment);
  return {
    shipmentId: shipment.id,
    trackingCode,
    invoiceNumber,
    checked: checkedAtMs !== null,
    onLabel,
    scanned: scannedVolumes?.codes ?? [],
  };
}

/** What a code stands for: what the ERP says counts first, then what stands on one label alone. */
export function findScanned<T extends Pick<ScanTarget, 'onLabel'> & ShipmentCodes>(
  raw: string,
  targets: readonly T[],
): readonly T[] {
  const known = findByCode(raw, targets, (target) => target);
  if (known.length > 0) return known;
  const code = normaliseCode(raw);
  return targets.filter(
    ({ onLabel }) => onLabel.whole.includes(code) || onLabel.volumes.some((codes) => codes.includes(code)),
  );
}

export function matchScan(raw: string, targets: readonly ScanTarget[]): ScanMatch {
  const hits = findScanned(raw, targets);
  const [open, another] = hits.filter(({ checked }) => !checked);
  if (open !== undefined && another !== undefined) return { kind: 'ambiguous' };
  if (open !== undefined) return matchVolume(normaliseCode(raw), open);
  const [checked] = hits;
  return checked === undefined ? { kind: 'unknown' } : { kind: 'already', shipmentId: checked.shipmentId };
}

function matchVolume(code: string, { shipmentId, onLabel: { volumes }, scanned }: ScanTarget): ScanMatch {
  if (volumes.length === 0) return { kind: 'match', shipmentId };
  // Scanned codes of a label that was replaced since are of no volume any more.
  const before = volumes.flatMap((codes) => scanned.find((one) => codes.includes(one)) ?? []);
  const volume = volumes.find((codes) => codes.includes(code));
  const isKnown = volume?.some((one) => before.includes(one)) ?? true;
  const codes = isKnown ? before : [...before, code];
  const kind = volume === undefined ? 'which-volume' : isKnown ? 'volume-again' : 'volume';
  return { kind, shipmentId, scanned: { codes, of: volumes.length } };
}

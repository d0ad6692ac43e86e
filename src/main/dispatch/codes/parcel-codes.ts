import { type KnownIssuers, unknownIssuers } from '#shared/identities/access-key.ts';
import { readCode, readNumber, shortenTracking } from '#shared/identities/code.ts';
import {
  isCompared,
  readNaming,
  readOwnCode,
  readTrackingCode,
  shortestTracking,
} from '#shared/identities/naming.ts';
import {
  countVolumes,
  hasLabel,
  type ReadVolumes,
  type ShipmentSnapshot,
} from '#shared/domain/job.ts';
import type { LabelReading, ScannedVolumes } from '#shared/domain/records.ts';
import { longestTracking } from './other-owner.ts';

/**
 * The codes on a shipment's label that are on no other label of the list, in the form in which
 * codes are compared.
 */
export interface ParcelCodes {
  /** They name the shipment, not one of its volumes. */
  readonly whole: readonly string[];
  /** The codes of each volume, in page order; empty if volumes have none of their own. */
  readonly volumes: readonly (readonly string[])[];
}

/** A reading never changes, and each scan looks at the whole list. */
const listed = new WeakMap<LabelReading, ReadonlyMap<string, readonly number[]>>();

/** Returns the codes that may name a parcel, each with its pages. */
export function listCandidates(reading: LabelReading): ReadonlyMap<string, readonly number[]> {
  const known = listed.get(reading);
  if (known !== undefined) return known;
  const pages = new Map<string, number[]>();
  for (const { text, page } of reading.codes) {
    for (const code of readCode(text).trackings) {
      const before = pages.get(code) ?? [];
      if (code.length >= shortestTracking && !before.includes(page))
        pages.set(code, [...before, page]);
    }
  }
  listed.set(reading, pages);
  return pages;
}

/**
 * Returns the codes on labels that tell the parcels of a list apart, by shipment. A code on the
 * labels of two shipments names neither: a return address, a contract. The same goes for a code
 * that the ERP gave to another shipment, and for invoice and order numbers. Volumes have their own
 * codes if as many pages as there are volumes show a code that no other page has; the shipment's
 * tracking code may be the first volume's. A stopped label names no shipment.
 */
export function findParcelCodes(
  entries: readonly Pick<ShipmentSnapshot, 'shipment' | 'label'>[],
): ReadonlyMap<number, ParcelCodes> {
  /** The shipment of each code; null if it names none. */
  const owners = new Map<string, number | null>();
  const claim = (code: string, id: number) => {
    const short = shortenTracking(code);
    const owner = owners.get(short);
    owners.set(short, owner === undefined || owner === id ? id : null);
  };
  const numbers = new Set<number>();
  for (const { shipment, label } of entries) {
    const tracking = readTrackingCode(shipment);
    if (tracking !== null) claim(tracking, shipment.id);
    for (const number of [shipment.invoice?.number, shipment.sale?.number])
      if (typeof number === 'number') numbers.add(number);
    if (label.reading !== null)
      for (const code of listCandidates(label.reading).keys()) claim(code, shipment.id);
  }
  const found = new Map<number, ParcelCodes>();
  for (const { shipment, label } of entries) {
    if (label.reading === null || !hasLabel(label)) continue;
    const whole: string[] = [];
    const byPage = new Map<number, string[]>();
    for (const [code, pages] of listCandidates(label.reading)) {
      if (owners.get(shortenTracking(code)) !== shipment.id) continue;
      const number = readNumber(code);
      if (number !== null && numbers.has(number)) continue;
      const [page = 0, another] = pages;
      // A key or a longer code is the invoice's, or a whole data set's.
      const isLong = code.length > longestTracking;
      if (another !== undefined || isLong) whole.push(code);
      else byPage.set(page, [...(byPage.get(page) ?? []), code]);
    }
    const volumes = [...byPage].sort(([one], [other]) => one - other).map(([, codes]) => codes);
    const isOneEach = volumes.length > 1 && volumes.length === countVolumes(shipment.volume);
    found.set(
      shipment.id,
      isOneEach ? { whole, volumes } : { whole: [...whole, ...volumes.flat()], volumes: [] },
    );
  }
  return found;
}

export type ScanMatch =
  /** `unsure`: by the number of its invoice alone, in an access key that may be another's. */
  | { readonly kind: 'match' | 'already' | 'unsure'; readonly entry: ShipmentSnapshot }
  /**
   * `volume`: one of several volumes with their own codes, scanned for the first time; `scanned`
   * includes it. `which-volume`: the shipment's code, which does not tell which of its volumes this
   * is.
   */
  | {
      readonly kind: 'volume' | 'volume-again' | 'which-volume';
      readonly entry: ShipmentSnapshot;
      readonly scanned: ScannedVolumes;
      readonly volumes: ReadVolumes;
    }
  /** Several parcels have this code; these are not checked. */
  | { readonly kind: 'ambiguous'; readonly entries: readonly ShipmentSnapshot[] }
  | { readonly kind: 'unknown' };

/**
 * The ERP's data count first, then codes that are on one label alone. An order's number can equal
 * the invoice number of a parcel that must not go, so it names none.
 */
export function matchScan(
  raw: string,
  entries: readonly ShipmentSnapshot[],
  known: KnownIssuers,
): ScanMatch {
  const onLabels = findParcelCodes(entries);
  const { trackings, key } = readCode(raw);
  const isShown = ({ shipment }: ShipmentSnapshot): boolean => {
    const { whole = [], volumes = [] } = onLabels.get(shipment.id) ?? {};
    return (
      !isCompared(key, shipment) &&
      [whole, ...volumes].flat().some((one) => trackings.includes(one))
    );
  };
  const named = Map.groupBy(entries, readNaming(raw, known));
  const sure = named.get('tracking') ?? named.get('invoice') ?? entries.filter(isShown);
  const isUnsure = sure.length === 0;
  const hits = isUnsure ? (named.get('unsure') ?? []) : sure;
  const unchecked = hits.filter(({ checkedAtMs }) => checkedAtMs === null);
  const [open] = unchecked;
  // The last one too: the parcel in the packer's hand may be one that is checked.
  if (open !== undefined && hits.length > 1) return { kind: 'ambiguous', entries: unchecked };
  const entry = open ?? hits[0];
  if (entry === undefined) return { kind: 'unknown' };
  // It may be another's, whatever was checked.
  if (isUnsure) return { kind: 'unsure', entry };
  if (open === undefined) return { kind: 'already', entry };
  return matchVolume(trackings, open, onLabels.get(open.shipment.id)?.volumes ?? []);
}

/** Returns true if no code names this row alone. */
export function isNameless(
  { shipment }: ShipmentSnapshot,
  entries: readonly ShipmentSnapshot[],
): boolean {
  const { whole = [], volumes = [] } = findParcelCodes(entries).get(shipment.id) ?? {};
  const own = [readOwnCode(shipment) ?? '', String(shipment.invoice?.number ?? '')];
  const open = entries.map((entry) => ({ ...entry, checkedAtMs: null }));
  return [...own, ...whole, ...volumes.flat()].every((code) => {
    const match = matchScan(code, open, unknownIssuers);
    return !('entry' in match) || match.entry.shipment.id !== shipment.id;
  });
}

function matchVolume(
  trackings: readonly string[],
  entry: ShipmentSnapshot,
  volumes: ParcelCodes['volumes'],
): ScanMatch {
  if (volumes.length === 0) return { kind: 'match', entry };
  const findVolume = (one: string) => volumes.find((codes) => codes.includes(one));
  // In the order of the scans. Codes of a label that was replaced since belong to no volume.
  const byVolume = Map.groupBy(entry.scannedVolumes?.codes ?? [], findVolume);
  byVolume.delete(undefined);
  const before = [...byVolume.values()].flatMap((codes) => codes.slice(0, 1));
  const code = trackings.find(findVolume) ?? '';
  const volume = findVolume(code);
  const isKnown = volume?.some((one) => before.includes(one)) ?? true;
  const scanned = { codes: isKnown ? before : [...before, code], of: volumes.length };
  const found = isKnown ? 'volume-again' : 'volume';
  const kind = volume === undefined ? 'which-volume' : found;
  return { kind, entry, scanned, volumes: findReadVolumes(volumes, scanned, code) };
}

export function findReadVolumes(
  volumes: ParcelCodes['volumes'],
  { codes, of }: ScannedVolumes,
  scan = '',
): ReadVolumes {
  const read = volumes.flatMap((known, index) =>
    known.some((code) => codes.includes(code)) ? [index + 1] : [],
  );
  const at = volumes.findIndex((known) => known.includes(scan)) + 1;
  return { read, of, at: at === 0 ? null : at };
}

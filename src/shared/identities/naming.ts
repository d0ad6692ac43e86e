import { hasLabel, type LabelSnapshot } from '../domain/job.ts';
import type { FoundCode, LabelReading, Shipment } from '../domain/records.ts';
import { type AccessKey, isOwnIssuer, type KnownIssuers, unknownIssuers } from './access-key.ts';
import { isSameTracking, normaliseCode, readCode, shortenTracking } from './code.ts';

/** Shorter codes are numbers that anything can have: a postal code, an order, a page. */
export const shortestTracking = 9;

export interface NamedRow {
  readonly shipment: Shipment;
  readonly label?: LabelSnapshot;
}

/**
 * The evidence by which a code names a shipment, strongest first. `unsure`: an access key with the
 * invoice's number, which another company's or series' invoice may have.
 */
export type Naming = 'tracking' | 'invoice' | 'order' | 'unsure';

/** Returns a shipment's tracking code as codes are compared, however short; null if it has none. */
export function readOwnCode({ logistics }: Shipment): string | null {
  return normaliseCode(logistics?.trackingCode ?? '') || null;
}

/** The same, but null for a short one, which on a label can be any number. */
export function readTrackingCode(shipment: Shipment): string | null {
  const code = readOwnCode(shipment);
  return code === null || code.length < shortestTracking ? null : code;
}

/** Returns a function that says by what a code names a row; null if by nothing. */
export function readNaming(
  raw: string,
  known: KnownIssuers = unknownIssuers,
): (row: NamedRow) => Naming | null {
  const { trackings, key, number } = readCode(raw);
  return (row) => {
    const own = readOwnCode(row.shipment);
    if (own !== null && trackings.some((one) => isSameTracking(one, own))) return 'tracking';
    if (key !== null) return compareKey(key, row, known);
    if (number === null) return null;
    if (row.shipment.invoice?.number === number) return 'invoice';
    return row.shipment.sale?.number === number ? 'order' : null;
  };
}

/** By its invoice's number a key was compared: no label makes it this shipment's. */
export function isCompared(key: AccessKey | null, { invoice }: Shipment): boolean {
  return key !== null && (invoice?.number ?? null) !== null;
}

/** Compares an access key with a row's invoice, by its own key, else by number and issuer. */
export function compareKey(
  key: AccessKey,
  { shipment: { invoice }, label }: NamedRow,
  known: KnownIssuers,
): 'invoice' | 'unsure' | null {
  const own = invoice?.accessKey ?? null;
  if (own !== null) return own === key.text ? 'invoice' : null;
  if (invoice?.number !== key.number) return null;
  const isUsable = label !== undefined && hasLabel(label);
  if (isUsable && listAccessKeys(label.reading).some(({ text }) => text === key.text))
    return 'invoice';
  const isOwn = isOwnIssuer(key, known);
  if (isOwn === null) return 'unsure';
  return isOwn ? 'invoice' : null;
}

/** Returns the access keys on a label. */
export function listAccessKeys(reading: LabelReading | null): readonly AccessKey[] {
  return (reading?.codes ?? []).flatMap(({ text }) => readCode(text).key ?? []);
}

/**
 * Returns every row that a code names: by tracking code, else by invoice number or key, else by
 * order number. An unsure key names none.
 */
export function findByCode<T extends NamedRow>(
  raw: string,
  rows: readonly T[],
  known: KnownIssuers = unknownIssuers,
): readonly T[] {
  const named = Map.groupBy(rows, readNaming(raw, known));
  return named.get('tracking') ?? named.get('invoice') ?? named.get('order') ?? [];
}

/**
 * Returns true if a code names one of the rows, or may: an unsure key does not yet, nor a code that
 * a label alone shows.
 */
export function mayName(raw: string, rows: readonly NamedRow[]): boolean {
  const nameBy = readNaming(raw);
  const scanned = readCode(raw).trackings.filter(({ length }) => length >= shortestTracking);
  const isShown = ({ text }: FoundCode): boolean =>
    readCode(text).trackings.some((code) => scanned.includes(code));
  return rows.some(
    (row) => nameBy(row) !== null || row.label?.reading?.codes.some(isShown) === true,
  );
}

/** Returns true if the shipment's own tracking code is on its label. */
export function showsOwnCode(shipment: Shipment, { codes }: LabelReading): boolean {
  const own = readTrackingCode(shipment);
  if (own === null) return false;
  return codes.some(({ text }) => listLabelCodes(text).some((one) => isSameTracking(one, own)));
}

/**
 * GS1 application identifiers of numbers that tell parcels apart: serial, consignment, shipment.
 */
const gs1Identifiers = ['21', '401', '402'];

/**
 * Returns the tracking codes that a label's code may be or hold. A text does not show whether it
 * begins with a GS1 identifier: that is enough for a question, never for an answer.
 */
export function listLabelCodes(text: string): readonly string[] {
  const { code, trackings } = readCode(text);
  const fitting = gs1Identifiers.filter((identifier) => code.startsWith(identifier));
  return [...trackings, ...fitting.map(({ length }) => code.slice(length))];
}

/** Shipments by tracking code, in its short form. */
export type ShipmentsByTracking = ReadonlyMap<string, readonly Shipment[]>;

export function indexByTracking(shipments: readonly Shipment[]): ShipmentsByTracking {
  const coded = shipments.filter((shipment) => readTrackingCode(shipment) !== null);
  return Map.groupBy(coded, (shipment) => shortenTracking(readTrackingCode(shipment) ?? ''));
}

/** Returns the shipments with this tracking code, as codes are compared. */
export function findByTracking(index: ShipmentsByTracking, code: string): readonly Shipment[] {
  const found = index.get(shortenTracking(code)) ?? [];
  return found.filter((shipment) => isSameTracking(code, readTrackingCode(shipment) ?? ''));
}

import { normaliseCode, readInvoiceNumber } from './codes.ts';
import type { LabelReading, Shipment } from './domain/records.ts';

/** Shorter codes are numbers that anything can have: a postal code, an order, a page. */
export const shortestTracking = 9;
/** Longer codes are an invoice's key or a carrier's whole data set. */
export const longestTracking = 40;

/**
 * Returns a shipment's tracking code as codes are compared; null if it has none, or a short one.
 */
export function readTrackingCode({ logistics }: Shipment): string | null {
  const code = normaliseCode(logistics?.trackingCode ?? '');
  return code.length < shortestTracking ? null : code;
}

/**
 * Returns true if the shipment's own tracking code is on its label, alone or within a longer code.
 */
export function showsOwnCode(shipment: Shipment, { codes }: LabelReading): boolean {
  const own = readTrackingCode(shipment);
  return own !== null && codes.some(({ text }) => normaliseCode(text).includes(own));
}

/** Shipments by tracking code. A code that two shipments have names neither. */
export type ShipmentsByTracking = ReadonlyMap<string, readonly Shipment[]>;

export function indexByTracking(shipments: readonly Shipment[]): ShipmentsByTracking {
  const byCode = Map.groupBy(shipments, (shipment) => readTrackingCode(shipment) ?? '');
  byCode.delete('');
  return byCode;
}

/**
 * Returns the other shipment that the label certainly belongs to, or null. Certain means: a page
 * shows the tracking code of exactly one other shipment, and the whole label has nothing of its own
 * shipment: not its tracking code within a longer code, not its invoice's access key, not an order
 * or a recipient that both share. A shipment without tracking code cannot miss it. A page with
 * codes of several shipments is a list.
 */
export function findOtherOwner(
  shipment: Shipment,
  reading: LabelReading,
  findOthers: (code: string) => readonly Shipment[],
): Shipment | null {
  if (
    readTrackingCode(shipment) === null ||
    showsOwnCode(shipment, reading) ||
    showsOwnInvoice(shipment, reading)
  )
    return null;
  const owners = new Map<number, Shipment>();
  for (const { text } of reading.codes) {
    const code = normaliseCode(text);
    if (code.length < shortestTracking || code.length > longestTracking) continue;
    const named = new Map(
      [code, ...listContents(code)].flatMap(findOthers).map((other) => [other.id, other]),
    );
    if (named.size > 1) return null;
    for (const other of named.values()) owners.set(other.id, other);
  }
  const [other, another] = owners.values();
  if (other === undefined || another !== undefined || other.id === shipment.id) return null;
  return areSiblings(shipment, other) ? null : other;
}

/**
 * GS1 application identifiers of numbers that tell parcels apart: SSCC, serial, consignment,
 * shipment.
 */
const gs1Identifiers = ['00', '21', '401', '402'];

/**
 * Returns the data after a GS1 identifier, if the code may have one and the rest may be a tracking
 * code.
 */
function listContents(code: string): readonly string[] {
  const fitting = gs1Identifiers.filter((identifier) => code.startsWith(identifier));
  return fitting
    .map(({ length }) => code.slice(length))
    .filter(({ length }) => length >= shortestTracking);
}

function showsOwnInvoice({ invoice }: Shipment, { codes }: LabelReading): boolean {
  const number = invoice?.number ?? null;
  return (
    number !== null && codes.some(({ text }) => readInvoiceNumber(normaliseCode(text)) === number)
  );
}

/** They go to the same person or belong to one order: their labels may name each other. */
function areSiblings(one: Shipment, other: Shipment): boolean {
  const order = one.sale?.number ?? null;
  if (order !== null && order === (other.sale?.number ?? null)) return true;
  const name = one.recipient?.name ?? null;
  const postalCode = one.recipient?.address?.postalCode ?? null;
  return (
    name !== null &&
    name === other.recipient?.name &&
    postalCode === (other.recipient.address?.postalCode ?? null)
  );
}

/** Returns true if probably nothing on this label can be read at the printer's resolution. */
export function mayBeUnreadable({ dpi, looked }: LabelReading, printerDpi: number): boolean {
  return looked && (dpi === null || dpi > printerDpi);
}

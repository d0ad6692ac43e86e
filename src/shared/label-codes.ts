import { normaliseCode, readInvoiceNumber } from './codes.ts';
import type { Shipment } from './domain/grouping.ts';
import type { LabelReading } from './domain/reading.ts';

/** Shorter ones are numbers that anything can have: a postal code, an order, a page. */
export const shortestTracking = 9;
/** Longer ones are an invoice's key, or all that a carrier has to say. */
export const longestTracking = 40;

/** A shipment's tracking code as codes are compared; null where it has none, or one too short to say anything. */
export function readTrackingCode({ logistics }: Shipment): string | null {
  const code = normaliseCode(logistics?.trackingCode ?? '');
  return code.length < shortestTracking ? null : code;
}

/** The shipment's own tracking code stands on its label, alone or within a longer code. */
export function showsOwnCode(shipment: Shipment, { codes }: LabelReading): boolean {
  const own = readTrackingCode(shipment);
  return own !== null && codes.some(({ text }) => normaliseCode(text).includes(own));
}

/** Other shipments by their tracking codes. A code that two of them have names neither. */
export type ShipmentsByTracking = ReadonlyMap<string, readonly Shipment[]>;

export function indexByTracking(shipments: readonly Shipment[]): ShipmentsByTracking {
  const byCode = Map.groupBy(shipments, (shipment) => readTrackingCode(shipment) ?? '');
  byCode.delete('');
  return byCode;
}

/**
 * The shipment whose label this is, where it is certainly not the one that it came for: a page shows the tracking code of
 * exactly one other shipment, and nothing on the whole label is the shipment's own. Whatever else speaks for the label
 * counts: its tracking code within a longer code, its invoice's access key, or an order or a recipient that both share. A
 * shipment without a tracking code cannot miss it. A page with the codes of several is a list.
 */
export function findOtherOwner(
  shipment: Shipment,
  reading: LabelReading,
  findOthers: (code: string) => readonly Shipment[],
): Shipment | null {
  if (readTrackingCode(shipment) === null || showsOwnCode(shipment, reading) || showsOwnInvoice(shipment, reading))
    return null;
  const owners = new Map<number, Shipment>();
  for (const { text } of reading.codes) {
    const code = normaliseCode(text);
    if (code.length < shortestTracking || code.length > longestTracking) continue;
    const named = new Map([code, ...listContents(code)].flatMap(findOthers).map((other) => [other.id, other]));
    if (named.size > 1) return null;
    for (const other of named.values()) owners.set(other.id, other);
  }
  const [other, another] = owners.values();
  if (other === undefined || another !== undefined || other.id === shipment.id) return null;
  return areSiblings(shipment, other) ? null : other;
}

/** What GS1 puts before a number that tells parcels apart: a parcel's, a serial, a consignment's, a shipment's. */
const gs1Identifiers = ['00', '21', '401', '402'];

/** What stands behind an identifier of GS1, where the code may have one and the rest may be a tracking code. */
function listContents(code: string): readonly string[] {
  const fitting = gs1Identifiers.filter((identifier) => code.startsWith(identifier));
  return fitting.map(({ length }) => code.slice(length)).filter(({ length }) => length >= shortestTracking);
}

function showsOwnInvoice({ invoice }: Shipment, { codes }: LabelReading): boolean {
  const number = invoice?.number ?? null;
  return number !== null && codes.some(({ text }) => readInvoiceNumber(normaliseCode(text)) === number);
}

/** They go to the same person or belong to one order: their labels may name each other. */
function areSiblings(one: Shipment, other: Shipment): boolean {
  const order = one.sale?.number ?? null;
  if (order !== null && order === (other.sale?.number ?? null)) return true;
  const name = one.recipient?.name ?? null;
  const postalCode = one.recipient?.address?.postalCode ?? null;
  return (
    name !== null && name === other.recipient?.name && postalCode === (other.recipient.address?.postalCode ?? null)
  );
}

/** Nothing on this label can be read at a printer's resolution, as far as one can tell. */
export function mayBeUnreadable({ dpi, looked }: LabelReading, printerDpi: number): boolean {
  return looked && (dpi === null || dpi > printerDpi);
}

import { normaliseCode, readInvoiceNumber } from '#shared/codes.ts';
import type { LabelReading, Shipment } from '#shared/domain/records.ts';
import { readTrackingCode, shortestTracking, showsOwnCode } from '#shared/label-codes.ts';

/** Longer codes are an invoice's key or a carrier's whole data set. */
export const longestTracking = 40;

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

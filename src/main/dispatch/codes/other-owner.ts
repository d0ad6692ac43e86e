import type { KnownIssuers } from '#shared/identities/access-key.ts';
import { isSameTracking } from '#shared/identities/code.ts';
import {
  compareKey,
  listAccessKeys,
  listLabelCodes,
  readTrackingCode,
  shortestTracking,
} from '#shared/identities/naming.ts';
import type { LabelReading, Shipment } from '#shared/domain/records.ts';

/** Longer codes are an invoice's key or a carrier's whole data set. */
export const longestTracking = 40;

/**
 * Returns the other shipment that the label certainly belongs to, or null. Certain means: a page
 * shows the tracking code of exactly one other shipment, and the whole label has nothing of its own
 * shipment: not its tracking code, not its invoice's access key, not an order or a recipient that
 * both share. A shipment without tracking code cannot miss it. A page with codes of several
 * shipments is a list.
 */
export function findOtherOwner(
  shipment: Shipment,
  reading: LabelReading,
  findOthers: (code: string) => readonly Shipment[],
  known: KnownIssuers,
): Shipment | null {
  const own = readTrackingCode(shipment);
  if (own === null) return null;
  const isInvoice = listAccessKeys(reading).some(
    (key) => compareKey(key, { shipment }, known) !== null,
  );
  if (isInvoice) return null;
  const owners = new Map<number, Shipment>();
  for (const { text } of reading.codes) {
    const codes = listLabelCodes(text);
    if (codes.some((code) => isSameTracking(code, own))) return null;
    const fitting = codes.filter(
      ({ length }) => length >= shortestTracking && length <= longestTracking,
    );
    const named = new Map(fitting.flatMap(findOthers).map((other) => [other.id, other]));
    if (named.size > 1) return null;
    for (const other of named.values()) owners.set(other.id, other);
  }
  const [other, another] = owners.values();
  if (other === undefined || another !== undefined || other.id === shipment.id) return null;
  return areSiblings(shipment, other) ? null : other;
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

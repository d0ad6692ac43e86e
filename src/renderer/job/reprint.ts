import { hasLabel, isSettled, readState, type ShipmentSnapshot } from '#shared/domain/job.ts';
import { readShare } from '#shared/floor-rows.ts';

export function listIds(rows: readonly Pick<ShipmentSnapshot, 'shipment'>[]): readonly number[] {
  return rows.map(({ shipment }) => shipment.id);
}

/** Returns true if there is a label that could be printed here, again or for the first time. */
export function isPrintable(row: ShipmentSnapshot): boolean {
  return hasLabel(row.label) && readShare(row) !== 'other';
}

/** Its label is still fetched, and it could be printed here then. */
export function isComing(row: ShipmentSnapshot): boolean {
  return !isSettled(row.label) && row.label.waived === null && readShare(row) !== 'other';
}

/** It is printed with the next key: there is a label, and no other station has it. */
export function isToPrint(row: ShipmentSnapshot): boolean {
  return (
    readState(row.label) === 'ready' && row.label.waived === null && readShare(row) !== 'other'
  );
}

/** Returns this row and all rows behind it in print order that have a label. */
export function listFromHere(
  rowsInOrder: readonly ShipmentSnapshot[],
  shipmentId: number,
): readonly number[] {
  const ids = listIds(rowsInOrder);
  return ids.includes(shipmentId)
    ? listIds(rowsInOrder.slice(ids.indexOf(shipmentId)).filter(isPrintable))
    : [];
}

/** Returns the shipments of the newest spool job that any of them was in. */
export function listLastSpoolJob(rows: readonly ShipmentSnapshot[]): readonly number[] {
  const newest = Math.max(0, ...rows.map(({ label }) => label.printRunId ?? 0));
  if (newest === 0) return [];
  return listIds(rows.filter((row) => row.label.printRunId === newest && isPrintable(row)));
}

import { isHeldElsewhere, type ShipmentSnapshot } from '../../shared/index.ts';

export interface InPrintOrder {
  listInOrder(keep: (row: ShipmentSnapshot) => boolean): readonly number[];
}

/** Returns true if there is a label that could be printed here, again or for the first time. */
export function isPrintable(row: ShipmentSnapshot): boolean {
  return (row.label.state === 'ready' || row.label.state === 'printed') && !isHeldElsewhere(row);
}

/** Its label is still fetched, and it could be printed here then. */
export function isComing(row: ShipmentSnapshot): boolean {
  const { state, accepted } = row.label;
  return (state === 'pending' || state === 'locating' || state === 'downloading') && !accepted && !isHeldElsewhere(row);
}

/** It is printed with the next key: there is a label, and no other station has it. */
export function isToPrint(row: ShipmentSnapshot): boolean {
  return row.label.state === 'ready' && !row.label.accepted && !isHeldElsewhere(row);
}

/** Returns this row and all rows behind it in print order that have a label. */
export function listFromHere(view: InPrintOrder, shipmentId: number): readonly number[] {
  let reached = false;
  return view.listInOrder((row) => {
    reached ||= row.shipment.id === shipmentId;
    return reached && isPrintable(row);
  });
}

/** Returns the shipments of the newest spool job that any of them was in. */
export function listLastSpoolJob(rows: readonly ShipmentSnapshot[]): readonly number[] {
  const newest = Math.max(0, ...rows.map(({ label }) => label.printRunId ?? 0));
  if (newest === 0) return [];
  return rows.filter((row) => row.label.printRunId === newest && isPrintable(row)).map(({ shipment }) => shipment.id);
}

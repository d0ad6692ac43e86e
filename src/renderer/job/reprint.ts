import { isHeldElsewhere } from '../../shared/index.ts';
import type { ShipmentSnapshot } from '../../shared/index.ts';

/** A list in the order in which it is printed. */
export interface InPrintOrder {
  listInOrder(keep: (row: ShipmentSnapshot) => boolean): readonly number[];
}

/** Whether there is a label that could go to a printer, again or for the first time. What another station has does not. */
export function isPrintable(row: ShipmentSnapshot): boolean {
  return (row.label.state === 'ready' || row.label.state === 'printed') && !isHeldElsewhere(row);
}

/** It is printed with the next key: there is a label, and it is nobody else’s. */
export function isToPrint(row: ShipmentSnapshot): boolean {
  return row.label.state === 'ready' && !row.label.accepted && !isHeldElsewhere(row);
}

/** This row and everything behind it in the order of the print, where there is a label. */
export function listFromHere(view: InPrintOrder, shipmentId: number): readonly number[] {
  let reached = false;
  return view.listInOrder((row) => {
    reached ||= row.shipment.id === shipmentId;
    return reached && isPrintable(row);
  });
}

/** The shipments of the newest spool job that any of them was in. */
export function listLastSpoolJob(rows: readonly ShipmentSnapshot[]): readonly number[] {
  const newest = Math.max(0, ...rows.map(({ label }) => label.printRunId ?? 0));
  if (newest === 0) return [];
  return rows.filter((row) => row.label.printRunId === newest && isPrintable(row)).map(({ shipment }) => shipment.id);
}

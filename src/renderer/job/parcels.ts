import { countVolumes } from '../../shared/index.ts';
import type { ShipmentSnapshot } from '../../shared/index.ts';

/** Of one shipment; where one code stands for all of its volumes, all of them were scanned with it. */
function countOf({ shipment, checkedAtMs, scannedVolumes }: ShipmentSnapshot): number {
  return checkedAtMs === null ? (scannedVolumes?.codes.length ?? 0) : (countVolumes(shipment.volume) ?? 1);
}

/** How many parcels of the list were scanned. */
export function countScanned(rows: readonly ShipmentSnapshot[]): number {
  return rows.reduce((sum, row) => sum + countOf(row), 0);
}

/** How many parcels of this shipment are still to be scanned. */
export function countLeft(row: ShipmentSnapshot): number {
  return Math.max(0, (countVolumes(row.shipment.volume) ?? 1) - countOf(row));
}

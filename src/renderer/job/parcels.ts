import { countVolumes, hasManyPages, isPrintedElsewhere, waitsForWord } from '../../shared/index.ts';
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

/** What is not right with the label of a parcel that was checked; null where it is on paper, here or elsewhere. */
export function findUnfit(row: ShipmentSnapshot): 'none' | 'unprinted' | 'stopped' | null {
  const { label } = row;
  if (label.state === 'printed' || isPrintedElsewhere(row)) return null;
  if (label.state === 'ready' || hasManyPages(label)) return 'unprinted';
  return waitsForWord(label) ? 'stopped' : 'none';
}

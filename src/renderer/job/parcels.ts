import { staysHere } from '#shared/domain/cancelled.ts';
import { countVolumes, type ShipmentSnapshot } from '#shared/domain/job.ts';

/** Volumes that are not scanned; if one code stands for all of them, all are. */
export function countLeft({ shipment, checkedAtMs, scannedVolumes }: ShipmentSnapshot): number {
  const scanned = scannedVolumes?.codes.length ?? 0;
  return checkedAtMs === null ? Math.max(0, (countVolumes(shipment.volume) ?? 1) - scanned) : 0;
}

/** It is still to be scanned. */
export function isUnchecked(row: ShipmentSnapshot): boolean {
  return row.checkedAtMs === null && !staysHere(row);
}

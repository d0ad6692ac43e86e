import { countVolumes, type ShipmentSnapshot } from '#shared/domain/job.ts';

/** Volumes that are not scanned; if one code stands for all of them, all are. */
export function countLeft({ shipment, checkedAtMs, scannedVolumes }: ShipmentSnapshot): number {
  const scanned = scannedVolumes?.codes.length ?? 0;
  return checkedAtMs === null ? Math.max(0, (countVolumes(shipment.volume) ?? 1) - scanned) : 0;
}

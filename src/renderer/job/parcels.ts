import { countVolumes, type ShipmentSnapshot } from '#shared/domain/job.ts';

/** For one shipment; if one code stands for all of its volumes, all of them count as scanned. */
function countOf({ shipment, checkedAtMs, scannedVolumes }: ShipmentSnapshot): number {
  return checkedAtMs === null
    ? (scannedVolumes?.codes.length ?? 0)
    : (countVolumes(shipment.volume) ?? 1);
}

export function countScanned(rows: readonly ShipmentSnapshot[]): number {
  return rows.reduce((sum, row) => sum + countOf(row), 0);
}

export function countLeft(row: ShipmentSnapshot): number {
  return Math.max(0, (countVolumes(row.shipment.volume) ?? 1) - countOf(row));
}

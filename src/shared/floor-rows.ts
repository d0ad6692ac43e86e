import type { ShipmentSnapshot } from './domain/job.ts';

type SharedRow = Pick<ShipmentSnapshot, 'share'>;

/** Another station has reserved its label, is printing it, or has it in doubt. */
export function isHeldElsewhere({ share }: SharedRow): boolean {
  return share !== null && !share.isHere && share.state !== 'printed';
}

/** Another station printed the shipment's present label. */
export function isPrintedElsewhere({
  share,
  label,
}: Pick<ShipmentSnapshot, 'share' | 'label'>): boolean {
  return share?.state === 'printed' && !share.isHere && label.timesPrinted > 0;
}

/** This station has reserved it. */
export function isTakenHere({ share }: SharedRow): boolean {
  return share?.state === 'taken' && share.isHere;
}

/** Returns how often the labels of these shipments were printed, in total, here or elsewhere. */
export function countPrints(
  rows: readonly ShipmentSnapshot[],
  shipmentIds: readonly number[],
): number {
  const wanted = new Set(shipmentIds);
  return rows.reduce(
    (sum, { shipment, label }) => sum + (wanted.has(shipment.id) ? label.timesPrinted : 0),
    0,
  );
}

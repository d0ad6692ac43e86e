import { readState, type ShipmentSnapshot } from './domain/job.ts';

/**
 * Returns which station has the row's label: `taken`: this one has reserved it; `other`: another
 * has reserved it, is printing it or has it in doubt; `printed`: another has printed the present
 * label.
 */
export function readShare({
  share,
  label,
}: Pick<ShipmentSnapshot, 'share' | 'label'>): 'taken' | 'other' | 'printed' | null {
  if (share === null) return null;
  const { state, isHere } = share;
  if (isHere) return state === 'taken' ? state : null;
  if (state !== 'printed') return 'other';
  return label.timesPrinted > 0 ? state : null;
}

/** Its label is on paper: by any station, or by a person's word on the print in another grouping. */
export function isOnPaper(row: Pick<ShipmentSnapshot, 'share' | 'label'>): boolean {
  const { label } = row;
  return readState(label) === 'printed' || readShare(row) === 'printed' || label.waived === 'keeps';
}

/** Returns how often the labels of these shipments were printed, in total, by all stations. */
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

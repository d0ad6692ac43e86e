import { isHeldElsewhere, isPrintedElsewhere, type RowShare, type ShipmentSnapshot } from '../../shared/index.ts';

/** Returns the part of a row's sharing that says more than its label's state here. */
export function findShare(row: ShipmentSnapshot): RowShare | null {
  const { share, label } = row;
  if (share === null || isHeldElsewhere(row) || isPrintedElsewhere(row)) return share;
  return share.state !== 'printed' && label.state === 'ready' ? share : null;
}

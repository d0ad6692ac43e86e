import type { Component } from 'svelte';
import { isHeldElsewhere, isPrintedElsewhere, type RowShare, type ShipmentSnapshot } from '../../shared/index.ts';

/** Shows the station of a row. Loaded only if other stations share the list. */
export type ShareBadge = Component<{ share: RowShare }>;

/** Returns the part of a row's sharing that says more than its label's state here. */
export function findShare(row: ShipmentSnapshot): RowShare | null {
  const { share, label } = row;
  if (share === null || isHeldElsewhere(row) || isPrintedElsewhere(row)) return share;
  return share.state !== 'printed' && label.state === 'ready' ? share : null;
}

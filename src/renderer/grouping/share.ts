import type { Component } from 'svelte';
import { isHeldElsewhere, isPrintedElsewhere } from '../../shared/index.ts';
import type { RowShare, ShipmentSnapshot } from '../../shared/index.ts';

/** Tells who has a row. It is loaded where other stations share the list, and there only. */
export type ShareBadge = Component<{ share: RowShare }>;

/** What of a row's sharing says more than the state of its label does here. */
export function findShare(row: ShipmentSnapshot): RowShare | null {
  const { share, label } = row;
  if (share === null || isHeldElsewhere(row) || isPrintedElsewhere(row)) return share;
  return share.state !== 'printed' && label.state === 'ready' ? share : null;
}

import { basename } from 'node:path';
import type { JobChange, JobSnapshot, ShipmentSnapshot } from '../../../shared/index.ts';

/**
 * What to tell a window that knows `before`. Snapshots share what did not change, so comparing identities is enough;
 * where the list itself changed, the whole snapshot goes.
 */
export function jobChange(before: JobSnapshot, after: JobSnapshot, revision: number): JobChange {
  const visible = forWindow(after);
  const { shipments, ...head } = visible;
  const sameList =
    before.shipments.length === shipments.length &&
    shipments.every((entry, index) => isSamePlace(before.shipments[index], entry));
  return {
    groupingId: after.grouping.id,
    revision,
    head,
    shipments: sameList
      ? shipments
          .filter((entry, index) => !isSameState(before.shipments[index], entry))
          .map(({ position, label, checkedAtMs }) => ({ position, label, checkedAtMs }))
      : [],
    whole: sameList ? null : visible,
  };
}

/** The snapshot as the window gets it: files by name, without the path to the user's folders. */
export function forWindow(snapshot: JobSnapshot): JobSnapshot {
  const { pdfPath, zplPath } = snapshot;
  return {
    ...snapshot,
    pdfPath: pdfPath === null ? null : basename(pdfPath),
    zplPath: zplPath === null ? null : basename(zplPath),
  };
}

function isSamePlace(before: ShipmentSnapshot | undefined, after: ShipmentSnapshot): boolean {
  return before === after || (before?.position === after.position && before.shipment === after.shipment);
}

function isSameState(before: ShipmentSnapshot | undefined, after: ShipmentSnapshot): boolean {
  return before === after || (before?.label === after.label && before.checkedAtMs === after.checkedAtMs);
}

import {
  findCancelled,
  isHeldAsCancelled,
  isHeldElsewhere,
  isPrintedElsewhere,
  lacksLabels,
} from '../../shared/index.ts';
import type { GroupingDifference, Shipment, ShipmentSnapshot } from '../../shared/index.ts';

/** What speaks against concluding, in the order in which it is shown; `accepted` is what a person has decided about. */
const exceptionKinds = [
  'cancelled',
  'removed',
  'added',
  'changed',
  'stopped',
  'unchecked',
  'failed',
  'waiting',
  'without',
  'unprinted',
  'fewer',
  'accepted',
] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

export interface ExceptionRow {
  readonly shipment: Shipment;
  /** Null for a shipment that the list does not have any more. */
  readonly row: ShipmentSnapshot | null;
}

/** All exceptions of one kind. */
export interface Exceptions {
  readonly kind: ExceptionKind;
  readonly rows: readonly ExceptionRow[];
}

/** Everything that is not as it should be before this grouping is concluded. */
export function listExceptions(
  rows: readonly ShipmentSnapshot[],
  difference: GroupingDifference | null,
): readonly Exceptions[] {
  const found = new Map<ExceptionKind, ExceptionRow[]>();
  const add = (kind: ExceptionKind, shipment: Shipment, row: ShipmentSnapshot | null): void => {
    const before = found.get(kind);
    if (before === undefined) found.set(kind, [{ shipment, row }]);
    else before.push({ shipment, row });
  };
  const byId = new Map(rows.map((row) => [row.shipment.id, row]));
  const different = new Set<number>();
  for (const kind of ['removed', 'added', 'changed'] as const) {
    for (const shipment of difference?.[kind] ?? []) {
      different.add(shipment.id);
      add(kind, shipment, byId.get(shipment.id) ?? null);
    }
  }
  for (const row of rows) {
    const { shipment } = row;
    if (findCancelled(shipment) !== null) add('cancelled', shipment, row);
    if (row.checkedAtMs === null) add('unchecked', shipment, row);
    const kind = findLabelException(row);
    // What came or was issued anew since the print is told as that.
    if (kind !== null && !different.has(shipment.id)) add(kind, shipment, row);
  }
  return exceptionKinds.flatMap((kind) => {
    const all = found.get(kind);
    return all === undefined ? [] : [{ kind, rows: all }];
  });
}

function findLabelException(row: ShipmentSnapshot): ExceptionKind | null {
  const { label } = row;
  // Told as cancelled.
  if (isHeldAsCancelled(label) && findCancelled(row.shipment) !== null) return null;
  // What another station has is its own to do, and told as what the conclusion waits for.
  if (label.state !== 'printed' && (isPrintedElsewhere(row) || isHeldElsewhere(row))) return null;
  if (label.accepted) return label.state === 'printed' ? null : 'accepted';
  switch (label.state) {
    case 'printed':
      return lacksLabels(row) ? 'fewer' : null;
    case 'ready':
      return 'unprinted';
    case 'none':
      return 'without';
    case 'failed':
      return label.fault?.kind === 'label-of-another' ? 'stopped' : 'failed';
    case 'pending':
    case 'locating':
    case 'downloading':
      return 'waiting';
  }
}

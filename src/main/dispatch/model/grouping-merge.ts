import type { GroupingDifference, Shipment, ShipmentSnapshot } from '../../../shared/index.ts';
import type { NewEvent } from '../journal/records.ts';

/** The ERP's list of today beside the one the job knows. */
export interface ListChange {
  /** Today's list, in its order, each id once. */
  readonly list: readonly Shipment[];
  readonly added: readonly Shipment[];
  readonly removed: readonly Shipment[];
}

export function compareLists(
  known: readonly Pick<ShipmentSnapshot, 'shipment'>[],
  fresh: readonly Shipment[],
): ListChange {
  const list = dropRepeats(fresh);
  const before = known.map(({ shipment }) => shipment);
  const knownIds = new Set(before.map(({ id }) => id));
  const freshIds = new Set(list.map(({ id }) => id));
  return {
    list,
    added: list.filter(({ id }) => !knownIds.has(id)),
    removed: before.filter(({ id }) => !freshIds.has(id)),
  };
}

/** What the journal is told of a change; nothing where nobody came or went. */
export function describeListChange({ added, removed }: ListChange): readonly NewEvent[] {
  if (added.length + removed.length === 0) return [];
  return [{ kind: 'list-changed', data: { added: added.length, removed: removed.length } }];
}

/** An id that the ERP lists twice is one shipment. */
export function dropRepeats(shipments: readonly Shipment[]): readonly Shipment[] {
  const seen = new Set<number>();
  return shipments.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/**
 * The difference that the packer has to look at, after one more change of the list: what came and went again is none,
 * and neither is what went and came back.
 */
export function addToDifference(
  before: GroupingDifference | null,
  change: Pick<ListChange, 'added' | 'removed'>,
): GroupingDifference | null {
  const wasAdded = before?.added ?? [];
  const wasRemoved = before?.removed ?? [];
  const isIn = (shipments: readonly Shipment[], { id }: Shipment): boolean => shipments.some((one) => one.id === id);
  return makeDifference(
    [...wasAdded.filter((one) => !isIn(change.removed, one)), ...change.added.filter((one) => !isIn(wasRemoved, one))],
    [...wasRemoved.filter((one) => !isIn(change.added, one)), ...change.removed.filter((one) => !isIn(wasAdded, one))],
  );
}

/** A difference without shipments is none. */
export function makeDifference(added: readonly Shipment[], removed: readonly Shipment[]): GroupingDifference | null {
  return added.length === 0 && removed.length === 0 ? null : { added, removed };
}

/** True where everything in `difference` was in `shown` already. */
export function wasShown(difference: GroupingDifference | null, shown: GroupingDifference | null): boolean {
  if (difference === null) return true;
  const ids = (shipments: readonly Shipment[] = []): Set<number> => new Set(shipments.map(({ id }) => id));
  const [added, removed] = [ids(shown?.added), ids(shown?.removed)];
  return difference.added.every(({ id }) => added.has(id)) && difference.removed.every(({ id }) => removed.has(id));
}

import { createHash } from 'node:crypto';
import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import type { GroupingDifference, Shipment } from '#shared/domain/records.ts';
import { fold } from '#shared/formats.ts';
import type { NewEvent } from '../../journal/index.ts';

/**
 * `changed` as they are now: their earlier labels are of another parcel, carrier or number of
 * volumes.
 */
interface ListChange extends GroupingDifference {
  /** The present list, in its order, each id once. */
  readonly list: readonly Shipment[];
}

type Row = Pick<ShipmentSnapshot, 'shipment'>;

export function compareLists(
  known: readonly Row[],
  list: readonly Shipment[],
  gone: readonly Row[] = [],
): ListChange {
  const toPair = ({ shipment }: Row) => [shipment.id, shipment] as const;
  const before = new Map(known.map(toPair));
  const earlier = new Map([...gone, ...known].map(toPair));
  const freshIds = new Set(list.map(({ id }) => id));
  return {
    list,
    added: list.filter(({ id }) => !before.has(id)),
    removed: [...before.values()].filter(({ id }) => !freshIds.has(id)),
    changed: list.filter((now) => isReissued(earlier.get(now.id), now)),
  };
}

/**
 * A fact that was missing before is no change: many ERPs add tracking codes with the labels.
 * `mayLack`: one that is missing now is none either.
 */
export function isReissued(before: Shipment | undefined, now: Shipment, mayLack = false): boolean {
  if (before === now) return false;
  const today = readLabelMarks(now);
  return readLabelMarks(before).some(
    (mark, at) => mark !== '' && mark !== today[at] && !(mayLack && today[at] === ''),
  );
}

/**
 * The facts that a label is made for, as digests that are too short to be read back; '' if the ERP
 * does not say.
 */
export function digestLabelMarks(shipment: Shipment): readonly string[] {
  return readLabelMarks(shipment).map(
    (mark) => mark && createHash('sha256').update(mark).digest('hex').slice(0, 4),
  );
}

/** The facts that a label is made for, as text; empty if the ERP does not say. */
function readLabelMarks(shipment: Shipment | undefined): readonly string[] {
  const { logistics, invoice, volume, recipient } = shipment ?? {};
  const { street, number, complement, district, city, postalCode, state } =
    recipient?.address ?? {};
  const place = [recipient?.name, street, number, complement, district, city, postalCode, state];
  const numbers = [logistics?.carrier?.id, invoice?.id, volume?.quantity];
  return [
    logistics?.trackingCode ?? '',
    ...numbers.map((one) => String(one ?? '')),
    ...place.map((one) => fold(one ?? '')),
  ];
}

/** Returns the journal's events of a change; none if no shipment came or went. */
export function describeListChange(
  difference: GroupingDifference | null,
  kind: 'list-changed' | 'difference-accepted' = 'list-changed',
): readonly NewEvent[] {
  const { added, removed, changed } = difference ?? noDifference;
  const data = { added: added.length, removed: removed.length, changed: changed.length };
  return data.added + data.removed + data.changed === 0 ? [] : [{ kind, data }];
}

/**
 * Returns the packer's difference, and its event, after the labels of these shipments became others
 * than on paper.
 */
export function addReissue(before: GroupingDifference | null, ...changed: readonly Shipment[]) {
  const change = { added: [], removed: [], changed };
  return { difference: addToDifference(before, change), events: describeListChange(change) };
}

/**
 * Adds a change of the list to the packer's difference: a shipment that came and went again, or
 * back, is none.
 */
export function addToDifference(
  before: GroupingDifference | null,
  change: Omit<ListChange, 'list'>,
): GroupingDifference | null {
  const { added: wasAdded, removed: wasRemoved, changed: wasChanged } = before ?? noDifference;
  const today = (one: Shipment): Shipment => change.changed.find(({ id }) => id === one.id) ?? one;
  return makeDifference({
    added: [
      ...wasAdded.filter((one) => !isIn(change.removed, one)).map(today),
      ...change.added.filter((one) => !isIn(wasRemoved, one) && !isIn(change.changed, one)),
    ],
    removed: [
      ...wasRemoved.filter((one) => !isIn(change.added, one)),
      ...change.removed.filter((one) => !isIn(wasAdded, one)),
    ],
    changed: [
      ...wasChanged.filter((one) => !isIn(change.removed, one) && !isIn(change.changed, one)),
      ...change.changed.filter((one) => !isIn(wasAdded, one)),
    ],
  });
}

function isIn(shipments: readonly Shipment[], { id }: Shipment): boolean {
  return shipments.some((one) => one.id === id);
}

const noDifference: GroupingDifference = { added: [], removed: [], changed: [] };

/** A difference without shipments is null. */
export function makeDifference(difference: GroupingDifference): GroupingDifference | null {
  const { added, removed, changed } = difference;
  return added.length + removed.length + changed.length === 0 ? null : difference;
}

/** Returns true if everything in `difference` was in `shown` already. */
export function wasShown(
  difference: GroupingDifference | null,
  shown: GroupingDifference | null,
): boolean {
  if (difference === null) return true;
  const { added, removed, changed } = shown ?? noDifference;
  return (
    difference.added.every((now) => isIn(added, now)) &&
    difference.removed.every((now) => isIn(removed, now)) &&
    difference.changed.every((now) =>
      changed.some((one) => one.id === now.id && !isReissued(one, now)),
    )
  );
}

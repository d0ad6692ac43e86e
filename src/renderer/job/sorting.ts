import { writeStateFirst, type LabelState, type ShipmentSnapshot } from '../../shared/index.ts';
import type { ColumnId } from './columns.ts';

export interface Sort {
  readonly column: ColumnId;
  readonly descending: boolean;
}

/** The list's own order, which is the print order unless another is chosen. */
export const listOrder: Sort = { column: 'position', descending: false };

export function isListOrder(sort: Sort): boolean {
  return sort.column === 'position' && !sort.descending;
}

/** The next order for a click on a column's head: ascending, descending, then the list's own. */
export function advanceSort(sort: Sort, column: ColumnId): Sort {
  if (sort.column !== column) return { column, descending: false };
  return sort.descending ? listOrder : { column, descending: true };
}

/** Failed first: sorted by label, rows that need the packer are on top. */
const labelRank: Readonly<Record<LabelState, number>> = {
  failed: 0,
  none: 1,
  pending: 2,
  locating: 3,
  downloading: 4,
  ready: 5,
  printed: 6,
};

const collator = new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true });
type Key = string | number | null;

function readSortKey(row: ShipmentSnapshot, column: ColumnId): Key {
  const { recipient, volume, logistics, invoice, sale } = row.shipment;
  switch (column) {
    case 'position':
      return row.position;
    case 'recipient':
      return recipient?.name ?? null;
    case 'city':
      // As shown: the state, then its cities.
      return writeStateFirst(recipient?.address ?? null) || null;
    case 'invoice':
      return invoice?.number ?? null;
    case 'order':
      return sale?.number ?? null;
    case 'volume':
      return volume?.packaging?.description ?? null;
    case 'weight':
      return volume?.grossWeight ?? null;
    case 'carrier':
      return logistics?.carrier?.name ?? null;
    case 'tracking':
      return logistics?.trackingCode ?? null;
    case 'label':
      return labelRank[row.label.state];
  }
}

function compare(a: Key, b: Key): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b));
}

/** Equal ones keep the list's order; missing values come last in both directions. */
export function sortRows(rows: readonly ShipmentSnapshot[], sort: Sort): readonly ShipmentSnapshot[] {
  if (isListOrder(sort)) return rows;
  const keyed = rows.map((row) => ({ row, key: readSortKey(row, sort.column) }));
  const sign = sort.descending ? -1 : 1;
  keyed.sort((a, b) => {
    const missing = Number(a.key === null) - Number(b.key === null);
    if (missing !== 0) return missing;
    return sign * compare(a.key, b.key) || a.row.position - b.row.position;
  });
  return keyed.map(({ row }) => row);
}

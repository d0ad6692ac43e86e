import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import { type ColumnId, readCell } from './columns.ts';

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

const collator = new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true });
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b));
}

/** Equal ones keep the list's order; missing values come last in both directions. */
export function sortRows(
  rows: readonly ShipmentSnapshot[],
  sort: Sort,
): readonly ShipmentSnapshot[] {
  if (isListOrder(sort)) return rows;
  const keyed = rows.map((row) => ({ row, key: readCell(row, sort.column) }));
  const sign = sort.descending ? -1 : 1;
  keyed.sort((a, b) => {
    const missing = Number(a.key === null) - Number(b.key === null);
    if (missing !== 0) return missing;
    return sign * compare(a.key, b.key) || a.row.position - b.row.position;
  });
  return keyed.map(({ row }) => row);
}

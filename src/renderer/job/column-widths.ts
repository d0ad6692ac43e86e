import { type ColumnId, columnsById } from './columns.ts';

/**
 * The order in which columns are dropped in a narrow list (a small window, 125 or 150 %, a panel
 * beside it): first those that the details repeat and that are not read aloud, the invoice last.
 * Number, label and recipient always stay: a label's state is never scrolled away. By the width of
 * the list itself, like a container query; only script knows the chosen columns.
 */
const givingWay: readonly ColumnId[] = [
  'carrier',
  'volume',
  'order',
  'weight',
  'tracking',
  'city',
  'invoice',
];

/** A row's station and time are longer than a label's state. */
const sharedLabelPx = 256;

/** The widths of texts that need more than the least room (px). */
export type Wanted = Readonly<Partial<Record<ColumnId, number>>>;

export interface List {
  readonly widthPx: number;
  readonly letterPx: number;
  /** Other stations work on it too. */
  readonly isShared: boolean;
}

function findFloorPx(id: ColumnId, { letterPx, isShared }: List): number {
  // Codes are of one size everywhere.
  if (id === 'tracking') return columnsById.tracking.floorPx;
  return Math.ceil(
    ((isShared && id === 'label' ? sharedLabelPx : columnsById[id].floorPx) * letterPx) / 15,
  );
}

export function sumFloorsPx(columns: readonly ColumnId[], list: List): number {
  return columns.reduce((sum, id) => sum + findFloorPx(id, list), 0);
}

/** Returns the chosen columns that fit in this width. */
export function fitColumns(
  columns: readonly ColumnId[],
  wanted: Wanted,
  list: List,
): readonly ColumnId[] {
  const morePx = (id: ColumnId): number =>
    Math.max(
      0,
      Math.min(wanted[id] ?? 0, ((columnsById[id].usualPx ?? 0) * list.letterPx) / 15) -
        findFloorPx(id, list),
    );
  let left = columns;
  for (const id of givingWay) {
    const isDear = id === 'city' || id === 'invoice';
    const namesPx = isDear ? 0 : left.reduce((sum, one) => sum + morePx(one), 0);
    if (sumFloorsPx(left, list) + namesPx > list.widthPx) left = left.filter((one) => one !== id);
  }
  return left;
}

/**
 * Shares the spare width: a column that lacks little gets all of that, and the others share the
 * rest evenly.
 */
export function formatGridTemplate(
  columns: readonly ColumnId[],
  wanted: Wanted,
  list: List,
): string {
  const lackPx = (id: ColumnId): number => Math.max(0, (wanted[id] ?? 0) - findFloorPx(id, list));
  const widths = new Map(columns.map((id) => [id, findFloorPx(id, list)]));
  let sparePx = list.widthPx - sumFloorsPx(columns, list);
  const lacking = columns.filter((id) => lackPx(id) > 0).toSorted((a, b) => lackPx(a) - lackPx(b));
  for (const [at, id] of lacking.entries()) {
    const gainPx = Math.max(0, Math.min(lackPx(id), Math.floor(sparePx / (lacking.length - at))));
    widths.set(id, findFloorPx(id, list) + gainPx);
    sparePx -= gainPx;
  }
  const tracks = [...widths].map(([id, px]) =>
    wanted[id] === undefined ? `${px}px` : `minmax(${px}px, ${px}fr)`,
  );
  return tracks.join(' ');
}

export const columnIds = [
  'position',
  'label',
  'recipient',
  'city',
  'invoice',
  'order',
  'volume',
  'weight',
  'carrier',
  'tracking',
] as const;
export type ColumnId = (typeof columnIds)[number];

/** Always shown: a row is meaningless without them. */
export const fixedColumns: readonly ColumnId[] = ['position', 'recipient', 'label'];

/** Returns the chosen columns; names from an older or newer version are ignored. */
export function chooseColumns(names: readonly string[]): readonly ColumnId[] {
  return columnIds.filter((id) => fixedColumns.includes(id) || names.includes(id));
}

/**
 * The order in which columns are dropped in a narrow list (a small window, 125 or 150 %, a panel beside it): first
 * those that the details repeat and that are not read aloud, the invoice last. Number, label and recipient always stay:
 * a label's state is never scrolled away. By the width of the list itself, like a container query; only script knows
 * the chosen columns.
 */
const givingWay: readonly ColumnId[] = ['carrier', 'volume', 'order', 'weight', 'tracking', 'city', 'invoice'];

/** Returns the chosen columns that fit in this width. */
export function fitColumns(columns: readonly ColumnId[], widthPx: number, isShared = false): readonly ColumnId[] {
  const going = givingWay.filter((id) => columns.includes(id));
  let left = columns;
  while (sumWidthsPx(left, isShared) > widthPx && going.length > 0) {
    const gone = going.shift();
    left = left.filter((id) => id !== gone);
  }
  return left;
}

const tracks: Readonly<Record<ColumnId, string>> = {
  position: '64px',
  label: '160px',
  recipient: 'minmax(160px, 2fr)',
  city: 'minmax(112px, 1fr)',
  invoice: '84px',
  order: '84px',
  volume: 'minmax(296px, 1fr)',
  weight: '96px',
  carrier: 'minmax(128px, 1fr)',
  tracking: '192px',
};

/** A row's station and time are longer than a label's state. */
const sharedLabel = '264px';
const findTrack = (id: ColumnId, isShared: boolean): string => (isShared && id === 'label' ? sharedLabel : tracks[id]);

export function formatGridTemplate(columns: readonly ColumnId[], isShared = false): string {
  return columns.map((id) => findTrack(id, isShared)).join(' ');
}

export function sumWidthsPx(columns: readonly ColumnId[], isShared = false): number {
  return columns.reduce((sum, id) => sum + Number(/(?<!\d)\d+(?=px)/.exec(findTrack(id, isShared))?.[0] ?? 0), 0);
}

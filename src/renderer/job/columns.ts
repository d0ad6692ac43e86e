/** The columns of the grouping's table that there are, in their order. */
export const columnIds = [
  'position',
  'recipient',
  'city',
  'invoice',
  'order',
  'volume',
  'weight',
  'carrier',
  'tracking',
  'label',
] as const;
export type ColumnId = (typeof columnIds)[number];

/** These always show: without them a row says nothing. */
export const fixedColumns: readonly ColumnId[] = ['position', 'recipient', 'label'];

/** The chosen columns; names from an older or newer version are passed over. */
export function chooseColumns(names: readonly string[]): readonly ColumnId[] {
  return columnIds.filter((id) => fixedColumns.includes(id) || names.includes(id));
}

/** Beside the details these would be said twice, and the rest needs their room. */
const detailed: readonly ColumnId[] = ['city', 'order', 'volume', 'weight', 'carrier'];

/** The columns that fit beside the details. */
export function fitBesideDetails(columns: readonly ColumnId[], widthPx: number): readonly ColumnId[] {
  if (sumWidthsPx(columns) <= widthPx) return columns;
  return columns.filter((id) => !detailed.includes(id));
}

const tracks: Readonly<Record<ColumnId, string>> = {
  position: '64px',
  recipient: 'minmax(176px, 2fr)',
  city: 'minmax(120px, 1fr)',
  invoice: '80px',
  order: '80px',
  volume: 'minmax(312px, 1fr)',
  weight: '104px',
  carrier: 'minmax(128px, 1fr)',
  tracking: '264px',
  label: '168px',
};

export function formatGridTemplate(columns: readonly ColumnId[]): string {
  return columns.map((id) => tracks[id]).join(' ');
}

export function sumWidthsPx(columns: readonly ColumnId[]): number {
  return columns.reduce((sum, id) => sum + Number(/(?<!\d)\d+(?=px)/.exec(tracks[id])?.[0] ?? 0), 0);
}

import { writeStateFirst, type LabelState, type ShipmentSnapshot } from '../../shared/index.ts';

interface Column {
  /** Its least room in letters of 15 px: whole, if it is no person's or place's name. */
  readonly floorPx: number;
  /** With this room usual names and places are whole: further columns give way for it. */
  readonly usualPx?: number;
  readonly isNumeric?: true;
  /** Returns what it shows, in the order of which it is sorted. */
  readonly read: (row: ShipmentSnapshot) => string | number | null | undefined;
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

const columns = {
  position: { floorPx: 64, read: ({ position }) => position },
  label: { floorPx: 148, read: ({ label }) => labelRank[label.state] },
  recipient: { floorPx: 196, usualPx: 240, read: ({ shipment }) => shipment.recipient?.name },
  city: {
    floorPx: 138,
    usualPx: 150,
    // As shown: the state, then its cities.
    read: ({ shipment }) => writeStateFirst(shipment.recipient?.address ?? null) || null,
  },
  invoice: { floorPx: 78, isNumeric: true, read: ({ shipment }) => shipment.invoice?.number },
  order: { floorPx: 78, isNumeric: true, read: ({ shipment }) => shipment.sale?.number },
  volume: { floorPx: 256, read: ({ shipment }) => shipment.volume?.packaging?.description },
  weight: { floorPx: 90, isNumeric: true, read: ({ shipment }) => shipment.volume?.grossWeight },
  carrier: { floorPx: 120, read: ({ shipment }) => shipment.logistics?.carrier?.name },
  tracking: { floorPx: 172, read: ({ shipment }) => shipment.logistics?.trackingCode },
} satisfies Readonly<Record<string, Column>>;

export type ColumnId = keyof typeof columns;
export const columnIds = Object.keys(columns) as readonly ColumnId[];
const byId: Readonly<Record<ColumnId, Column>> = columns;

export function readCell(row: ShipmentSnapshot, column: ColumnId): string | number | null {
  return byId[column].read(row) ?? null;
}

export function isNumeric(column: ColumnId): boolean {
  return byId[column].isNumeric === true;
}

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
  if (id === 'tracking') return columns.tracking.floorPx;
  return Math.ceil(((isShared && id === 'label' ? sharedLabelPx : columns[id].floorPx) * letterPx) / 15);
}

export function sumFloorsPx(columns: readonly ColumnId[], list: List): number {
  return columns.reduce((sum, id) => sum + findFloorPx(id, list), 0);
}

/** Returns the chosen columns that fit in this width. */
export function fitColumns(columns: readonly ColumnId[], wanted: Wanted, list: List): readonly ColumnId[] {
  const morePx = (id: ColumnId): number =>
    Math.max(0, Math.min(wanted[id] ?? 0, ((byId[id].usualPx ?? 0) * list.letterPx) / 15) - findFloorPx(id, list));
  let left = columns;
  for (const id of givingWay) {
    const isDear = id === 'city' || id === 'invoice';
    const namesPx = isDear ? 0 : left.reduce((sum, one) => sum + morePx(one), 0);
    if (sumFloorsPx(left, list) + namesPx > list.widthPx) left = left.filter((one) => one !== id);
  }
  return left;
}

/** Shares the spare width: a column that lacks little gets all of that, and the others share the rest evenly. */
export function formatGridTemplate(columns: readonly ColumnId[], wanted: Wanted, list: List): string {
  const lackPx = (id: ColumnId): number => Math.max(0, (wanted[id] ?? 0) - findFloorPx(id, list));
  const widths = new Map(columns.map((id) => [id, findFloorPx(id, list)]));
  let sparePx = list.widthPx - sumFloorsPx(columns, list);
  const lacking = columns.filter((id) => lackPx(id) > 0).toSorted((a, b) => lackPx(a) - lackPx(b));
  for (const [at, id] of lacking.entries()) {
    const gainPx = Math.max(0, Math.min(lackPx(id), Math.floor(sparePx / (lacking.length - at))));
    widths.set(id, findFloorPx(id, list) + gainPx);
    sparePx -= gainPx;
  }
  const tracks = [...widths].map(([id, px]) => (wanted[id] === undefined ? `${px}px` : `minmax(${px}px, ${px}fr)`));
  return tracks.join(' ');
}

import { type LabelState, readState, type ShipmentSnapshot } from '#shared/domain/job.ts';
import { writeStateFirst } from '#shared/formats.ts';

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
  refused: 0,
  blocked: 0,
  withheld: 0,
  panel: 1,
  missing: 2,
  late: 2,
  coming: 3,
  ready: 4,
  printed: 5,
};

const table = {
  position: { floorPx: 64, read: ({ position }) => position },
  label: { floorPx: 148, read: ({ label }) => labelRank[readState(label)] },
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

export type ColumnId = keyof typeof table;
export const columnIds = Object.keys(table) as readonly ColumnId[];
export const columnsById: Readonly<Record<ColumnId, Column>> = table;

export function readCell(row: ShipmentSnapshot, column: ColumnId): string | number | null {
  return columnsById[column].read(row) ?? null;
}

export function isNumeric(column: ColumnId): boolean {
  return columnsById[column].isNumeric === true;
}

/** Always shown: a row is meaningless without them. */
export const fixedColumns: readonly ColumnId[] = ['position', 'recipient', 'label'];

/** Returns the chosen columns; names from an older or newer version are ignored. */
export function chooseColumns(names: readonly string[]): readonly ColumnId[] {
  return columnIds.filter((id) => fixedColumns.includes(id) || names.includes(id));
}

import type { RowShare } from '#shared/domain/floor.ts';
import {
  countVolumes,
  hasLabel,
  type LabelSnapshot,
  readState,
  type ShipmentSnapshot,
} from '#shared/domain/job.ts';
import type { Shipment, Volume } from '#shared/domain/records.ts';
import { readShare } from '#shared/floor-rows.ts';
import { showsOwnCode } from '#shared/identities/naming.ts';
import { mayBeUnreadable } from '#shared/label-codes.ts';
import {
  absent,
  clip,
  formatDimensionsCm,
  formatInteger,
  formatNumber,
  formatWeightKg,
} from '../i18n/format.ts';
import { type ColumnId, readCell, type Wanted } from '../job/index.ts';

/** Their cells are more than a text. */
export const drawnColumns: readonly ColumnId[] = ['position', 'volume', 'tracking', 'label'];

export function formatCell(row: ShipmentSnapshot, column: ColumnId): string {
  if (column === 'weight') return formatWeightKg(row.shipment.volume?.grossWeight ?? null);
  const value = readCell(row, column);
  return typeof value === 'string' ? clip(value) : formatNumber(value);
}

/**
 * Returns a name's beginning and its last word, which stays whole if the beginning is cut: families
 * and firms end there.
 */
export function splitName(name: string): readonly [beginning: string, end: string] {
  const at = name.lastIndexOf(' ');
  const isWord = at > 0 && name.length - at <= 16 && !name.endsWith('…');
  return isWord ? [name.slice(0, at), name.slice(at)] : [name, ''];
}

/** `2 × Caixa M 27 × 18 × 9 cm` */
export function formatPacking(volume: Volume | null): string {
  if (volume === null) return absent;
  const volumes = countVolumes(volume);
  const many = volumes !== null && volumes !== 1 ? `${formatInteger(volumes)} × ` : '';
  const name = clip(volume.packaging?.description ?? '', 40);
  const size = formatDimensionsCm(volume);
  const text = [name, size].filter((part) => part !== '' && part !== absent).join(' ');
  return `${many}${text}` || absent;
}

/**
 * Returns the room for the longest texts of these rows. Measuring takes time, so short ones are
 * left out by their letters.
 */
export function measureColumns(
  rows: readonly ShipmentSnapshot[],
  measure: (text: string, column: ColumnId) => number,
): Wanted {
  const want = (column: ColumnId, read: (row: ShipmentSnapshot) => string, gapPx = 18): number => {
    const texts = rows.map(read);
    const most = texts.reduce((length, text) => Math.max(length, text.length), 0);
    const longest = texts.filter(({ length }) => length > most * 0.85).slice(0, 24);
    return Math.ceil(Math.max(0, ...longest.map((text) => measure(text, column))) + gapPx);
  };
  return {
    recipient: want('recipient', (row) => formatCell(row, 'recipient')),
    city: want('city', (row) => formatCell(row, 'city')),
    // Its weight stands beside it.
    volume: want(
      'volume',
      (row) => `${readCell(row, 'volume') ?? ''} 00 × 00 × 00 cm 000,000 kg`,
      32,
    ),
    carrier: want('carrier', (row) => formatCell(row, 'carrier')),
  };
}

/** Returns the words about a label's codes, if there are any; `printerDpi` is its printer's. */
export function nameReading(
  label: LabelSnapshot,
  shipment: Shipment,
  printerDpi: number,
): 'ownCode' | 'unreadable' | null {
  const { reading } = label;
  if (reading === null || !hasLabel(label)) return null;
  if (mayBeUnreadable(reading, printerDpi)) return 'unreadable';
  return showsOwnCode(shipment, reading) ? 'ownCode' : null;
}

/** Returns the part of a row's sharing that says more than its label's state here. */
export function findShare(row: ShipmentSnapshot): RowShare | null {
  const { share, label } = row;
  if (share === null || readShare(row) === 'other' || readShare(row) === 'printed') return share;
  return share.state !== 'printed' && readState(label) === 'ready' ? share : null;
}

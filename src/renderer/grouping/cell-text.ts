import { countVolumes, mayBeUnreadable, showsOwnCode } from '../../shared/index.ts';
import type { LabelSnapshot, Shipment, Volume } from '../../shared/index.ts';
import {
  absent,
  clip,
  formatCity,
  formatDimensionsCm,
  formatInteger,
  formatNumber,
  formatWeightKg,
} from '../i18n/format.ts';
import type { ColumnId } from '../job/columns.ts';

export type TextColumn = Exclude<ColumnId, 'position' | 'volume' | 'tracking' | 'label'>;

export function isTextColumn(column: ColumnId): column is TextColumn {
  return column !== 'position' && column !== 'volume' && column !== 'tracking' && column !== 'label';
}

export function isNumeric(column: ColumnId): boolean {
  return column === 'invoice' || column === 'order' || column === 'weight';
}

export function formatCell(shipment: Shipment, column: TextColumn): string {
  const { recipient, volume, logistics, invoice, sale } = shipment;
  switch (column) {
    case 'recipient':
      return clip(recipient?.name ?? absent);
    case 'city':
      return formatCity(shipment);
    case 'invoice':
      return formatNumber(invoice?.number ?? null);
    case 'order':
      return formatNumber(sale?.number ?? null);
    case 'weight':
      return formatWeightKg(volume?.grossWeight ?? null);
    case 'carrier':
      return clip(logistics?.carrier?.name ?? absent);
  }
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

/** Only addresses that main would open get a button. */
export function isOpenable(url: string | null): boolean {
  return url !== null && /^https:\/\//i.test(url);
}

/** Returns the words about a label's codes, if there are any; `printerDpi` is its printer's. */
export function tellReading(
  { reading, state }: LabelSnapshot,
  shipment: Shipment,
  printerDpi: number,
): 'ownCode' | 'unreadable' | null {
  if (reading === null || (state !== 'ready' && state !== 'printed')) return null;
  if (mayBeUnreadable(reading, printerDpi)) return 'unreadable';
  return showsOwnCode(shipment, reading) ? 'ownCode' : null;
}

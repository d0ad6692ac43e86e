import { cleanText, countVolumes, writeCity } from '../../../shared/index.ts';
import type { Shipment } from '../../../shared/index.ts';

interface Column {
  readonly title: string;
  readonly width: number;
  readonly alignRight?: boolean;
  readonly cell: (shipment: Shipment, index: number) => string;
}

export type TableTitles = Readonly<Record<'recipient' | 'city' | 'volume' | 'tracking', string>>;

/** The shipments as a packer reads them: recipient, city, volume and tracking code. */
export function writeShipmentTable(shipments: readonly Shipment[], titles: TableTitles): string {
  const columns: readonly Column[] = [
    { title: '#', width: String(shipments.length).length, alignRight: true, cell: (_, index) => String(index + 1) },
    { title: titles.recipient, width: 30, cell: (shipment) => shipment.recipient?.name ?? '' },
    { title: titles.city, width: 22, cell: ({ recipient }) => writeCity(recipient?.address ?? null) },
    { title: titles.volume, width: 40, cell: writeVolume },
    { title: titles.tracking, width: 16, cell: (shipment) => shipment.logistics?.trackingCode ?? '' },
  ];
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => fit(cell, columns[index]?.width ?? 0, columns[index]?.alignRight ?? false))
      .join('  ')
      .trimEnd();
  return [
    line(columns.map((column) => column.title)),
    ...shipments.map((shipment, index) => line(columns.map((column) => column.cell(shipment, index)))),
  ]
    .map((text) => `${text}\n`)
    .join('');
}

/** For example `1 × Caixa 30×20×15 cm 1,25 kg`; missing facts are left out. */
export function writeVolume(shipment: Shipment): string {
  const it = shipment.volume;
  if (it === null) return '';
  const sides = [it.length, it.width, it.height].filter((side) => side !== null && side > 0);
  return [
    it.quantity === null ? '' : `${countVolumes(it)} ×`,
    it.packaging?.description ?? '',
    sides.length === 3 ? `${sides.join('×')} cm` : '',
    it.grossWeight === null ? '' : `${it.grossWeight} kg`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

const letters = new Intl.Segmenter();

function fit(text: string, width: number, alignRight: boolean): string {
  const plain = Array.from(letters.segment(cleanText(text)), ({ segment }) => segment);
  const cut = plain.length > width ? [...plain.slice(0, width - 1), '…'] : plain;
  const padding = ' '.repeat(width - cut.length);
  return alignRight ? padding + cut.join('') : cut.join('') + padding;
}

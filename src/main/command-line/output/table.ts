import { countVolumes } from '#shared/domain/job.ts';
import type { Shipment } from '#shared/domain/records.ts';
import { writeCity } from '#shared/formats.ts';
import { cleanText } from '../../os/text/clean-text.ts';

export function writeShipmentTable(shipments: readonly Shipment[]): string {
  const widths = [String(shipments.length).length, 30, 22, 40, 16];
  const rows = shipments.map((shipment, index) => {
    const { recipient, logistics } = shipment;
    const city = writeCity(recipient?.address ?? null);
    return [
      String(index + 1),
      recipient?.name ?? '',
      city,
      writeVolume(shipment),
      logistics?.trackingCode ?? '',
    ];
  });
  const lines = [['#', 'Recipient', 'City/State', 'Volume', 'Tracking'], ...rows].map((cells) => {
    return cells.map((cell, at) => fit(cell, widths[at] ?? 0, at === 0)).join('  ');
  });
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
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

function fit(text: string, width: number, alignRight: boolean) {
  const plain = Array.from(letters.segment(cleanText(text)), ({ segment }) => segment);
  const cut = plain.length > width ? [...plain.slice(0, width - 1), '…'] : plain;
  const padding = ' '.repeat(width - cut.length);
  return alignRight ? padding + cut.join('') : cut.join('') + padding;
}

import { matchScan } from '../../src/main/dispatch/codes/parcel-codes.ts';
import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import type { LabelReading } from '#shared/domain/records.ts';
import { ownIssuers } from './access-key.ts';
import { entry, label } from '../desk/support/snapshots.ts';

/** A shipment whose label shows these codes, page by page. */
export function labelled(
  id: number,
  pages: readonly (readonly string[])[],
  volumes: number,
  tracking = '',
): ShipmentSnapshot {
  const codes = pages.flatMap((texts, index) =>
    texts.map((text) => ({ symbology: 'Code128', text, page: index + 1 })),
  );
  const reading: LabelReading = { codes, pages: pages.length, dpi: 203, looked: true };
  const { shipment, ...more } = entry(id);
  return {
    ...more,
    shipment: {
      ...shipment,
      volume: shipment.volume && { ...shipment.volume, quantity: volumes },
      invoice: shipment.invoice && { ...shipment.invoice, number: 9_000 + id },
      sale: null,
      logistics: shipment.logistics && { ...shipment.logistics, trackingCode: tracking },
    },
    label: label({ file: 'ready', reading }),
  };
}

/** The match with the shipment's id in the place of its row. */
export function scan(code: string, list: readonly ShipmentSnapshot[]) {
  const match = matchScan(code, list, ownIssuers);
  if (!('entry' in match)) return match;
  const { kind, entry: row } = match;
  return {
    kind,
    shipmentId: row.shipment.id,
    ...('scanned' in match ? { scanned: match.scanned } : {}),
  };
}

/** Returns the list after a scan, as the job keeps it. */
export function keep(
  list: readonly ShipmentSnapshot[],
  match: ReturnType<typeof scan>,
): readonly ShipmentSnapshot[] {
  return list.map((one): ShipmentSnapshot => {
    if (!('shipmentId' in match) || match.shipmentId !== one.shipment.id) return one;
    if (match.kind === 'match') return { ...one, checkedAtMs: 1 };
    if (match.kind !== 'volume' || match.scanned === undefined) return one;
    const isChecked = match.scanned.codes.length === match.scanned.of;
    return { ...one, scannedVolumes: match.scanned, checkedAtMs: isChecked ? 1 : null };
  });
}

import { listCandidates, listCodes, normaliseCode, readInvoiceNumber, readNumber } from '../../../shared/index.ts';
import type { LabelReading, Shipment, ShipmentSnapshot } from '../../../shared/index.ts';
import type { JobModel } from './job-model.ts';

/** A shipment that a scanned code names, and by what. `label`: its label alone shows the code. */
export interface ScannedRow {
  readonly shipmentId: number;
  readonly by: 'tracking' | 'invoice' | 'order' | 'label';
}

type Filed = { readonly shipment: Shipment; readonly reading: LabelReading | null; readonly keys: readonly string[] };

/** The shipments of a job by every code that names them. A scan costs what has changed since the one before. */
export class ScanIndex {
  readonly #model: Pick<JobModel, 'find'>;
  readonly #changed: Set<number>;
  readonly #owners = new Map<string, Set<number>>();
  readonly #filed = new Map<number, Filed>();

  constructor(model: Pick<JobModel, 'find' | 'watchRows'>) {
    this.#model = model;
    this.#changed = model.watchRows();
  }

  /** Returns every shipment with this tracking code, invoice or order number; if there is none, that of the label. */
  find(raw: string): readonly ScannedRow[] {
    for (const id of this.#changed) this.#file(id, this.#model.find(id));
    this.#changed.clear();
    const code = normaliseCode(raw);
    const number = readNumber(code);
    const values = { order: number, invoice: number ?? readInvoiceNumber(code), tracking: code };
    const found = new Map<number, ScannedRow['by']>();
    for (const by of ['order', 'invoice', 'tracking'] as const)
      for (const id of this.#owners.get(`${by} ${values[by]}`) ?? []) found.set(id, by);
    const shown = found.size > 0 ? undefined : this.#owners.get(`label ${code}`);
    if (shown?.size === 1) for (const id of shown) found.set(id, 'label');
    return Array.from(found, ([shipmentId, by]) => ({ shipmentId, by }));
  }

  #file(id: number, entry: ShipmentSnapshot | null): void {
    const before = this.#filed.get(id);
    // A stopped label names no shipment.
    const isPaper = entry?.label.state === 'ready' || entry?.label.state === 'printed';
    const reading = isPaper ? entry.label.reading : null;
    if (before !== undefined && before.shipment === entry?.shipment && before.reading === reading) return;
    for (const key of before?.keys ?? []) this.#owners.get(key)?.delete(id);
    this.#filed.delete(id);
    if (entry === null) return;
    const keys = listKeys(entry.shipment, reading);
    for (const key of keys) this.#owners.set(key, (this.#owners.get(key) ?? new Set()).add(id));
    this.#filed.set(id, { shipment: entry.shipment, reading, keys });
  }
}

function listKeys(shipment: Shipment, reading: LabelReading | null): readonly string[] {
  const { trackingCode, invoiceNumber, orderNumber } = listCodes(shipment);
  const tracking = normaliseCode(trackingCode ?? '');
  const shown = reading === null ? [] : Array.from(listCandidates(reading).keys(), (code) => `label ${code}`);
  if (tracking !== '') shown.push(`tracking ${tracking}`);
  // Some files have a 0 if there is no number.
  if (invoiceNumber !== null && invoiceNumber !== 0) shown.push(`invoice ${invoiceNumber}`);
  if (orderNumber !== null && orderNumber !== 0) shown.push(`order ${orderNumber}`);
  return shown;
}

import { listCandidates, listCodes, normaliseCode, readInvoiceNumber, readNumber } from '../../../shared/index.ts';
import type { ShipmentSnapshot } from '../../../shared/index.ts';
import type { JobModel } from './job-model.ts';

/** A shipment that a scanned code names, and by what. `label`: its label alone shows the code. */
export interface ScannedRow {
  readonly shipmentId: number;
  readonly by: 'tracking' | 'invoice' | 'order' | 'label';
}

/** The shipments of a job by every code that names them. A scan costs what has changed since the one before. */
export class ScanIndex {
  readonly #model: Pick<JobModel, 'find'>;
  readonly #changed: Set<number>;
  readonly #owners = new Map<string, Set<number>>();
  readonly #keys = new Map<number, readonly string[]>();

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
    for (const key of this.#keys.get(id) ?? []) this.#owners.get(key)?.delete(id);
    const keys = entry === null ? [] : listKeys(entry);
    for (const key of keys) this.#owners.set(key, (this.#owners.get(key) ?? new Set()).add(id));
    this.#keys.set(id, keys);
  }
}

function listKeys({ shipment, label }: ShipmentSnapshot): readonly string[] {
  const { trackingCode, invoiceNumber, orderNumber } = listCodes(shipment);
  const tracking = normaliseCode(trackingCode ?? '');
  // A stopped label names no shipment.
  const reading = label.state === 'ready' || label.state === 'printed' ? label.reading : null;
  const keys = reading === null ? [] : Array.from(listCandidates(reading).keys(), (code) => `label ${code}`);
  if (tracking !== '') keys.push(`tracking ${tracking}`);
  // Some files have a 0 if there is no number.
  if (invoiceNumber !== null && invoiceNumber !== 0) keys.push(`invoice ${invoiceNumber}`);
  if (orderNumber !== null && orderNumber !== 0) keys.push(`order ${orderNumber}`);
  return keys;
}

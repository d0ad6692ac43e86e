import { listCandidates, listCodes, normaliseCode, readInvoiceNumber, readNumber } from '../../../shared/index.ts';
import type { LabelReading, Shipment, ShipmentSnapshot } from '../../../shared/index.ts';
import type { JobModel } from './job-model.ts';

/** A shipment that a scanned code names. */
export interface ScannedRow {
  readonly shipmentId: number;
  /** The ERP has the code: it names the shipment also without its label. */
  readonly isKnown: boolean;
  /** The code is the label's own: whoever scans it may have the paper. */
  readonly isOwn: boolean;
}

interface Filed {
  readonly shipment: Shipment;
  readonly reading: LabelReading | null;
  readonly keys: readonly string[];
}

/**
 * The shipments of a job by every code that names them. A row that changed is filed again with the next scan, which so
 * costs what has changed since the one before.
 */
export class ScanIndex {
  readonly #model: Pick<JobModel, 'find'>;
  readonly #changed: Set<number>;
  readonly #owners = new Map<string, Set<number>>();
  readonly #filed = new Map<number, Filed>();

  constructor(model: Pick<JobModel, 'find' | 'watchRows'>) {
    this.#model = model;
    this.#changed = model.watchRows();
  }

  /**
   * Returns every shipment with this tracking code, invoice or order number: they are not weighed against each other.
   * If there is none, the one whose label alone shows the code.
   */
  find(raw: string): readonly ScannedRow[] {
    for (const id of this.#changed) this.#file(id, this.#model.find(id));
    this.#changed.clear();
    const code = normaliseCode(raw);
    const number = readNumber(code);
    const tracked = this.#owned(`tracking ${code}`);
    const numbered = [`invoice ${number ?? readInvoiceNumber(code)}`, `order ${number}`].flatMap((key) => [
      ...this.#owned(key),
    ]);
    const known = [...new Set([...tracked, ...numbered])];
    if (known.length > 0)
      return known.map((shipmentId) => ({ shipmentId, isKnown: true, isOwn: tracked.has(shipmentId) }));
    const shown = this.#owned(`label ${code}`);
    return shown.size === 1 ? [...shown].map((shipmentId) => ({ shipmentId, isKnown: false, isOwn: true })) : [];
  }

  #owned(key: string): ReadonlySet<number> {
    return this.#owners.get(key) ?? new Set();
  }

  #file(id: number, entry: ShipmentSnapshot | null): void {
    const before = this.#filed.get(id);
    const reading = entry === null ? null : readPaper(entry);
    if (before !== undefined && before.shipment === entry?.shipment && before.reading === reading) return;
    for (const key of before?.keys ?? []) {
      const owners = this.#owners.get(key);
      owners?.delete(id);
      if (owners?.size === 0) this.#owners.delete(key);
    }
    this.#filed.delete(id);
    if (entry === null) return;
    const keys = listKeys(entry.shipment, reading);
    for (const key of keys) this.#owners.set(key, (this.#owners.get(key) ?? new Set()).add(id));
    this.#filed.set(id, { shipment: entry.shipment, reading, keys });
  }
}

/** A stopped label names no shipment. */
function readPaper({ label }: ShipmentSnapshot): LabelReading | null {
  return label.state === 'ready' || label.state === 'printed' ? label.reading : null;
}

function listKeys(shipment: Shipment, reading: LabelReading | null): readonly string[] {
  const { trackingCode, invoiceNumber, orderNumber } = listCodes(shipment);
  const tracking = normaliseCode(trackingCode ?? '');
  // Some files have a 0 if there is no number.
  const numbers = [invoiceNumber ? `invoice ${invoiceNumber}` : '', orderNumber ? `order ${orderNumber}` : ''];
  const shown = reading === null ? [] : Array.from(listCandidates(reading).keys(), (code) => `label ${code}`);
  return [tracking === '' ? '' : `tracking ${tracking}`, ...numbers, ...shown].filter((key) => key !== '');
}

import { indexByTracking, normaliseCode, readInvoiceNumber } from '../../../shared/index.ts';
import type { Shipment } from '../../../shared/index.ts';

/** `NF 102341`, `Nota Fiscal nº 000102341`, `NF-e: 102341`, on one line or on two. */
const invoiceOnPaper =
  /\b(?:NF-?e?|nota(?:\s{1,3}fiscal)?|DANFE)\b[\s:.-]{0,4}(?:n[ºo°.]{0,2}[\s:.]{0,4})?0{0,9}(\d{3,9})(?!\d)/gi;

/** Whose label something is, by what stands on it or by its name. */
export class OwnerIndex {
  readonly #byTracking: ReadonlyMap<string, readonly Shipment[]>;
  readonly #byInvoice: ReadonlyMap<number, readonly Shipment[]>;

  constructor(shipments: readonly Shipment[]) {
    this.#byTracking = indexByTracking(shipments);
    const byInvoice = Map.groupBy(shipments, ({ invoice }) => invoice?.number ?? 0);
    byInvoice.delete(0);
    this.#byInvoice = byInvoice;
  }

  /** Every shipment that the text names: by its tracking code, its invoice's access key, or its invoice's number as such. */
  find(text: string): ReadonlySet<number> {
    const lines = text.split('\n').map(normaliseCode);
    const all = lines.join('\n');
    const owners = new Set<number>();
    const add = (shipments: readonly Shipment[] | undefined): void => {
      for (const { id } of shipments ?? []) owners.add(id);
    };
    for (const [code, shipments] of this.#byTracking) if (all.includes(code)) add(shipments);
    for (const line of lines) {
      const number = readInvoiceNumber(line);
      if (number !== null) add(this.#byInvoice.get(number));
    }
    for (const [, number] of text.matchAll(invoiceOnPaper)) add(this.#byInvoice.get(Number(number)));
    return owners;
  }
}

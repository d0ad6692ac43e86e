import { indexByTracking, normaliseCode, readInvoiceNumber } from '../../../shared/index.ts';
import type { Shipment } from '../../../shared/index.ts';

/** `NF 102341`, `Nota Fiscal nº 000102341`, `NF-e: 102341`, on one line or on two. */
const invoiceOnPaper =
  /\b(?:NF-?e?|nota(?:\s{1,3}fiscal)?|DANFE)\b[\s:.-]{0,4}(?:n[ºo°.]{0,2}[\s:.]{0,4})?0{0,9}(\d{3,9})(?!\d)/gi;

/** Finds the shipments of a label, by its text or its name. */
export class OwnerIndex {
  readonly #byTracking: ReadonlyMap<string, readonly Shipment[]>;
  readonly #codeLengths: ReadonlySet<number>;
  readonly #byInvoice: ReadonlyMap<number, readonly Shipment[]>;

  constructor(shipments: readonly Shipment[]) {
    this.#byTracking = indexByTracking(shipments);
    this.#codeLengths = new Set(Array.from(this.#byTracking.keys(), ({ length }) => length));
    const byInvoice = Map.groupBy(shipments, ({ invoice }) => invoice?.number ?? 0);
    byInvoice.delete(0);
    this.#byInvoice = byInvoice;
  }

  /**
   * Returns every shipment that the text names: by tracking code, invoice's access key, or invoice number marked as
   * such.
   */
  find(text: string): ReadonlySet<number> {
    const lines = text.split('\n').map(normaliseCode);
    const owners = new Set<number>();
    const add = (shipments: readonly Shipment[] | undefined): void => {
      for (const { id } of shipments ?? []) owners.add(id);
    };
    for (const line of lines) {
      // Codes in the text are looked up in the list, and not the list in the text.
      for (const length of this.#codeLengths) {
        for (let at = 0; at + length <= line.length; at += 1) add(this.#byTracking.get(line.slice(at, at + length)));
      }
      const number = readInvoiceNumber(line);
      if (number !== null) add(this.#byInvoice.get(number));
    }
    for (const [, number] of text.matchAll(invoiceOnPaper)) add(this.#byInvoice.get(Number(number)));
    return owners;
  }
}

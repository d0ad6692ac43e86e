import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import type { Shipment } from '#shared/domain/records.ts';
import { readAccessKey } from '#shared/identities/access-key.ts';
import type { InvoiceDetails } from '../../erp/index.ts';
import { completeInvoice } from '../model/job-list.ts';
import { mapAtOnce } from './pool.ts';
import { JobPart } from './job-part.ts';

/** As many as the client sends at once. */
const askedAtOnce = 8;
/** One request each: for a longer list it would take minutes. */
const mostAsked = 100;

/**
 * Fetches what the list lacks: an invoice's status, before a label is printed for a cancelled one,
 * and its number.
 */
export class Invoices extends JobPart {
  readonly #asked = new Set<number>();

  isNeeded(): boolean {
    return this.model.findFirst((entry) => this.#isUnknown(entry)) !== null;
  }

  /** Facts that cannot be fetched stay unknown: no label waits for them. */
  async learn(signal: AbortSignal): Promise<void> {
    const unknown = this.model.entries().filter((entry) => this.#isUnknown(entry));
    const ids = [...new Set(unknown.flatMap(({ shipment }) => shipment.invoice?.id ?? []))].slice(
      0,
      mostAsked,
    );
    const { erp, extensions } = this.services;
    const learned = new Map<number, InvoiceDetails>();
    await mapAtOnce(askedAtOnce, ids, async (id) => {
      if (signal.aborted) return;
      this.#asked.add(id);
      const answer = await extensions.ask('invoices', () =>
        this.gate.ask(() => erp.extras.invoice(id, signal), signal),
      );
      if (answer?.ok === true) learned.set(id, answer.value);
    });
    if (learned.size === 0) return;
    const keys = [...learned.values()].flatMap(
      ({ accessKey }) => readAccessKey(accessKey ?? '') ?? [],
    );
    this.services.journal.learnIssuers(this.model.company, keys);
    this.model.apply({ list: this.model.shipments.map((shipment) => complete(shipment, learned)) });
  }

  #isUnknown({ shipment: { invoice }, label }: ShipmentSnapshot): boolean {
    if (invoice === null || invoice.id === null || invoice.id < 1 || this.#asked.has(invoice.id))
      return false;
    return (invoice.status === null || invoice.number === null) && label.timesPrinted === 0;
  }
}

/** The list's facts, completed by the invoice's own. */
function complete(shipment: Shipment, learned: ReadonlyMap<number, InvoiceDetails>): Shipment {
  const details = learned.get(shipment.invoice?.id ?? 0);
  return details === undefined ? shipment : completeInvoice(shipment, details);
}

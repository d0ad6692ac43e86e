import { isUnauthorised } from '#shared/domain/cancelled.ts';
import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import type { Shipment } from '#shared/domain/records.ts';
import { readAccessKey } from '#shared/identities/access-key.ts';
import type { InvoiceDetails } from '../../erp/index.ts';
import { pauseUnlessAborted } from '../../os/clock.ts';
import { completeInvoice } from '../model/job-list.ts';
import { freshMs } from '../model/problems.ts';
import { mapAtOnce } from './pool.ts';
import type { FetchTools } from './tools.ts';

/** Many enough that labels, which are requested meanwhile, do not overtake their invoices. */
const askedAtOnce = 32;
/** After so long without an end, or so many failures in a row, no label waits any more. */
const patienceMs = 20_000;
const enoughFailures = 4;

/**
 * Asks for what the list lacks: an invoice's number, and its status, before a label is printed for
 * a cancelled one. A status may change: it is asked for in each run of the program and once it is
 * old, and at each fetch while the invoice is not authorised.
 */
export class Invoices {
  readonly #services;
  readonly #model;
  readonly #gate;
  readonly #answeredAtMs = new Map<number, number>();
  /** Those that the ERP did not tell. */
  readonly #unread = new Set<number>();
  /** Those that are being asked for: their labels wait. */
  #awaited = new Set<number>();
  readonly #learned = new Map<number, InvoiceDetails>();
  #gaveUp = new AbortController();
  #failures = 0;

  constructor(tools: FetchTools) {
    this.#services = tools.services;
    this.#model = tools.model;
    this.#gate = tools.gate;
  }

  isNeeded(): boolean {
    return this.#model.entries().some((entry) => this.#isUnknown(entry));
  }

  isAwaited(shipmentId: number): boolean {
    return this.#awaited.has(this.#model.find(shipmentId)?.shipment.invoice?.id ?? 0);
  }

  /** Waits until none of these labels waits for its invoice. */
  async settle(shipmentIds: readonly number[], signal: AbortSignal): Promise<void> {
    while (shipmentIds.some((id) => this.isAwaited(id)) && !signal.aborted)
      await this.#model.view.nextChange(signal);
  }

  /** One at a time. Facts that cannot be fetched stay unknown. */
  async learn(signal: AbortSignal): Promise<void> {
    const unknown = this.#model.entries().filter((entry) => this.#isUnknown(entry));
    const ids = new Set(unknown.flatMap(({ shipment }) => shipment.invoice?.id ?? []));
    this.#awaited = new Set(ids);
    this.#gaveUp = new AbortController();
    this.#failures = 0;
    for (const id of ids) this.#unread.add(id);
    const ended = new AbortController();
    void this.#limit(ended.signal);
    const either = AbortSignal.any([signal, this.#gaveUp.signal]);
    try {
      await mapAtOnce(askedAtOnce, [...ids], (id) => this.#ask(id, either));
    } finally {
      ended.abort();
      this.#awaited.clear();
      const rows = this.#model.shipments.filter(({ invoice }) =>
        this.#unread.has(invoice?.id ?? 0),
      );
      this.#model.view.showAside({ unreadInvoices: rows.map(({ id }) => id) });
    }
  }

  async #ask(id: number, signal: AbortSignal) {
    if (signal.aborted) return;
    const { erp, extensions, clock } = this.#services;
    const request = () => this.#gate.ask(() => erp.extras.invoice(id, signal), signal);
    const answer = await extensions.ask('invoices', request, signal, id);
    if (answer?.ok === true) {
      this.#failures = 0;
      this.#learned.set(id, answer.value);
      // Each time the whole list is compared: the longer it is, the more are stored together.
      await pauseUnlessAborted(clock, this.#model.shipments.length / 8, signal);
      this.#store();
      return;
    }
    if (answer === null) {
      this.#unread.clear();
      this.#gaveUp.abort();
    } else if (answer.fault.kind === 'not-found' || answer.fault.kind === 'validation') {
      // One invoice, such as a deleted one: others may be there.
      this.#failures = 0;
      this.#answeredAtMs.set(id, clock.now());
    } else {
      this.#failures += 1;
      if (this.#failures === enoughFailures) this.#gaveUp.abort();
    }
    this.#awaited.delete(id);
    this.#model.view.notify();
  }

  /** Ends the wait after a time without an answer; a wait for the rate limit does not count. */
  async #limit(ended: AbortSignal) {
    while (this.#awaited.size > 0) {
      const before = this.#awaited.size;
      if (!(await pauseUnlessAborted(this.#services.clock, patienceMs, ended))) return;
      const isLimited = this.#model.view.overview().pause?.reason === 'rate-limit';
      if (isLimited || this.#awaited.size < before) continue;
      this.#awaited.clear();
      this.#model.view.notify();
      if (!this.#gate.closed) this.#gaveUp.abort();
    }
  }

  #store() {
    if (this.#learned.size === 0) return;
    const keys = [...this.#learned.values()].flatMap(
      ({ accessKey }) => readAccessKey(accessKey ?? '') ?? [],
    );
    this.#services.journal.facts.learnIssuers(this.#model.company, keys);
    this.#model.apply({ list: this.#model.shipments.map((one) => complete(one, this.#learned)) });
    for (const id of this.#learned.keys()) {
      this.#answeredAtMs.set(id, this.#services.clock.now());
      this.#unread.delete(id);
      this.#awaited.delete(id);
    }
    this.#learned.clear();
  }

  #isUnknown({ shipment: { invoice }, label }: ShipmentSnapshot) {
    if (invoice === null || invoice.id === null) return false;
    const { status, number, isLearned = false } = invoice;
    // Once printed, a parcel may leave by the answer of before, if that let it.
    const holds = status === null || isUnauthorised(status);
    const isOpen = holds && this.#model.core.conclusion !== 'concluded';
    if (label.timesPrinted > 0 && !isOpen && !this.#unread.has(invoice.id)) return false;
    if (status !== null && number !== null && !isLearned) return false;
    const answeredAtMs = this.#answeredAtMs.get(invoice.id) ?? -Infinity;
    const isOld = Math.abs(this.#services.clock.now() - answeredAtMs) > freshMs;
    return isOld || isUnauthorised(status);
  }
}

/** The list's facts, completed by the invoice's own, in place of those that it told before. */
function complete(shipment: Shipment, learned: ReadonlyMap<number, InvoiceDetails>): Shipment {
  const { invoice } = shipment;
  const details = learned.get(invoice?.id ?? 0);
  if (invoice === null || details === undefined) return shipment;
  const isOld = invoice.isLearned === true && details.status !== null;
  const before = isOld ? { ...shipment, invoice: { ...invoice, status: null } } : shipment;
  return completeInvoice(before, details);
}

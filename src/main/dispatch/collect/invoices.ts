import { setImmediate } from 'node:timers/promises';
import { isUnauthorised } from '#shared/domain/cancelled.ts';
import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import type { Shipment } from '#shared/domain/records.ts';
import type { FaultKind } from '#shared/faults/faults.ts';
import { readAccessKey } from '#shared/identities/access-key.ts';
import type { InvoiceDetails } from '../../erp/index.ts';
import { pauseUnlessAborted } from '../../os/clock.ts';
import { leaveOnAbort } from '../../os/timeout.ts';
import { completeInvoice } from '../model/job-list.ts';
import { freshMs } from '../model/leaving.ts';
import { FetchPart } from './fetch-part.ts';
import { mapAtOnce } from './pool.ts';

/** Many enough that labels, which are requested meanwhile, do not overtake their invoices. */
const askedAtOnce = 32;
/** After so long without an answer, or so many failures in a row, no label waits any more. */
export const patienceMs = 20_000;
const enoughFailures = 4;

/** What the ERP says of one invoice, such as a deleted one: others may be there. */
const ownRefusals: ReadonlySet<FaultKind> = new Set(['not-found', 'validation']);

/** Invoices that are being asked for. */
class Look {
  readonly open: Set<number>;
  readonly learned = new Map<number, InvoiceDetails>();
  readonly gaveUp = new AbortController();
  answers = 0;
  failures = 0;
  /** Labels wait for their invoices. */
  isAwaited = true;

  constructor(ids: readonly number[]) {
    this.open = new Set(ids);
  }
}

/**
 * Asks for what the list lacks: an invoice's number, and its status, before a label is printed for
 * a cancelled one. A status may change: it is asked for in each run of the program and once it is
 * old, and at each fetch while the invoice is not authorised.
 */
export class Invoices extends FetchPart {
  readonly #answeredAtMs = new Map<number, number>();
  /** Those that the ERP did not tell. */
  readonly #unread = new Set<number>();
  #look: Look | null = null;

  isNeeded(): boolean {
    return this.model.findFirst((entry) => this.#isUnknown(entry)) !== null;
  }

  /** The label's invoice is being asked for, and its answer may still keep it from being printed. */
  isAwaited(shipmentId: number): boolean {
    const id = this.model.find(shipmentId)?.shipment.invoice?.id ?? 0;
    return this.#look?.isAwaited === true && this.#look.open.has(id);
  }

  /** Waits until none of these labels waits for its invoice. */
  async settle(shipmentIds: readonly number[], signal: AbortSignal): Promise<void> {
    while (shipmentIds.some((id) => this.isAwaited(id)) && !signal.aborted) {
      const changed = Promise.withResolvers<undefined>();
      const stop = this.model.subscribe(() => changed.resolve(undefined));
      await leaveOnAbort(changed.promise, signal, () => undefined).finally(stop);
    }
  }

  /** Facts that cannot be fetched stay unknown: labels wait for them for a short time only. */
  async learn(signal: AbortSignal): Promise<void> {
    const unknown = this.model.entries().filter((entry) => this.#isUnknown(entry));
    const ids = unknown.flatMap(({ shipment }) => shipment.invoice?.id ?? []);
    const look = new Look(ids);
    this.#look = look;
    for (const id of ids) this.#unread.add(id);
    const ended = new AbortController();
    void this.#limit(look, ended.signal);
    const either = AbortSignal.any([signal, look.gaveUp.signal]);
    try {
      await mapAtOnce(askedAtOnce, [...look.open], (id) => this.#ask(look, id, either));
    } finally {
      ended.abort();
      this.#look = null;
      const rows = this.model.shipments.filter(({ invoice }) => this.#unread.has(invoice?.id ?? 0));
      this.model.showAside({ unreadInvoices: rows.map(({ id }) => id) });
    }
  }

  async #ask(look: Look, id: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { erp, extensions, clock } = this.services;
    const request = () => this.gate.ask(() => erp.extras.invoice(id, signal), signal);
    const answer = await extensions.ask('invoices', request, id);
    if (answer === null) this.#unread.clear();
    if (answer?.ok === true) {
      look.learned.set(id, answer.value);
      // Those that came at the same time are stored together.
      await setImmediate();
      this.#store(look.learned);
      this.#unread.delete(id);
    }
    if (answer?.ok === false && !ownRefusals.has(answer.fault.kind)) {
      look.failures += 1;
      if (look.failures >= enoughFailures) look.gaveUp.abort();
    } else {
      look.failures = 0;
      look.answers += 1;
      this.#answeredAtMs.set(id, clock.now());
    }
    look.open.delete(id);
    this.model.notify();
  }

  /** A wait for the rate limit is no failure; one for a token ends when a person gives one. */
  async #limit(look: Look, ended: AbortSignal): Promise<void> {
    let seen = 0;
    while (await pauseUnlessAborted(this.services.clock, patienceMs, ended)) {
      const isStuck = look.answers === seen;
      seen = look.answers;
      if (!isStuck || this.model.overview().pause?.reason === 'rate-limit') continue;
      look.isAwaited = false;
      this.model.notify();
      if (!this.gate.closed) look.gaveUp.abort();
    }
  }

  #store(learned: Map<number, InvoiceDetails>): void {
    if (learned.size === 0) return;
    const keys = [...learned.values()].flatMap(
      ({ accessKey }) => readAccessKey(accessKey ?? '') ?? [],
    );
    this.services.journal.learnIssuers(this.model.company, keys);
    this.model.apply({ list: this.model.shipments.map((shipment) => complete(shipment, learned)) });
    learned.clear();
  }

  #isUnknown({ shipment: { invoice }, label }: ShipmentSnapshot): boolean {
    if (invoice === null || invoice.id === null || invoice.id < 1 || label.timesPrinted > 0)
      return false;
    const { status, number, isLearned = false } = invoice;
    if (status !== null && number !== null && !isLearned) return false;
    const ageMs = Math.abs(
      this.services.clock.now() - (this.#answeredAtMs.get(invoice.id) ?? -Infinity),
    );
    return ageMs > freshMs || isUnauthorised(status);
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

import { failed, fault, ok } from '../../shared/index.ts';
import type { Exception, Fault, FaultKind, Result, ShipmentSnapshot } from '../../shared/index.ts';
import { compareWithToday } from './collect/reissue.ts';
import { findObstacle, letGo, listExceptions, type ConclusionWord } from './model/decide.ts';
import { wasShown } from './model/grouping-merge.ts';
import { JournalError } from './journal/fault.ts';
import type { NewEvent } from './journal/records.ts';
import { readRefusal } from '../erp/index.ts';
import { LabelPart } from './print/label-parts.ts';

export interface ConclusionOptions extends Partial<ConclusionWord> {
  readonly beforeLabels?: boolean;
}

/** Results of a check that repeat facts of the list. */
const seenInList: ReadonlySet<FaultKind> = new Set([
  'cancelled',
  'not-ready',
  'grouping-empty',
  'fewer-labels',
  'label-many-pages',
  'shipment-cancelled',
  'invoice-unauthorised',
  'unchecked',
]);

/** Labels that are requested before a conclusion, to find out whether they come after it. */
const mostAsked = 3;

/** The one step that cannot be undone. */
export class Conclusion extends LabelPart {
  async conclude(options: ConclusionOptions, signal: AbortSignal): Promise<Result<void>> {
    const started = this.model.step({ type: 'check' });
    if (!started.ok) return started;
    const known = this.#decide(options, options.beforeLabels === true);
    // The list may have changed back since: it is read again before a refusal.
    if (known !== null && known.kind !== 'grouping-changed') return failed(known);
    this.model.apply({ core: started.value, fault: null });
    let checked: Result<void>;
    try {
      checked = await this.#check(options, signal);
      if (checked.ok) checked = (await this.parts.share?.beginConclusion()) ?? checked;
      // A station that died while concluding may have sent the request: this one's packer says its
      // result.
      if (checked.ok || checked.fault.kind === 'conclusion-unknown') {
        const core = this.model.advance({ type: 'conclude' });
        this.model.apply({ core, events: [{ kind: 'concluding' }] }, { durable: true });
      }
    } catch (error) {
      this.#reopen(error instanceof JournalError ? error.fault : fault('internal'));
      throw error;
    }
    if (checked.ok) return this.#send(signal);
    if (checked.fault.kind === 'conclusion-unknown')
      return this.#end(failed(fault('internal', { reached: 'maybe', detail: 'another station' })));
    this.#reopen(checked.fault);
    return checked;
  }

  resolve(concluded: boolean, byLabels = false): Result<void> {
    const core = this.model.step({ type: 'conclusion-resolved', concluded });
    if (!core.ok) return core;
    const events: NewEvent[] = byLabels
      ? []
      : [{ kind: 'conclusion-resolved', data: { concluded } }];
    if (concluded) events.push(tellConcluded(byLabels));
    this.model.showAside({ concludedByLabels: byLabels });
    const labels = concluded ? this.model.releaseHeldBack() : [];
    this.model.apply({ core: core.value, fault: null, labels, events }, { durable: true });
    return ok();
  }

  /**
   * After a refusal: requests the withheld labels. If one comes, it is concluded; else the refusal
   * stands.
   */
  async askAnyway(signal: AbortSignal): Promise<Result<void>> {
    const may = this.model.step({ type: 'collect' });
    if (!may.ok) return may;
    const { fault: refusal } = this.model.snapshot();
    const held = this.model.releaseHeldBack();
    this.model.apply({ labels: held });
    const collected = await this.parts.collector.collect(signal, { anyway: true });
    const hasCome = held.some(({ id }) => (this.model.find(id)?.label.bytes ?? 0) > 0);
    if (hasCome && this.model.core.conclusion === 'open') return this.resolve(true, true);
    if (refusal?.kind === 'conclusion-refused') this.model.apply({ fault: refusal });
    return collected;
  }

  /** All conditions for sending the request. */
  async #check(options: ConclusionOptions, signal: AbortSignal): Promise<Result<void>> {
    const { beforeLabels } = options;
    const shown = this.model.difference;
    const read = await this.services.erp.as('person').grouping(this.model.grouping.id, signal);
    if (!read.ok) return read;
    const { shipments, ...grouping } = read.value;
    const discard = (id: number): Promise<void> => this.fetcher.discard(id);
    const today = await compareWithToday(this.model, shipments, new Set(), discard);
    this.model.apply({ grouping, ...today });
    if (!wasShown(this.model.difference, shown)) return failed(fault('grouping-changed'));
    if (beforeLabels === true) {
      const told = await this.#askWhetherLater(signal);
      if (!told.ok) return told;
    }
    const mayComeLater = beforeLabels === true && this.model.labelsAfterConclusion();
    const now = this.#decide(options, mayComeLater);
    if (now !== null) return failed(now);
    if (signal.aborted) return failed(fault('cancelled'));
    this.#letGo(mayComeLater);
    return ok();
  }

  #decide(
    { seen = [], mustBeChecked = false }: ConclusionOptions,
    beforeLabels: boolean,
  ): Fault | null {
    const rows = { shipments: this.model.entries() };
    return findObstacle(rows, this.#listExceptions(beforeLabels), { seen, mustBeChecked });
  }

  #listExceptions(beforeLabels: boolean): readonly Exception[] {
    return listExceptions(
      { shipments: this.model.entries(), difference: this.model.difference },
      beforeLabels,
    );
  }

  /**
   * Asks for a label if none was requested yet, and for a few more if its refusal has a reason of
   * its own.
   */
  async #askWhetherLater(signal: AbortSignal): Promise<Result<void>> {
    const isPending = ({ label }: ShipmentSnapshot): boolean =>
      label.state === 'pending' && !label.accepted;
    for (let asked = 1; ; asked += 1) {
      const pending = this.model.findFirst(isPending);
      if (pending === null || this.model.labelsAfterConclusion()) return ok();
      const refusal = await this.fetcher.askForRefusal(pending.shipment.id, signal);
      if (refusal === null)
        return failed(fault('not-ready', { detail: 'the ERP gives labels before the conclusion' }));
      if (refusal.type === 'cancelled') return failed(fault('cancelled'));
      const { kind } = refusal.fault;
      const isOwn =
        refusal.type === 'none' || kind === 'validation' || kind === 'label-after-conclusion';
      if (isOwn) this.parts.collector.finish(pending.shipment.id, refusal);
      if (!isOwn || (asked === mostAsked && kind !== 'label-after-conclusion'))
        return failed(refusal.fault);
    }
  }

  /** Stores a person's word on all exceptions that they saw, at once. */
  #letGo(beforeLabels: boolean): void {
    const { difference } = this.model;
    const labels = this.#listExceptions(beforeLabels).flatMap(({ kind, shipmentIds }) =>
      shipmentIds.flatMap((id) => {
        const entry = this.model.find(id);
        return entry === null || entry.label.accepted ? [] : (letGo(kind, entry) ?? []);
      }),
    );
    if (difference === null && labels.length === 0) return;
    const { added = [], removed = [], changed = [] } = difference ?? {};
    const data = { added: added.length, removed: removed.length, changed: changed.length };
    const events = difference === null ? [] : [{ kind: 'difference-accepted' as const, data }];
    this.model.apply({ difference: null, labels, events });
  }

  async #send(signal: AbortSignal): Promise<Result<void>> {
    const { erp, log } = this.services;
    const { id } = this.model.grouping;
    let answer: Result<void>;
    let byLabels = false;
    try {
      const held = (await this.parts.share?.holdConclusion()) ?? ok();
      answer = held.ok
        ? await erp.as('person').conclude(id, signal)
        : failed({ ...held.fault, reached: 'no' });
      const refusal = answer.ok ? null : await this.#readRefusal(answer.fault, signal);
      byLabels = !answer.ok && refusal === null;
      answer = refusal === null ? ok() : failed(refusal);
    } catch (error) {
      // A defect after the request may have been sent: its result is unknown.
      log.warn('conclude-defect', {
        grouping: id,
        error: error instanceof Error ? error.name : null,
      });
      answer = failed(fault('internal', { reached: 'maybe' }));
    }
    return this.#end(answer, byLabels);
  }

  /**
   * Returns null if a label comes now that the ERP refused before: the grouping is concluded. Else
   * the refusal.
   */
  async #readRefusal(refusal: Fault, signal: AbortSignal): Promise<Fault | null> {
    if (refusal.kind !== 'validation' || findQuestion(refusal) !== null) return refusal;
    const read = await this.services.erp.as('person').grouping(this.model.grouping.id, signal);
    const isEmpty = read.ok
      ? read.value.shipments.length === 0
      : read.fault.kind === 'grouping-empty';
    if (isEmpty) return { ...refusal, kind: 'grouping-empty' };
    const held = this.model.findFirst(({ label: { state, fault } }) => {
      return (
        state === 'failed' && fault?.kind === 'label-after-conclusion' && fault.status !== null
      );
    });
    const isStillThere = read.ok && read.value.shipments.some(({ id }) => id === held?.shipment.id);
    if (
      held !== null &&
      isStillThere &&
      (await this.fetcher.askForRefusal(held.shipment.id, signal)) === null
    )
      return null;
    return { ...refusal, kind: 'conclusion-refused' };
  }

  #end(answer: Result<void>, byLabels = false): Result<void> {
    const question = answer.ok ? null : findQuestion(answer.fault);
    const outcome = answer.ok ? 'concluded' : question === null ? 'refused' : 'unknown';
    const core = this.model.advance({ type: 'conclusion-ended', outcome });
    const failure = answer.ok ? null : (question ?? answer.fault);
    const kinds = {
      concluded: 'concluded',
      unknown: 'conclusion-unknown',
      refused: 'conclusion-refused',
    } as const;
    const data = failure === null ? {} : { data: { kind: failure.kind, status: failure.status } };
    const events = [
      outcome === 'concluded' ? tellConcluded(byLabels) : { kind: kinds[outcome], ...data },
    ];
    this.model.showAside({ concludedByLabels: byLabels });
    this.services.log.info(kinds[outcome], {
      grouping: this.model.grouping.id,
      kind: failure?.kind ?? null,
    });
    const labels = outcome === 'concluded' ? this.model.releaseHeldBack() : [];
    const shown = failure?.kind === 'cancelled' ? null : failure;
    const known =
      this.model.applyEnd({ core, fault: shown, labels, events }, { durable: true }) ?? failure;
    return known === null ? ok() : failed(known);
  }

  #reopen(failure: Fault): void {
    const { conclusion } = this.model.core;
    if (conclusion !== 'checking') return;
    const core = this.model.advance({ type: 'check-failed' });
    this.model.applyEnd({ core, fault: seenInList.has(failure.kind) ? null : failure });
  }
}

/** Returns the question that this end of the request leads to; null after a plain refusal. */
function findQuestion(refusal: Fault): Fault | null {
  const { kind: detail, reached, status, erpMessage, erpDetails } = refusal;
  const said = { status, erpMessage, erpDetails, detail };
  if (reached === 'maybe') return fault('conclusion-unknown', { ...said, reached });
  return readRefusal(refusal) === 'concluded'
    ? fault('concluded-elsewhere', { ...said, reached })
    : null;
}

/** `byLabels`: the ERP did not confirm it, but sent labels that exist only after a conclusion. */
function tellConcluded(byLabels: boolean): NewEvent {
  return { kind: 'concluded', ...(byLabels ? { data: { by: 'labels' } } : {}) };
}

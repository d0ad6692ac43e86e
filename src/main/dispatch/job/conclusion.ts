import { isSettled, type ShipmentSnapshot } from '#shared/domain/job.ts';
import {
  fault,
  type Fault,
  isCancelled,
  isGroupingEmpty,
  type Result,
} from '#shared/faults/faults.ts';
import { isRefusal, listAgainstConclusion } from '#shared/faults/problems.ts';
import { compareWithToday, type Today } from '../collect/reissue.ts';
import type { ConclusionPermit } from '../model/coordination.ts';
import { findRefusal, waive, type ConclusionWord } from '../model/decide.ts';
import { describeListChange, wasShown } from '../model/grouping-merge.ts';
import { listOfList } from '../model/problems.ts';
import { type NewEvent, tryWork } from '../../journal/index.ts';
import { readRefusal } from '../../erp/index.ts';
import { FaultError, nameOf, need, throwFault } from '../../os/errors.ts';
import type { JobParts } from '../print/parts.ts';
import type { Done, JobRunner } from '../print/job-runner.ts';
import { applyEnd } from '../state/job-model.ts';

export interface ConclusionOptions extends Partial<ConclusionWord> {
  readonly beforeLabels?: boolean;
}

/** Labels that are requested before a conclusion, to find out whether they come after it. */
const mostAsked = 3;

/** The one step that cannot be undone. */
export class Conclusion {
  readonly #parts;
  readonly #services;
  readonly #model;
  readonly #runner;

  constructor(parts: JobParts, runner: JobRunner) {
    this.#runner = runner;
    this.#parts = parts;
    this.#services = parts.services;
    this.#model = parts.model;
  }

  /**
   * Reads the grouping again and concludes it if only exceptions in `seen` stand against that; they
   * are stored as the person's word. Anything newer is refused, with its places, and nothing is
   * stored. With `beforeLabels` the packer concludes first: allowed only if the ERP provides these
   * labels after the conclusion, which is requested from it unless it is known.
   */
  request(options: ConclusionOptions = {}, signal = new AbortController().signal): Done {
    return this.#runner.work(async () => {
      // A token that came since the grouping was opened may be another company's, which has numbers
      // of its own.
      const company = need(await this.#services.company(signal));
      if (company !== this.#model.company) throwFault('other-company');
      await this.#conclude(options, signal);
    });
  }

  /** Its manifest was made, which changes the next step. */
  noteManifest(): void {
    this.#model.view.showAside({ manifestSeen: true });
  }

  /**
   * The packer looked in the ERP and says if it is concluded: after a doubt, or against Doca's
   * record.
   */
  resolve(concluded: boolean): Result<void> {
    return this.#runner.change(() => this.#resolve(concluded));
  }

  /**
   * After a refusal: requests the withheld labels. If one comes, a person says whether it is
   * concluded; else the refusal stands.
   */
  askAnyway(signal?: AbortSignal): Done {
    return this.#runner.work((joined) => this.#askAnyway(joined), signal);
  }

  async #conclude(options: ConclusionOptions, signal: AbortSignal): Promise<void> {
    const checking = this.#model.step({ type: 'check' });
    const known = this.#decide(options, options.beforeLabels === true);
    // The list may have changed back since: it is read again before a refusal.
    if (known !== null && known.kind !== 'grouping-changed') throw new FaultError(known);
    this.#model.apply({ core: checking, fault: null });
    let permit: ConclusionPermit;
    try {
      await this.#check(options, signal);
      permit = await this.#parts.coordination.askForConclusion();
      const core = this.#model.step({ type: 'conclude' });
      this.#model.apply({ core, events: [{ kind: 'concluding' }] }, { durable: true });
    } catch (error) {
      this.#reopen(error instanceof FaultError ? error.fault : fault('internal'));
      throw error;
    }
    // A station that died while concluding may have sent the request: this one's packer says its
    // result.
    if (permit.isLeft)
      this.#end(fault('internal', { reached: 'maybe', detail: 'another station' }));
    else await this.#send(permit, signal);
  }

  #resolve(concluded: boolean): void {
    const core = this.#model.step({ type: 'conclusion-resolved', concluded });
    const events: NewEvent[] = [{ kind: 'conclusion-resolved', data: { concluded } }];
    if (concluded) events.push({ kind: 'concluded' });
    const labels = concluded ? this.#model.releaseWithheld() : [];
    this.#model.apply({ core, fault: null, labels, events }, { durable: true });
  }

  async #askAnyway(signal: AbortSignal): Promise<void> {
    this.#model.step({ type: 'collect' });
    const { fault: refusal } = this.#model.view.snapshot();
    const withheld = this.#model.releaseWithheld();
    this.#model.apply({ labels: withheld });
    const collected = await tryWork(() => this.#parts.collector.collect(signal, { anyway: true }));
    const hasCome = withheld.some(({ id }) => this.#model.find(id)?.label.file === 'ready');
    if (hasCome && this.#model.core.conclusion === 'open') {
      const core = { ...this.#model.core, conclusion: 'unknown' as const };
      const events = [{ kind: 'conclusion-unknown' } as const];
      this.#model.apply({ core, fault: doubtRefusal(refusal), events }, { durable: true });
    }
    need(collected);
  }

  /** All conditions for sending the request. */
  async #check(options: ConclusionOptions, signal: AbortSignal): Promise<void> {
    const { beforeLabels } = options;
    const shown = this.#model.difference;
    const erp = this.#services.erp.as('person');
    const read = await erp.grouping(this.#model.grouping.id, signal);
    const { shipments, ...grouping } = need(read);
    const write = (today: Today): void => this.#model.apply({ grouping, ...today });
    await compareWithToday(this.#parts, () => shipments, write);
    if (!wasShown(this.#model.difference, shown)) throwFault('grouping-changed');
    if (beforeLabels === true) await this.#askWhetherLater(signal);
    const mayComeLater = beforeLabels === true && this.#model.view.labelsAfterConclusion();
    const now = this.#decide(options, mayComeLater);
    if (now !== null) throw new FaultError(now);
    if (signal.aborted) throwFault('cancelled');
    this.#waiveSeen(mayComeLater);
  }

  #decide(
    { seen = [], mustBeChecked = false }: ConclusionOptions,
    beforeLabels: boolean,
  ): Fault | null {
    const rows = { shipments: this.#model.entries() };
    return findRefusal(rows, this.#listExceptions(beforeLabels), { seen, mustBeChecked });
  }

  #listExceptions(beforeLabels: boolean) {
    return listAgainstConclusion(
      listOfList(this.#model.view.snapshot(), beforeLabels),
      beforeLabels,
    );
  }

  /**
   * Asks for a label if none was requested yet, and for a few more if its refusal has a reason of
   * its own.
   */
  async #askWhetherLater(signal: AbortSignal): Promise<void> {
    const isPending = ({ label }: ShipmentSnapshot): boolean =>
      !isSettled(label) && label.waived === null;
    for (let asked = 1; ; asked += 1) {
      const pending = this.#model.entries().find(isPending);
      if (pending === undefined || this.#model.view.labelsAfterConclusion()) return;
      const refusal = await this.#parts.fetcher.askForRefusal(pending.shipment.id, signal);
      if (refusal === null)
        throwFault('not-ready', { detail: 'the ERP gives labels before the conclusion' });
      const { kind } = refusal;
      const isLater = kind === 'label-after-conclusion';
      const isOwn = isLater || kind === 'label-in-panel' || kind === 'validation';
      const { id } = pending.shipment;
      if (isOwn) this.#parts.collector.finish(id, { type: 'failed', fault: refusal });
      if (!isOwn || (asked === mostAsked && !isLater)) throw new FaultError(refusal);
    }
  }

  /** Stores a person's word on all exceptions that they saw, at once. */
  #waiveSeen(beforeLabels: boolean): void {
    const { difference } = this.#model;
    const labels = this.#listExceptions(beforeLabels).flatMap(({ kind, shipmentIds }) =>
      shipmentIds.flatMap((id) => {
        const entry = this.#model.find(id);
        return entry === null || entry.label.waived !== null ? [] : (waive(kind, entry) ?? []);
      }),
    );
    if (difference === null && labels.length === 0) return;
    const events = describeListChange(difference, 'difference-accepted');
    this.#model.apply({ difference: null, labels, events });
  }

  async #send(permit: ConclusionPermit, signal: AbortSignal): Promise<void> {
    let refusal: Fault | null;
    try {
      const answer = await this.#request(permit, signal);
      refusal = answer && (await this.#readRefusal(answer, signal));
    } catch (error) {
      // A defect after the request may have been sent: its result is unknown.
      this.#services.log.warn('conclude-defect', {
        grouping: this.#model.grouping.id,
        error: nameOf(error),
      });
      refusal = fault('internal', { reached: 'maybe' });
    }
    this.#end(refusal);
  }

  /** Returns the refusal of the other stations or the ERP; null if the grouping is concluded. */
  async #request(permit: ConclusionPermit, signal: AbortSignal): Promise<Fault | null> {
    const refusal = await permit.confirm();
    if (refusal !== null) return { ...refusal, reached: 'no' };
    const erp = this.#services.erp.as('person');
    const answer = await erp.conclude(this.#model.grouping.id, signal);
    return answer.ok ? null : answer.fault;
  }

  /** Adds to a refusal what the ERP shows since. It concludes nothing: a person reads it. */
  async #readRefusal(refusal: Fault, signal: AbortSignal): Promise<Fault> {
    if (refusal.kind !== 'validation' || findQuestion(refusal) !== null) return refusal;
    const read = await this.#services.erp.as('person').grouping(this.#model.grouping.id, signal);
    const isEmpty = read.ok ? read.value.shipments.length === 0 : isGroupingEmpty(read.fault);
    if (isEmpty) return { ...refusal, kind: 'grouping-empty' };
    // Those of the packer's word alone have no status.
    const withheld = this.#model
      .entries()
      .find(({ label: { file, fault } }) => file === 'withheld' && fault?.status !== null)
      ?.shipment.id;
    const hasCome =
      withheld !== undefined &&
      (await this.#parts.fetcher.askForRefusal(withheld, signal)) === null;
    return hasCome ? doubtRefusal(refusal) : { ...refusal, kind: 'conclusion-refused' };
  }

  #end(refusal: Fault | null): void {
    const question = refusal && findQuestion(refusal);
    const failure = question ?? refusal;
    const open = question === null ? 'refused' : 'unknown';
    const outcome = refusal === null ? 'concluded' : open;
    const core = this.#model.step({ type: 'conclusion-ended', outcome });
    const name = outcome === 'concluded' ? outcome : (`conclusion-${outcome}` as const);
    const { kind = null, status = null } = failure ?? {};
    const event: NewEvent =
      failure === null ? { kind: 'concluded' } : { kind: name, data: { kind, status } };
    this.#services.log.info(name, { grouping: this.#model.grouping.id, kind });
    const labels = outcome === 'concluded' ? this.#model.releaseWithheld() : [];
    const shown = isCancelled(failure) ? null : failure;
    const known =
      applyEnd(this.#model, { core, fault: shown, labels, events: [event] }, { durable: true }) ??
      failure;
    if (known !== null) throw new FaultError(known);
  }

  #reopen(failure: Fault): void {
    const { conclusion } = this.#model.core;
    if (conclusion !== 'checking') return;
    const core = this.#model.step({ type: 'check-failed' });
    const { kind } = failure;
    const isInList = isRefusal(kind) && kind !== 'grouping-changed';
    const shown = isInList || isCancelled(failure) ? null : failure;
    applyEnd(this.#model, { core, fault: shown });
  }
}

/** Returns the question that this end of the request leads to; null after a plain refusal. */
function findQuestion(refusal: Fault): Fault | null {
  const { kind: detail, reached, status, erpMessage, erpDetails } = refusal;
  if (refusal.kind === 'conclusion-doubted') return refusal;
  const answer = { status, erpMessage, erpDetails, detail };
  if (reached === 'maybe') return fault('conclusion-unknown', { ...answer, reached });
  return readRefusal(refusal) === 'concluded'
    ? fault('concluded-elsewhere', { ...answer, reached })
    : null;
}

/** Labels come that did not before: that may have another reason than a conclusion. */
function doubtRefusal(refusal: Fault | null): Fault {
  return { ...(refusal ?? fault('conclusion-refused')), kind: 'conclusion-doubted' };
}

import { setImmediate } from 'node:timers/promises';
import { isSettled, readState, type ShipmentSnapshot } from '#shared/domain/job.ts';
import { type Fault, isCancelled, isConclusionRefused, isOfLabel } from '#shared/faults/faults.ts';
import { Serial } from '#shared/serial.ts';
import { JournalError } from '../../journal/index.ts';
import { pauseUnlessAborted } from '../../os/clock.ts';
import { FaultError, nameOf, throwFault } from '../../os/errors.ts';
import { listWithheld, withholdLate } from './withheld.ts';
import { GroupingLabels } from './grouping-labels.ts';
import type { Invoices } from './invoices.ts';
import type { FetchOutcome, JobTools } from './label-fetcher.ts';
import { addReissue } from '../model/grouping-merge.ts';
import { changeLabel, nextLabel, renewLabel } from '../model/label-state.ts';
import { isOfFile } from '../model/label-faults.ts';
import { isToCome } from './label-refusal.ts';
import type { JobModel } from '../state/job-model.ts';

/**
 * Shipments under way at once: enough that requests and downloads never wait, few enough that no
 * URL expires.
 */
const shipmentsUnderWay = 64;

/**
 * After a conclusion the ERP takes some time to make labels: it is asked again after each of these.
 */
const latePausesMs: readonly number[] = [2_000, 4_000, 8_000, 15_000, 30_000];
/**
 * So many labels that are not made yet, with none that is, stand for the rest until the ERP is
 * asked again.
 */
const enoughLate = 4;

class Run {
  readonly controller = new AbortController();
  /**
   * The shipments whose labels are being fetched. Aborting one puts it back, and it is requested
   * again.
   */
  readonly active = new Map<
    number,
    { readonly controller: AbortController; readonly work: Promise<void> }
  >();
  /** Those that a person waits for: they go first. */
  readonly hurried = new Set<number>();
  readonly ended = Promise.withResolvers<unknown>();
  /** The facts of invoices that the list lacks are asked for. */
  learned = Promise.resolve();
  /** The labels of the whole grouping are being fetched; single ones come after them. */
  together: Promise<void> | null = null;
  readonly #model: Pick<JobModel, 'core'>;
  readonly #anyway: boolean;
  /** As long as no label came since the last pause, few are requested. */
  isCautious = false;
  /** The labels that the ERP answered with "not yet" since the last pause, with its words. */
  readonly late = new Map<number, Fault>();
  pauses = 0;
  /** Ends the present pause. */
  askNow: AbortController | null = null;
  /**
   * The ERP's refusal of labels that are not waited for: no other label needs to be requested in
   * this run.
   */
  afterConclusion: Fault | null = null;
  error: unknown = null;

  /** `anyway`: waits for labels that are still to come, although the conclusion is not known. */
  constructor(model: Pick<JobModel, 'core'>, anyway: boolean) {
    this.#model = model;
    this.#anyway = anyway;
  }

  /** It waits for labels, because the grouping is concluded, or perhaps is. */
  get waits(): boolean {
    return this.#anyway || this.#model.core.conclusion === 'concluded';
  }

  get mayPause(): boolean {
    return this.waits && this.pauses < latePausesMs.length;
  }
}

/** Fetches the labels that are not there yet, many at once, started in list order. */
export class Collector {
  readonly #services;
  readonly #model;
  readonly #gate;
  readonly #fetcher;
  readonly #together: GroupingLabels;
  readonly #invoices: Invoices;
  /**
   * Rows that changed since they were checked, in list order when a run begins: the labels to fetch
   * are among them.
   */
  readonly #changed: Set<number>;
  /** Labels that are being replaced by other means: no run fetches them, or ends before that. */
  readonly #replaced = new Map<number, Promise<void>>();
  /** Labels that a person waited for, or brought: they came before their turn. */
  readonly #early = new Set<number>();
  /** Labels are begun one by one. */
  readonly #turns = new Serial();
  #run: Run | null = null;

  constructor(tools: JobTools, invoices: Invoices) {
    this.#services = tools.services;
    this.#model = tools.model;
    this.#gate = tools.gate;
    this.#fetcher = tools.fetcher;
    this.#invoices = invoices;
    this.#together = new GroupingLabels(tools, (id, outcome) => this.finish(id, outcome));
    this.#changed = this.#model.view.watchRows();
  }

  /**
   * Starts a run, or joins the present one. `anyway`: as after a conclusion. `hurried`: a person
   * waits for them.
   */
  async collect(
    signal: AbortSignal,
    {
      anyway = false,
      hurried = [],
    }: { readonly anyway?: boolean; readonly hurried?: readonly number[] } = {},
  ): Promise<void> {
    // One that was stopped fetches nothing more.
    while (this.#run?.controller.signal.aborted === true)
      await this.#run.ended.promise.catch(() => undefined);
    if (signal.aborted) throwFault('cancelled');
    if (this.#run === null) {
      const core = this.#model.step({ type: 'collect' });
      // The ERP's refusal to conclude stands until the next request.
      const { fault } = this.#model.view.snapshot();
      this.#model.apply({ core, fault: isConclusionRefused(fault) ? fault : null });
      this.#gate.open();
      this.#run = this.#start(anyway);
    }
    const run = this.#run;
    this.#changed.clear();
    for (const { id } of this.#model.shipments) this.#changed.add(id);
    for (const id of hurried) this.hurry(id);
    this.#startWorkers(run);
    run.askNow?.abort();
    const cancel = (): void => run.controller.abort();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      await run.ended.promise;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  hurry(id: number): void {
    const run = this.#run;
    if (run === null || run.hurried.has(id)) return;
    run.hurried.add(id);
    this.#early.add(id);
    run.late.delete(id);
    // It waits for its turn among the others.
    if (this.#fetcher.isAsking(id)) run.active.get(id)?.controller.abort();
    this.#startWorkers(run);
  }

  /** Another token may see invoices that the one before could not. */
  tokenChanged(): void {
    const run = this.#run;
    if (run !== null) run.learned = run.learned.then(() => learn(this.#invoices, run));
  }

  /** Runs work on a label that is not fetched meanwhile. */
  async replace<T>(id: number, work: () => Promise<T>): Promise<T> {
    const ended = Promise.withResolvers<undefined>();
    this.#replaced.set(id, ended.promise);
    this.#early.add(id);
    try {
      await this.#run?.together;
      const active = this.#run?.active.get(id);
      active?.controller.abort();
      await active?.work;
      return await work();
    } finally {
      this.#replaced.delete(id);
      this.#changed.add(id);
      if (this.#run !== null) this.#startWorkers(this.#run);
      ended.resolve(undefined);
    }
  }

  cameEarly(id: number): boolean {
    return this.#early.has(id);
  }

  /** Labels that wait for the ERP are requested again, in another turn. */
  askAgain(): void {
    for (const [id, { controller }] of this.#run?.active ?? [])
      if (this.#fetcher.isAsking(id)) controller.abort();
  }

  /**
   * Fetches one label for a print or a merge if its files are not at hand, such as after a restart.
   */
  async ensure(id: number, signal: AbortSignal): Promise<void> {
    if (this.#fetcher.isAtHand(id)) return;
    const outcome = await this.#fetcher.obtain(id, signal, 'at-once');
    this.finish(id, outcome);
    if (outcome.type === 'failed') throw new FaultError(outcome.fault);
  }

  /** Draws a label for a PDF; one that cannot be drawn counts as unreadable. */
  async ensureDrawn(id: number): Promise<void> {
    const refusal = await this.#fetcher.draw(id);
    if (refusal === null) return;
    // A full disk is not the label's fault.
    if (isOfLabel(refusal)) this.finish(id, { type: 'failed', fault: refusal });
    throw new FaultError(refusal);
  }

  /**
   * Stores the result of fetching a label. A printed one stays printed, whatever happened to its
   * files.
   */
  finish(id: number, outcome: FetchOutcome): void {
    const entry = this.#model.entry(id);
    const { label: before, shipment } = entry;
    const label = nextLabel(before, outcome);
    if (outcome.type === 'ready') {
      const { files, content, isOther: voidsCheck } = outcome;
      if (label === null && voidsCheck && before.timesPrinted > 0) {
        // The label on paper is not the ERP's present one, and the packer has to know.
        const labels = [renewLabel(entry) ?? throwFault('internal')];
        this.#model.apply({ labels, ...addReissue(this.#model.difference, shipment) });
        this.finish(id, outcome);
        return;
      }
      const isNews = label !== null && readState(before) !== 'ready';
      const event = isNews ? ({ kind: 'collected' } as const) : undefined;
      // A printed one stays printed. While the files were read, another label may have made this one
      // a duplicate.
      const now = label ?? { ...before, ...content };
      this.#model.apply({ labels: [{ id, label: now, files, voidsCheck, event }] });
      return;
    }
    if (isCancelled(outcome.fault)) {
      this.#model.view.show(id, { type: 'interrupted' });
      return;
    }
    if (label === null) return;
    const { kind } = outcome.fault;
    const name = 'label-failed';
    const grouping = this.#model.grouping.id;
    this.#services.log.info(name, { grouping, shipment: id, kind });
    this.#model.apply({ labels: [{ id, label, event: { kind: name, data: { kind } } }] });
  }

  #start(anyway: boolean) {
    const run = new Run(this.#model, anyway);
    // Its callers receive a failure; there is none if the first one failed itself.
    run.ended.promise.catch(() => undefined);
    run.isCautious = run.waits;
    this.#beginRound(run);
    void this.#end(run).then(run.ended.resolve, run.ended.reject);
    return run;
  }

  #beginRound(run: Run) {
    run.together = this.#getTogether(run).finally(() => {
      run.together = null;
      this.#startWorkers(run);
    });
  }

  async #end(run: Run) {
    run.learned = learn(this.#invoices, run);
    let learned: Promise<void> | null = null;
    do {
      while (
        learned !== run.learned ||
        run.together !== null ||
        run.active.size + this.#replaced.size > 0
      ) {
        learned = run.learned;
        const works = Array.from(run.active.values(), ({ work }) => work);
        await Promise.all([learned, run.together, ...works, ...this.#replaced.values()]);
      }
    } while (await this.#pauseForLate(run));
    showLate(this.#model, null);
    this.#run = null;
    this.#gate.open();
    const core = this.#model.step({ type: 'collect-ended' });
    try {
      this.#model.apply({ core, labels: withholdLate(this.#services, this.#model) });
    } catch (error) {
      run.error ??= error;
    }
    if (run.error instanceof JournalError) {
      this.#model.remember(core, run.error.fault);
      throw new FaultError(run.error.fault);
    }
    if (run.error !== null) throw run.error as Error;
    if (run.controller.signal.aborted) throwFault('cancelled');
  }

  /**
   * Waits once for labels that the ERP is making. Returns false if there are none, or if the
   * waiting is over.
   */
  async #pauseForLate(run: Run) {
    const [first] = run.late.values();
    if (first === undefined || !run.mayPause) return false;
    showLate(this.#model, first);
    run.askNow = new AbortController();
    const signal = AbortSignal.any([run.controller.signal, run.askNow.signal]);
    const ms = latePausesMs[run.pauses] ?? 0;
    if (await pauseUnlessAborted(this.#services.clock, ms, signal)) run.pauses += 1;
    run.askNow = null;
    if (run.controller.signal.aborted) return false;
    // Others are requested first the next time: these may be the only ones that do not come.
    for (const id of run.late.keys()) {
      this.#changed.delete(id);
      this.#changed.add(id);
    }
    run.late.clear();
    run.isCautious = true;
    this.#beginRound(run);
    return true;
  }

  async #getTogether(run: Run) {
    try {
      if (listWithheld(this.#services, this.#model).length > 0) return;
      const { signal } = run.controller;
      const toCome = await this.#together.collect(signal);
      if (!run.waits) run.afterConclusion = toCome;
    } catch (error) {
      // A journal that cannot be written ends the run; any other error costs requests, but no
      // label.
      if (error instanceof JournalError) endRun(run, error);
      else this.#services.log.warn('grouping-labels-defect', { error: nameOf(error) });
    }
  }

  #startWorkers(run: Run) {
    if (run.together !== null) return;
    while (run.active.size < (run.isCautious ? enoughLate : shipmentsUnderWay) + run.hurried.size) {
      const id = this.#findNext(run);
      if (id === null || run.controller.signal.aborted) return;
      const controller = new AbortController();
      const signal = AbortSignal.any([controller.signal, run.controller.signal]);
      const work = this.#getLabel(run, id, signal)
        .catch((error: unknown) => {
          endRun(run, error);
          this.#model.view.show(id, { type: 'interrupted' });
        })
        .finally(() => {
          run.active.delete(id);
          this.#startWorkers(run);
        });
      run.active.set(id, { controller, work });
    }
  }

  async #getLabel(run: Run, id: number, signal: AbortSignal) {
    // Those that are on the disk would be ready in the same turn of the event loop.
    await this.#turns.run(() => setImmediate());
    const before = this.#model.entry(id).label;
    if (run.afterConclusion !== null && !isSettled(before)) {
      this.finish(id, { type: 'failed', fault: run.afterConclusion });
      return;
    }
    const manner = run.hurried.has(id) ? 'hurried' : 'patient';
    const outcome = await this.#fetcher.obtain(id, signal, manner);
    // Pending again would mean an endless loop.
    const wasCancelled = outcome.type === 'failed' && isCancelled(outcome.fault);
    if (wasCancelled && !signal.aborted) throw new Error('cancelled by nobody');
    if (outcome.type !== 'failed' || !isToCome(outcome.fault)) {
      this.finish(id, outcome);
      if (!wasCancelled) run.isCautious = false;
      return;
    }
    const late: Fault = { ...outcome.fault, kind: 'label-not-yet' };
    run.late.set(id, late);
    if (run.mayPause) {
      this.#model.view.show(id, { type: 'not-yet', fault: late });
      return;
    }
    this.finish(id, outcome);
    if (!run.waits || (run.isCautious && run.late.size >= enoughLate))
      run.afterConclusion = outcome.fault;
  }

  /**
   * Returns the first label in the list that no worker has: not there, or not read since this
   * program started.
   */
  #findNext(run: Run) {
    if (listWithheld(this.#services, this.#model).length > 0) return null;
    const hurried = this.#findWanted(run, run.hurried);
    if (hurried !== null) return hurried;
    if (run.isCautious && run.late.size + run.active.size >= enoughLate && run.mayPause)
      return null;
    return this.#findWanted(run, this.#changed);
  }

  #findWanted(run: Run, among: Set<number>) {
    for (const id of among) {
      if (run.active.has(id) || run.late.has(id) || this.#replaced.has(id)) continue;
      const label = this.#model.find(id)?.label;
      const state = label && readState(label);
      const isToFetch = state === 'missing' || state === 'late';
      if (isToFetch || (state === 'ready' && !this.#fetcher.isAtHand(id))) return id;
      among.delete(id);
    }
    return null;
  }
}

function endRun(run: Run, error: unknown): void {
  run.error ??= error;
  run.controller.abort();
}

function learn(invoices: Invoices, run: Run) {
  return invoices.learn(run.controller.signal).catch((error: unknown) => endRun(run, error));
}

/** Shows the labels that wait for the ERP or, with null, that none does any more. */
function showLate(model: JobModel, fault: Fault | null) {
  for (const { shipment, label } of model.entries())
    if (label.file === 'late' || (label.file === 'missing' && fault !== null))
      model.view.show(shipment.id, { type: 'not-yet', fault });
}

/** Makes failed labels pending again. */
export async function resetLabels(
  { model, fetcher }: JobTools,
  entries: readonly ShipmentSnapshot[],
): Promise<void> {
  for (const { shipment, label } of entries) {
    if (label.fault !== null && isOfFile(label.fault)) await fetcher.discard(shipment.id);
    const entry = model.find(shipment.id);
    if (entry === null) continue;
    const retried =
      entry.label.block === 'label-of-another'
        ? renewLabel(entry, 'retry')
        : changeLabel(entry, { type: 'retry' });
    // Its files stay known: a file that differs from them is another label.
    if (retried !== null) model.apply({ labels: [retried] });
  }
}

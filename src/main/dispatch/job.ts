import { failed, fault, ok } from '../../shared/index.ts';
import type { JobSnapshot, Result } from '../../shared/index.ts';
import type { LabelBook } from '../labels/index.ts';
import type { Printer, RoutedLabel } from '../printing/index.ts';
import { Collector } from './collect/collector.ts';
import { Conclusion } from './conclusion.ts';
import type { ConclusionOptions } from './conclusion.ts';
import type { LabelChange } from './model/job-change.ts';
import type { JobModel } from './model/job-model.ts';
import { JournalError } from './journal/fault.ts';
import type { JobRecord } from './journal/records.ts';
import { LabelFetcher } from './collect/label-fetcher.ts';
import { nextLabel } from './model/label-state.ts';
import type { Lock } from './journal/lock.ts';
import { MergedFiles, plainLayout } from './print/merged-files.ts';
import { PrintRuns } from './print/print-runs.ts';
import { TokenGate } from './collect/token-gate.ts';
import { SpoolFiles } from './print/spool-files.ts';
import type {
  GroupingJob,
  JobServices,
  PlanSpoolJobs,
  PlannedPrintOptions,
  PrintLayout,
  PrintOptions,
} from './types.ts';

/** The job's door: every call comes through here, ends in a `Result`, and is waited for when the job is closed. */
export class Job implements GroupingJob {
  readonly #services: JobServices;
  readonly #model: JobModel;
  readonly #book: LabelBook;
  readonly #lock: Lock;
  readonly #gate: TokenGate;
  readonly #collector: Collector;
  readonly #output: MergedFiles;
  readonly #prints: PrintRuns;
  readonly #conclusion: Conclusion;
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #stopRateLimitWatch: () => void;
  #rateLimitUntilMs: number | null = null;
  #closed: Promise<void> | null = null;

  constructor(services: JobServices, model: JobModel, book: LabelBook, lock: Lock, openPrint: JobRecord['openPrint']) {
    this.#services = services;
    this.#model = model;
    this.#book = book;
    this.#lock = lock;
    this.#gate = new TokenGate(() => this.#showPause());
    const fetcher = new LabelFetcher(services, model, book, this.#gate);
    this.#collector = new Collector(services, model, fetcher, this.#gate);
    this.#output = new MergedFiles(services, model, book, fetcher, this.#collector);
    const files = new SpoolFiles(services, model, book, this.#output);
    this.#prints = new PrintRuns(services, model, this.#output, files, openPrint);
    this.#conclusion = new Conclusion(services, model, fetcher, this.#collector);
    const watch = services.rateLimit?.subscribe((untilMs) => {
      this.#rateLimitUntilMs = untilMs;
      this.#showPause();
    });
    this.#stopRateLimitWatch = watch ?? (() => undefined);
  }

  snapshot(): JobSnapshot {
    return this.#model.snapshot();
  }

  subscribe(listener: (snapshot: JobSnapshot) => void): () => void {
    return this.#model.subscribe(listener);
  }

  collect(signal?: AbortSignal): Promise<Result<void>> {
    return this.#run(signal, (either) => this.#collector.collect(either));
  }

  retry(shipmentIds?: readonly number[], signal?: AbortSignal): Promise<Result<void>> {
    return this.#run(signal, async (either) => {
      const asked = shipmentIds === undefined ? null : new Set(shipmentIds);
      const again = this.#model.entries().filter(({ shipment, label }) => {
        if (label.state !== 'failed' && label.state !== 'none') return false;
        return asked === null ? label.retryable && !label.accepted : asked.has(shipment.id);
      });
      if (asked !== null && again.length < asked.size) {
        return failed(fault('invalid-input', { detail: 'only failed labels are tried again' }));
      }
      const may = this.#model.step({ type: 'collect' });
      if (!may.ok && !this.#model.core.collecting) return may;
      await this.#collector.reset(again);
      return this.#collector.collect(either);
    });
  }

  accept(shipmentIds: readonly number[]): Result<void> {
    return this.#change(() => {
      const labels: LabelChange[] = [];
      for (const id of new Set(shipmentIds)) {
        const current = this.#model.find(id)?.label;
        const label = current === undefined ? null : nextLabel(current, { type: 'accepted' });
        if (label === null) return failed(fault('invalid-input', { detail: 'nothing to accept for a shipment' }));
        labels.push({ id, label });
      }
      this.#model.apply({ labels, events: labels.map(({ id }) => ({ kind: 'accepted', shipmentId: id })) });
      return ok();
    });
  }

  merge(shipmentIds?: readonly number[]): Promise<Result<void>> {
    return this.#run(undefined, (either) => this.#output.merge(shipmentIds, either));
  }

  preview(shipmentIds: readonly number[], layout: PrintLayout = plainLayout): Promise<Result<Uint8Array>> {
    return this.#run(undefined, (either) => this.#output.preview(shipmentIds, layout, either));
  }

  print(
    printer: Printer,
    shipmentIds?: readonly number[],
    signal?: AbortSignal,
    options: PrintOptions = plainLayout,
  ): Promise<Result<void>> {
    return this.#run(signal, (either) => this.#prints.print(printer, shipmentIds, either, options));
  }

  routed(shipmentIds: readonly number[]): Promise<Result<readonly RoutedLabel[]>> {
    return this.#run(undefined, (either) => this.#output.routed(shipmentIds, either));
  }

  printPlanned(
    plan: PlanSpoolJobs,
    shipmentIds: readonly number[],
    options: PlannedPrintOptions,
    signal?: AbortSignal,
  ): Promise<Result<void>> {
    return this.#run(signal, (either) => this.#prints.printPlanned(plan, shipmentIds, either, options));
  }

  resolvePrint(printed: boolean): Result<void> {
    return this.#change(() => this.#prints.resolve(printed));
  }

  conclude(options: ConclusionOptions = {}, signal?: AbortSignal): Promise<Result<void>> {
    return this.#run(signal, (either) => this.#conclusion.conclude(options, either));
  }

  resolveConclusion(concluded: boolean): Result<void> {
    return this.#change(() => this.#conclusion.resolve(concluded));
  }

  check(shipmentId: number, checked: boolean): Result<void> {
    return this.#change(() => {
      const entry = this.#model.find(shipmentId);
      if (entry === null) return failed(fault('invalid-input', { detail: 'not a shipment of this grouping' }));
      if ((entry.checkedAtMs !== null) === checked) return ok();
      this.#model.apply({
        checks: [{ shipmentId, checkedAtMs: checked ? this.#services.clock.now() : null }],
        events: [{ kind: checked ? 'checked' : 'unchecked', shipmentId }],
      });
      return ok();
    });
  }

  tokenChanged(): void {
    this.#gate.open();
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#underWay);
    this.#stopRateLimitWatch();
    try {
      await this.#book.close();
    } finally {
      this.#lock.release();
    }
  }

  async #run<T>(
    signal: AbortSignal | undefined,
    work: (either: AbortSignal) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    if (this.#closing.signal.aborted) return closedFault();
    const either = signal === undefined ? this.#closing.signal : AbortSignal.any([signal, this.#closing.signal]);
    const running = work(either);
    this.#underWay.add(running);
    try {
      return await running;
    } catch (error) {
      return this.#storageFailure(error);
    } finally {
      this.#underWay.delete(running);
    }
  }

  #change(work: () => Result<void>): Result<void> {
    if (this.#closing.signal.aborted) return closedFault();
    try {
      return work();
    } catch (error) {
      return this.#storageFailure(error);
    }
  }

  /** The journal failed: nothing went on, and the packer has to know why. Any other error is a bug. */
  #storageFailure(error: unknown): Result<never> {
    if (!(error instanceof JournalError)) throw error;
    this.#services.log.warn('journal-failed', { grouping: this.#model.grouping.id, kind: error.fault.kind });
    this.#model.remember(this.#model.core, error.fault);
    return failed(error.fault);
  }

  #showPause(): void {
    const untilMs = this.#rateLimitUntilMs;
    if (this.#gate.closed) this.#model.showPause({ reason: 'token' });
    else this.#model.showPause(untilMs === null ? null : { reason: 'rate-limit', untilMs });
  }
}

function closedFault(): Result<never> {
  return failed(fault('not-ready', { detail: 'the job is closed' }));
}

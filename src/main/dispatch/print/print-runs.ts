import { randomUUID } from 'node:crypto';
import type { PrintVerdict } from '#shared/domain/records.ts';
import {
  fail,
  failed,
  fault,
  type Fault,
  isCancelled,
  type Result,
} from '#shared/faults/faults.ts';
import { countPrints } from '#shared/floor-rows.ts';
import type {
  LabelTally,
  SpoolEvent,
  SpoolJob,
  SpoolListener,
  SpoolOutcome,
} from '../../printing/index.ts';
import { FaultError, throwFault } from '../../os/errors.ts';
import { findBootTimeMs } from '../../os/process.ts';
import {
  addJob,
  assumeUnsent,
  doubt,
  JournalError,
  type OpenPrint,
  readFault,
} from '../../journal/index.ts';
import type { PaperRequest } from '../model/coordination.ts';
import { changeLabel } from '../model/label-state.ts';
import type { JobServices, PrintOrder } from '../types.ts';
import type { Done, JobRunner } from './job-runner.ts';
import type { DanfePrint } from './danfe-print.ts';
import { LoadingPrint } from './loading-print.ts';
import type { JobParts } from './parts.ts';
import {
  countOnPaper,
  findSpoolEnd,
  type SpoolEnd,
  type SpoolFile,
  type SpoolFiles,
  type SpoolReport,
} from './spool-files.ts';
import { applyEnd } from '../state/job-model.ts';

/** A print run that is under way, or whose end is unknown. */
interface OpenRun {
  readonly id: number;
  readonly printer: string;
  /** The sent file: its print system may still read it. */
  readonly file: SpoolFile | null;
  /** From the journal when the job was opened; null for runs of this program. */
  readonly left: OpenPrint | null;
}

/** Prints labels. A label counts as printed by its printer's report, or by the packer's. */
export class PrintRuns {
  readonly #parts;
  readonly #model;
  readonly #files: SpoolFiles;
  readonly #runner: JobRunner;
  readonly #danfePrint: DanfePrint;
  open: OpenRun | null;

  constructor(
    parts: JobParts,
    files: SpoolFiles,
    runner: JobRunner,
    danfePrint: DanfePrint,
    left: OpenPrint | null,
  ) {
    this.#parts = parts;
    this.#model = parts.model;
    this.#files = files;
    this.#runner = runner;
    this.#danfePrint = danfePrint;
    this.open = left && { id: left.id, printer: left.printer, file: null, left };
  }

  /**
   * Prints labels in spool jobs, one after the other; they count as printed only when their own
   * spool job ended well. After one that did not, nothing more is sent.
   */
  print(order: PrintOrder, signal?: AbortSignal): Done {
    const ids = order.shipmentIds ?? this.#model.shipments.map(({ id }) => id);
    return this.#runner.work(
      (joined) => this.#danfePrint.watch(ids, () => this.#print(order, ids, joined)),
      signal,
    );
  }

  async #print(order: PrintOrder, asked: readonly number[], signal: AbortSignal): Promise<void> {
    const { shipmentIds, printsSeen, whileLoading, sheet } = order;
    const isLoading = whileLoading === true && sheet === null;
    const prints = countPrints(this.#model.entries(), asked);
    if (printsSeen !== undefined && printsSeen !== prints)
      throwFault('floor-taken', { detail: 'printed meanwhile' });
    // The copies that the person asked for: one that another station prints from here on is not
    // printed again.
    const paper = this.#parts.coordination.askForPaper(asked);
    if (!isLoading)
      await this.#parts.invoices.settle(this.#files.select(shipmentIds, 'unprinted'), signal);
    // Another grouping that is open here may have printed some meanwhile.
    this.#model.judge.holdPrinted();
    const ids = this.#files.select(shipmentIds, 'unprinted', !isLoading);
    const loading = isLoading ? new LoadingPrint(this.#parts, ids) : null;
    if (isLoading) this.#model.step({ type: 'print' });
    // Nothing is under way before the first label is there.
    const first = loading === null ? ids : await loading.next(signal, false);
    if (first.length === 0) refuseNothing();
    const core = this.#model.step({ type: 'print' });
    this.#model.apply({ core, fault: null });
    this.#model.judge.printWaits = isLoading;
    this.#model.paper.set(first);
    this.#model.view.showOnPaper([], { printed: 0, of: ids.length });
    const print = new Print(this.#parts, this.#files, this, { ids, loading, order, paper, signal });
    try {
      await this.#files.writing.run(() => print.run());
    } finally {
      this.#model.judge.printWaits = false;
    }
  }

  /**
   * Stores the end of a run. `hasMore`: the print goes on with another run, unless this one
   * failed. Returns the run's fault, or the journal's.
   */
  end(run: OpenRun, end: SpoolEnd, verdict: PrintVerdict, hasMore: boolean): Fault | null {
    const { outcome, fault: failure } = end;
    const { printed, perhaps, not } = end.labels;
    const isOver = !hasMore || failure !== null;
    const core = isOver
      ? this.#model.step({ type: 'print-ended', known: outcome !== 'unknown' })
      : this.#model.core;
    const before = this.#model.printVerdict;
    const data = {
      run: run.id,
      outcome,
      printed: printed.length,
      perhaps: perhaps.length,
      not: not.length,
    };
    if (core.print === 'unknown') this.#model.paper.set(perhaps);
    try {
      this.#model.apply(
        {
          core,
          fault: isCancelled(failure) ? null : failure,
          printVerdict: isOver && failure === null && verdict.not.length === 0 ? null : verdict,
          labels: this.notePrinted(printed, run),
          printRun: { id: run.id, outcome },
          events: [{ kind: 'print-ended', data }],
        },
        { durable: true },
      );
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      // The paper is out and could not be recorded: the packer is asked, as after a crash.
      this.#model.paper.set(before?.perhaps ?? []);
      this.#model.remember({ ...core, print: 'unknown' }, error.fault);
      return error.fault;
    }
    if (outcome !== 'unknown') this.open = null;
    return failure;
  }

  /** A shipment that has left the list meanwhile may be in the list of another grouping. */
  notePrinted(ids: readonly number[], { id: run, printer }: OpenRun) {
    return ids.flatMap((id) => {
      const entry = this.#model.findKnown(id);
      if (entry === null) return [];
      const kind = entry.label.timesPrinted > 0 ? 'reprinted' : 'printed';
      if (kind === 'printed') this.#danfePrint.note(id);
      return changeLabel(entry, { type: 'printed' }, { kind, data: { run, printer } }) ?? [];
    });
  }

  /** Nobody is asked about the open run any more: its print system needs the file no longer. */
  forget(): void {
    void this.open?.file?.remove();
    this.open = null;
  }
}

interface PrintParts {
  readonly ids: readonly number[];
  /** For a print that began while labels are fetched. */
  readonly loading: LoadingPrint | null;
  readonly order: PrintOrder;
  /** The other stations' consent. */
  readonly paper: PaperRequest;
  readonly signal: AbortSignal;
}

/** One print that is under way: its spool jobs, one after the other. */
class Print {
  readonly #services;
  readonly #model;
  readonly #files: SpoolFiles;
  readonly #runs: PrintRuns;
  readonly #parts: PrintParts;
  /** On all of its labels. */
  #verdict: PrintVerdict;
  /** A failure from here on leaves a report of this print, even if nothing was printed. */
  #isPlanned = false;
  #spoolJobs = 0;

  constructor(
    { services, model }: JobParts,
    files: SpoolFiles,
    runs: PrintRuns,
    parts: PrintParts,
  ) {
    this.#services = services;
    this.#model = model;
    this.#files = files;
    this.#runs = runs;
    this.#parts = parts;
    this.#verdict = assumeUnsent(parts.ids);
  }

  /** Prints all of them, in parts while some are fetched. */
  async run(): Promise<void> {
    const { ids, loading, paper, signal } = this.#parts;
    await this.#doOrEnd(() => paper.claim(ids, signal));
    for (;;) {
      this.#isPlanned = false;
      const part = await this.#doOrEnd(() => loading?.next(signal, true) ?? ids);
      if (part.length === 0) {
        this.#endWithoutRun(null);
        if (this.#verdict.printed.length === 0) refuseNothing();
        return;
      }
      this.#showCount();
      const jobs = await this.#doUnlessStopped(part, () => this.#plan(part));
      this.#isPlanned = true;
      if (jobs !== null && (await this.#printJobs(jobs))) return;
    }
  }

  async #plan(part: readonly number[]): Promise<readonly SpoolJob[]> {
    const { order, signal } = this.#parts;
    const { info, jobs } = await this.#files.plan(part, order, signal);
    if (order.isWanted?.(part) === false) throwFault('cancelled');
    // A print is all or nothing.
    const unrouted = info.unrouted.length;
    if (unrouted > 0) throwFault('no-printer', { detail: `${unrouted} labels` });
    return jobs;
  }

  /** Returns false if there may be more to plan. */
  async #printJobs(jobs: readonly SpoolJob[]): Promise<boolean> {
    const { loading } = this.#parts;
    for (const [index, job] of jobs.entries()) {
      const hasMore = index + 1 < jobs.length || loading?.hasMoreThan(job.shipmentIds) === true;
      this.#spoolJobs += 1;
      const isSent = await this.#printJob(job, loading === null ? jobs.length : null, hasMore);
      // One of its labels turned out to be none to print: the others are planned again.
      if (!isSent) return false;
      loading?.take(job.shipmentIds);
      if (!hasMore) return true;
    }
    return false;
  }

  /**
   * One spool job, one print run. Returns false if nothing was sent, because one of its labels is
   * stopped. `of`: the number of all of them, if it is known.
   */
  async #printJob(job: SpoolJob, of: number | null, hasMore: boolean): Promise<boolean> {
    const { order, signal } = this.#parts;
    const { printer, shipmentIds } = job;
    const turn = { number: this.#spoolJobs, of };
    const file = await this.#doUnlessStopped(shipmentIds, () =>
      this.#files.writeSpoolFile(job, turn, order, signal),
    );
    if (file === null) return false;
    // Unique, so that the job is recognised when it is searched.
    const title = `Doca ${this.#model.grouping.id} ${randomUUID().slice(0, 8)}`;
    let id: number | null = null;
    try {
      id = await this.#doUnlessStopped(shipmentIds, () => {
        if (signal.aborted) throwFault('cancelled');
        // One can turn out to be another shipment's while those before it are printed, or be
        // printed in another grouping that is open here.
        this.#model.judge.holdPrinted(shipmentIds);
        this.#files.select(shipmentIds, 'all');
        const system = printer.earlier?.system ?? null;
        const bootedAtMs = findBootTimeMs(this.#services.clock.now());
        const spool = { title, system, jobId: null, bootedAtMs, placed: file.placed };
        const print = { printer: printer.name, shipmentIds, spool };
        return this.#model.startPrint(print, addJob(this.#verdict, doubt(shipmentIds)));
      });
    } finally {
      if (id === null) await file.remove();
    }
    if (id === null) return false;
    const run = { id, printer: printer.name, file, left: null };
    this.#runs.open = run;
    const report = await this.#send(job, run, title);
    const end = findSpoolEnd(report, shipmentIds, file.placed);
    this.#verdict = addJob(this.#verdict, end.labels);
    const failure = this.#runs.end(run, end, this.#verdict, hasMore);
    if (failure === null) this.#showCount();
    if (end.outcome !== 'unknown') await file.remove();
    if (failure !== null) throw new FaultError(failure);
    return true;
  }

  /**
   * Sends a run's spool job. Its id and progress are in the journal first; if that fails, nothing
   * more is sent.
   */
  async #send(
    { printer: target, shipmentIds }: SpoolJob,
    { id, file: { file, placed } }: { readonly id: number; readonly file: SpoolFile },
    title: string,
  ): Promise<SpoolReport> {
    const { journal, printing } = this.#services;
    const { paper, signal } = this.#parts;
    const unwritten = new AbortController();
    const failures: Fault[] = [];
    let notedId: string | null = null;
    const printer = printing.watch(target, this.#model.view.snapshot(), shipmentIds);
    const note = ({ jobId, labels }: SpoolEvent): void => {
      if (jobId !== null && jobId !== notedId) journal.noteSpoolJob(id, jobId);
      notedId = jobId;
      if (labels === null) return;
      journal.noteTally(id, labels);
      this.#showCount(countOnPaper(labels, placed));
    };
    const report = await followPrinter(this.#services, async (listener) => {
      const refusal = await paper.confirm(shipmentIds, false);
      if (refusal !== null) return failed({ ...refusal, reached: 'no' });
      return printer.print(
        { ...file, title, mayGoOn: () => paper.confirm(shipmentIds, true) },
        AbortSignal.any([signal, unwritten.signal]),
        (event) => {
          listener(event);
          try {
            note(event);
          } catch (error) {
            if (!(error instanceof JournalError)) throw error;
            failures.push(error.fault);
            unwritten.abort();
          }
        },
      );
    });
    const [failure] = failures;
    const { result } = report;
    if (failure === undefined || result.ok || !isCancelled(result.fault)) return report;
    return { ...report, result: failed({ ...failure, reached: result.fault.reached }) };
  }

  /** `onPaper`: those of the spool job under way. */
  #showCount(onPaper: readonly number[] = []): void {
    const open = this.#parts.loading?.openPlaces ?? [];
    const printed = this.#verdict.printed.length + onPaper.length;
    const progress = { printed, of: this.#parts.ids.length };
    this.#model.view.showOnPaper(onPaper, open.length === 0 ? progress : { ...progress, open });
  }

  /** Work before an effect: if it fails, the print is over. */
  async #doOrEnd<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FaultError)) {
        this.#endWithoutRun(fault('internal'));
        throw error;
      }
      this.#endWithoutRun(error.fault);
      // If the journal failed, the job has its fault now.
      throw new FaultError(error.fault);
    }
  }

  /**
   * The same, but if one of these turned out to be no label to print, it returns null: the print
   * goes on without it.
   */
  #doUnlessStopped<T>(
    shipmentIds: readonly number[],
    work: () => T | Promise<T>,
  ): Promise<T | null> {
    return this.#doOrEnd(async () => {
      try {
        return await work();
      } catch (error) {
        const isStopped = this.#parts.loading?.isStopped(shipmentIds) === true;
        if (readFault(error) === null || !isStopped) throw error;
        return null;
      }
    });
  }

  #endWithoutRun(failure: Fault | null): void {
    const isReported = this.#isPlanned || this.#verdict.printed.length > 0;
    applyEnd(this.#model, {
      core: this.#model.step({ type: 'print-ended', known: true }),
      fault: isCancelled(failure) ? null : failure,
      ...(isReported && { printVerdict: this.#verdict }),
    });
  }
}

/** Follows a printer to its end; after a defect, uncounted labels are in doubt. */
export async function followPrinter(
  { log }: Pick<JobServices, 'log'>,
  work: (listener: SpoolListener) => Promise<Result<SpoolOutcome>>,
): Promise<SpoolReport> {
  let tally: LabelTally | null = null;
  let begun = false;
  const listener: SpoolListener = ({ state, labels }) => {
    if (state === 'printing' || state === 'held') begun = true;
    if (labels !== null) tally = labels;
  };
  let result: Result<SpoolOutcome>;
  try {
    result = await work(listener);
  } catch (error) {
    const detail = error instanceof Error ? error.name : null;
    log.warn('printer-defect', { error: detail });
    result = fail('print-unknown', { detail });
  }
  return { result, tally, begun };
}

function refuseNothing(): never {
  throwFault('not-ready', { detail: 'there is no label to print' });
}

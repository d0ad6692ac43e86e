import { failed, fault, ok } from '../../../shared/index.ts';
import type { Fault, PrintVerdict, Result } from '../../../shared/index.ts';
import type { PrintFile, Printer } from '../../printing/index.ts';
import type { LabelChange } from '../model/job-change.ts';
import type { JobModel } from '../model/job-model.ts';
import { JournalError } from '../journal/fault.ts';
import type { JobRecord, NewEvent } from '../journal/records.ts';
import { nextLabel } from '../model/label-state.ts';
import type { MergedFiles } from './merged-files.ts';
import { addJob, applyAnswer, doubt, assumeUnsent } from '../journal/print-verdict.ts';
import { SpoolWatch, findSpoolEnd } from './spool-end.ts';
import type { SpoolEnd, SpoolReport } from './spool-end.ts';
import type { SpoolFile, SpoolFiles, SpoolTurn } from './spool-files.ts';
import type { JobServices, PlanSpoolJobs, PrintOptions, SpoolJob } from '../types.ts';

/** A print run that is under way, or whose end nobody knows. */
interface OpenRun {
  readonly id: number;
  readonly printer: string;
  /** What was sent: its print system may still read it. */
  readonly file: SpoolFile | null;
}

/** Makes paper of labels. A label counts as printed when its printer says so, or the packer. */
export class PrintRuns {
  readonly #services: JobServices;
  readonly #model: JobModel;
  readonly #merged: MergedFiles;
  readonly #files: SpoolFiles;
  #open: OpenRun | null;

  constructor(
    services: JobServices,
    model: JobModel,
    merged: MergedFiles,
    files: SpoolFiles,
    open: JobRecord['openPrint'],
  ) {
    this.#services = services;
    this.#model = model;
    this.#merged = merged;
    this.#files = files;
    this.#open = open === null ? null : { ...open, file: null };
  }

  /** Of what is not printed yet where no shipments are named. */
  async print(
    plan: PlanSpoolJobs,
    shipmentIds: readonly number[] | undefined,
    signal: AbortSignal,
    options: PrintOptions,
  ): Promise<Result<void>> {
    const ids = this.#merged.select(shipmentIds, 'unprinted');
    if (!ids.ok) return ids;
    if (ids.value.length === 0) return failed(fault('not-ready', { detail: 'there is no label to print' }));
    const started = this.#model.step({ type: 'print' });
    if (!started.ok) return started;
    this.#model.apply({ core: started.value, fault: null });
    this.#model.holdForPrint(ids.value);
    return this.#merged.runAlone(async () => {
      const jobs = await this.#doOrEnd(() => this.#merged.plan(plan, ids.value, signal, options));
      if (!jobs.ok) return jobs;
      let verdict = assumeUnsent(ids.value);
      for (const [index, job] of jobs.value.entries()) {
        const turn = { number: index + 1, of: jobs.value.length };
        const printed = await this.#printJob(job, turn, verdict, signal, options);
        if (!printed.ok) return printed;
        verdict = printed.value;
      }
      return ok();
    });
  }

  resolve(printed: boolean): Result<void> {
    const core = this.#model.step({ type: 'print-resolved' });
    if (!core.ok) return core;
    const [open, verdict] = [this.#open, this.#model.printVerdict];
    if (open === null || verdict === null) throw new Error('an unknown print without its run');
    // Labels of shipments that have left the list meanwhile are nobody's.
    const ids = verdict.perhaps.filter((id) => this.#model.find(id) !== null);
    this.#model.apply(
      {
        core: core.value,
        fault: null,
        printVerdict: applyAnswer(verdict, printed),
        labels: printed ? this.#markPrinted(ids) : [],
        printRun: { id: open.id, outcome: printed ? 'done' : 'failed' },
        events: [
          { kind: 'print-resolved', data: { run: open.id, printed } },
          ...(printed ? this.#describePrinted(ids, open) : []),
        ],
      },
      { durable: true },
    );
    this.#open = null;
    void open.file?.remove();
    return ok();
  }

  /** One spool job: one print run in the journal. Gives what is true of the whole print when it ended well. */
  async #printJob(
    job: SpoolJob,
    turn: SpoolTurn,
    before: PrintVerdict,
    signal: AbortSignal,
    options: PrintOptions,
  ): Promise<Result<PrintVerdict>> {
    const written = await this.#doOrEnd(() => this.#write(job, turn, signal, options), before);
    if (!written.ok) return written;
    const file = written.value;
    const started = await this.#doOrEnd(() => {
      if (signal.aborted) return failed(fault('cancelled'));
      return ok(this.#model.startPrint(job.printer.name, job.shipmentIds, addJob(before, doubt(job.shipmentIds))));
    }, before);
    if (!started.ok) {
      await file.remove();
      return started;
    }
    const run = { id: started.value, printer: job.printer.name, file };
    this.#open = run;
    const report = await this.#send(job.printer, file.file, signal);
    const end = findSpoolEnd(report, job.shipmentIds, file.placed);
    const result = this.#end(run, end, addJob(before, end.labels), turn.number === turn.of);
    if (!this.#isOpen) await file.remove();
    return result;
  }

  get #isOpen(): boolean {
    return this.#open !== null;
  }

  async #write(job: SpoolJob, turn: SpoolTurn, signal: AbortSignal, options: PrintOptions): Promise<Result<SpoolFile>> {
    // A label can turn out to be somebody else's while the ones before it are printed.
    const still = this.#merged.select(job.shipmentIds, 'all');
    return still.ok ? this.#files.write(job, turn, options, signal) : still;
  }

  /** Work before an effect: where it fails, the print is over, and `verdict` stays true of it. */
  async #doOrEnd<T>(work: () => Result<T> | Promise<Result<T>>, verdict?: PrintVerdict): Promise<Result<T>> {
    try {
      const done = await work();
      if (!done.ok) this.#endWithoutRun(done.fault, verdict);
      return done;
    } catch (error) {
      this.#endWithoutRun(error instanceof JournalError ? error.fault : fault('internal'), verdict);
      if (error instanceof JournalError) return failed(error.fault);
      throw error;
    }
  }

  async #send(printer: Printer, file: Omit<PrintFile, 'title'>, signal: AbortSignal): Promise<SpoolReport> {
    const watch = new SpoolWatch();
    try {
      const title = `Doca ${this.#model.grouping.id}`;
      return watch.report(await printer.print({ ...file, title }, signal, watch.hear));
    } catch (error) {
      const detail = error instanceof Error ? error.name : null;
      this.#services.log.warn('printer-defect', { grouping: this.#model.grouping.id, error: detail });
      return watch.report(failed(fault('print-unknown', { detail })));
    }
  }

  /** Writes down how a run ended; where the print goes on after it, it stays under way. */
  #end(run: OpenRun, end: SpoolEnd, verdict: PrintVerdict, last: boolean): Result<PrintVerdict> {
    const { outcome, fault: failure, labels } = end;
    const isOver = last || failure !== null;
    const core = isOver ? this.#model.advance({ type: 'print-ended', known: outcome !== 'unknown' }) : this.#model.core;
    const before = this.#model.printVerdict;
    if (core.print === 'unknown') this.#model.holdForPrint(labels.perhaps);
    try {
      this.#model.apply(
        {
          core,
          fault: failure?.kind === 'cancelled' ? null : failure,
          printVerdict: last && failure === null ? null : verdict,
          labels: this.#markPrinted(labels.printed),
          printRun: { id: run.id, outcome },
          events: [
            {
              kind: 'print-ended',
              data: {
                run: run.id,
                outcome,
                printed: labels.printed.length,
                perhaps: labels.perhaps.length,
                not: labels.not.length,
              },
            },
            ...this.#describePrinted(labels.printed, run),
          ],
        },
        { durable: true },
      );
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      // The paper is out and nobody could write it down: the packer is asked, as after a crash.
      this.#model.holdForPrint(before?.perhaps ?? []);
      this.#model.remember({ ...core, print: 'unknown' }, error.fault);
      return failed(error.fault);
    }
    if (outcome !== 'unknown') this.#open = null;
    return failure === null ? ok(verdict) : failed(failure);
  }

  #endWithoutRun(failure: Fault, verdict: PrintVerdict | undefined): void {
    const core = this.#model.advance({ type: 'print-ended', known: true });
    const shown = failure.kind === 'cancelled' ? null : failure;
    this.#model.applyEnd({ core, fault: shown, ...(verdict === undefined ? {} : { printVerdict: verdict }) });
  }

  #markPrinted(ids: readonly number[]): LabelChange[] {
    return ids.flatMap((id) => {
      const label = nextLabel(this.#model.entry(id).label, { type: 'printed' });
      return label === null ? [] : [{ id, label }];
    });
  }

  #describePrinted(ids: readonly number[], { id: run, printer }: OpenRun): NewEvent[] {
    const kindOf = (id: number) => (this.#model.entry(id).label.timesPrinted > 0 ? 'reprinted' : 'printed');
    return ids.map((id) => ({ kind: kindOf(id), shipmentId: id, data: { run, printer } }));
  }
}

import { failed, fault, ok } from '../../shared/index.ts';
import type { Fault, Result } from '../../shared/index.ts';
import type { PrintFile, Printer } from '../printing/index.ts';
import type { JobModel } from './job-model.ts';
import { JournalError } from './journal-fault.ts';
import type { NewEvent } from './journal.ts';
import { nextLabel } from './label-state.ts';
import type { Output } from './output.ts';
import type { JobServices, PrintOptions } from './types.ts';

/** How a print run ended. */
type PrintEnd =
  { readonly outcome: 'done' } | { readonly outcome: 'failed' | 'cancelled' | 'unknown'; readonly fault: Fault };

/** Makes paper of labels. A label counts as printed when the spool job ended well, or when the packer says so. */
export class PrintRuns {
  readonly #services: JobServices;
  readonly #model: JobModel;
  readonly #output: Output;
  /** The journal's id of the run that is under way, or whose end nobody knows. */
  #open: number | null;

  constructor(services: JobServices, model: JobModel, output: Output, open: number | null) {
    this.#services = services;
    this.#model = model;
    this.#output = output;
    this.#open = open;
  }

  async print(
    printer: Printer,
    shipmentIds: readonly number[] | undefined,
    signal: AbortSignal,
    options: PrintOptions,
  ): Promise<Result<void>> {
    const ids = this.#output.selected(shipmentIds, 'unprinted');
    if (!ids.ok) return ids;
    if (ids.value.length === 0) return failed(fault('not-ready', { detail: 'there is no label to print' }));
    const started = this.#model.step({ type: 'print' });
    if (!started.ok) return started;
    this.#model.apply({ core: started.value, fault: null });
    this.#model.holdForPrint(ids.value);
    return this.#output.alone(async () => {
      const batches = spoolJobs(ids.value, options);
      for (const [index, batch] of batches.entries()) {
        const ended = await this.#printBatch(printer, batch, signal, options, index === batches.length - 1);
        if (!ended.ok) return ended;
      }
      return ok();
    });
  }

  /** One spool job: one print run in the journal. */
  async #printBatch(
    printer: Printer,
    ids: readonly number[],
    signal: AbortSignal,
    options: PrintOptions,
    last: boolean,
  ): Promise<Result<void>> {
    const prepared = await this.#prepareRun(printer, ids, signal, options);
    if (!prepared.ok) {
      this.#endWithoutRun(prepared.fault);
      return prepared;
    }
    this.#open = prepared.value.run;
    const end = await this.#send(printer, prepared.value.file, signal);
    return this.#end(prepared.value.run, ids, end, last);
  }

  resolve(printed: boolean): Result<void> {
    const core = this.#model.step({ type: 'print-resolved' });
    if (!core.ok) return core;
    if (this.#open === null) throw new Error('an unknown print without its run');
    const ids = [...this.#model.printing].filter((id) => this.#model.find(id) !== null);
    this.#model.apply(
      {
        core: core.value,
        fault: null,
        labels: printed ? this.#printedLabels(ids) : [],
        printRun: { id: this.#open, outcome: printed ? 'done' : 'failed' },
        events: [
          { kind: 'print-resolved', data: { run: this.#open, printed } },
          ...(printed ? this.#printedEvents(ids) : []),
        ],
      },
      { durable: true },
    );
    this.#open = null;
    return ok();
  }

  /** Everything before the first effect: the file, and the journal's word that it is being printed. */
  async #prepareRun(
    printer: Printer,
    ids: readonly number[],
    signal: AbortSignal,
    options: PrintOptions,
  ): Promise<Result<{ readonly run: number; readonly file: PrintFile }>> {
    try {
      // A label can turn out to be somebody else's while the ones before it are printed.
      const still = this.#output.selected(ids, 'all');
      if (!still.ok) return still;
      const written = await this.#output.writeForPrint(ids, signal, options);
      if (!written.ok) return written;
      if (signal.aborted) return failed(fault('cancelled'));
      const file = { ...written.value, title: `Doca ${this.#model.grouping.id}` };
      return ok({ run: this.#model.startPrint(printer.name, ids), file });
    } catch (error) {
      if (error instanceof JournalError) return failed(error.fault);
      this.#endWithoutRun(fault('internal'));
      throw error;
    }
  }

  async #send(printer: Printer, file: PrintFile, signal: AbortSignal): Promise<PrintEnd> {
    try {
      const printed = await printer.print(file, signal);
      if (!printed.ok) {
        const { kind } = printed.fault;
        if (kind === 'print-unknown') return { outcome: 'unknown', fault: printed.fault };
        return { outcome: kind === 'cancelled' ? 'cancelled' : 'failed', fault: printed.fault };
      }
      switch (printed.value) {
        case 'done':
          return { outcome: 'done' };
        case 'cancelled':
          return { outcome: 'cancelled', fault: fault('print-failed', { detail: 'the spool job was cancelled' }) };
        case 'unknown':
          return { outcome: 'unknown', fault: fault('print-unknown') };
      }
    } catch (error) {
      const detail = error instanceof Error ? error.name : null;
      this.#services.log.warn('printer-defect', { grouping: this.#model.grouping.id, error: detail });
      return { outcome: 'unknown', fault: fault('print-unknown', { detail }) };
    }
  }

  #end(run: number, ids: readonly number[], end: PrintEnd, last: boolean): Result<void> {
    const core =
      end.outcome === 'done' && !last
        ? this.#model.core
        : this.#model.stepped({ type: 'print-ended', known: end.outcome !== 'unknown' });
    const failure = end.outcome === 'done' || end.fault.kind === 'cancelled' ? null : end.fault;
    const done = end.outcome === 'done';
    // What the packer may be asked about are this run's labels: those of later ones were not sent.
    if (core.print === 'unknown') this.#model.holdForPrint(ids);
    try {
      this.#model.apply(
        {
          core,
          fault: failure,
          labels: done ? this.#printedLabels(ids) : [],
          printRun: { id: run, outcome: end.outcome },
          events: [
            { kind: 'print-ended', data: { run, outcome: end.outcome } },
            ...(done ? this.#printedEvents(ids) : []),
          ],
        },
        { durable: true },
      );
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      // The paper is out and nobody could write it down: the packer is asked, as after a crash.
      this.#model.holdForPrint(ids);
      this.#model.remember({ ...core, print: 'unknown' }, error.fault);
      return failed(error.fault);
    }
    if (end.outcome !== 'unknown') this.#open = null;
    return end.outcome === 'done' ? ok() : failed(end.fault);
  }

  #endWithoutRun(failure: Fault): void {
    const core = this.#model.stepped({ type: 'print-ended', known: true });
    const shown = failure.kind === 'cancelled' ? null : failure;
    try {
      this.#model.apply({ core, fault: shown });
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      this.#model.remember(core, error.fault);
    }
  }

  #printedLabels(ids: readonly number[]) {
    return ids.flatMap((id) => {
      const label = nextLabel(this.#model.entry(id).label, { type: 'printed' });
      return label === null ? [] : [{ id, label }];
    });
  }

  #printedEvents(ids: readonly number[]): NewEvent[] {
    const kindOf = (id: number) => (this.#model.entry(id).label.timesPrinted > 0 ? 'reprinted' : 'printed');
    return ids.map((id) => ({ kind: kindOf(id), shipmentId: id }));
  }
}

/** In the order of the print. A sheet of stickers is not cut in two: its labels are one spool job. */
function spoolJobs(ids: readonly number[], { labelsPerJob = null, sheet }: PrintOptions): (readonly number[])[] {
  if (labelsPerJob === null || sheet !== null) return [ids];
  const count = Math.ceil(ids.length / labelsPerJob);
  return Array.from({ length: count }, (_, job) => ids.slice(job * labelsPerJob, (job + 1) * labelsPerJob));
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { failed, fault, ok } from '../../shared/index.ts';
import type { Fault, Result } from '../../shared/index.ts';
import type { BookEntry, LabelBook, WrittenBook } from '../labels/index.ts';
import type { Printer } from '../printing/index.ts';
import type { Collector } from './collector.ts';
import type { JobModel } from './job-model.ts';
import { fileFault, JournalError } from './journal-fault.ts';
import type { NewEvent } from './journal.ts';
import type { LabelFetcher } from './label-fetcher.ts';
import { isPrintable, nextLabel } from './label-state.ts';
import { outputName } from './output-name.ts';
import { Pool } from './pool.ts';
import { readWritten } from './read-written.ts';
import type { JobServices, PrintLayout } from './types.ts';

/** Labels looked up at once where a print needs files that were not read yet in this run of the program. */
const lookups = 16;

/** One label a page, once. */
export const plainLayout: PrintLayout = { copies: 1, sheet: null };

/** How a print run ended. */
type PrintEnd =
  { readonly outcome: 'done' } | { readonly outcome: 'failed' | 'cancelled' | 'unknown'; readonly fault: Fault };

/** Makes files of labels, and paper of files. */
export class Output {
  readonly #services: JobServices;
  readonly #model: JobModel;
  readonly #book: LabelBook;
  readonly #fetcher: LabelFetcher;
  readonly #collector: Collector;
  /** One file is written at a time, and none while it is being printed. */
  readonly #writing = new Pool(1);
  #printRun: number | null;

  constructor(
    services: JobServices,
    model: JobModel,
    book: LabelBook,
    fetcher: LabelFetcher,
    collector: Collector,
    openPrint: number | null,
  ) {
    this.#services = services;
    this.#model = model;
    this.#book = book;
    this.#fetcher = fetcher;
    this.#collector = collector;
    this.#printRun = openPrint;
  }

  async merge(shipmentIds: readonly number[] | undefined, signal: AbortSignal): Promise<Result<void>> {
    const ids = this.#selected(shipmentIds, 'all');
    if (!ids.ok) return ids;
    const refuseWhilePrinting = (): Result<void> =>
      this.#model.core.print === 'running' ? failed(fault('not-ready', { detail: 'a print is running' })) : ok();
    return this.#writing.run(async () => {
      const allowed = refuseWhilePrinting();
      if (!allowed.ok) return allowed;
      const written = await this.#write(ids.value, signal, plainLayout);
      if (!written.ok) this.#fail(written.fault);
      return written;
    });
  }

  async preview(shipmentIds: readonly number[], layout: PrintLayout, signal: AbortSignal): Promise<Result<Uint8Array>> {
    const ids = this.#selected(shipmentIds, 'all');
    if (!ids.ok) return ids;
    if (ids.value.length === 0) return failed(fault('not-ready', { detail: 'there is no label to show' }));
    const complete = await this.#ensure(ids.value, signal);
    if (!complete.ok) return complete;
    return readWritten(this.#services.outDir, (path) => this.#writePdf(ids.value, path, layout));
  }

  async print(
    printer: Printer,
    shipmentIds: readonly number[] | undefined,
    signal: AbortSignal,
    layout: PrintLayout,
  ): Promise<Result<void>> {
    const ids = this.#selected(shipmentIds, 'unprinted');
    if (!ids.ok) return ids;
    if (ids.value.length === 0) return failed(fault('not-ready', { detail: 'there is no label to print' }));
    const started = this.#model.step({ type: 'print' });
    if (!started.ok) return started;
    this.#model.apply({ core: started.value, fault: null });
    this.#model.holdForPrint(ids.value);
    return this.#writing.run(async () => {
      const prepared = await this.#prepareRun(printer, ids.value, signal, layout);
      if (!prepared.ok) {
        this.#endWithoutRun(prepared.fault);
        return prepared;
      }
      this.#printRun = prepared.value.run;
      const end = await this.#send(printer, prepared.value.path, signal);
      return this.#end(prepared.value.run, ids.value, end);
    });
  }

  resolvePrint(printed: boolean): Result<void> {
    const core = this.#model.step({ type: 'print-resolved' });
    if (!core.ok) return core;
    if (this.#printRun === null) throw new Error('an unknown print without its run');
    const ids = [...this.#model.printing].filter((id) => this.#model.find(id) !== null);
    this.#model.apply(
      {
        core: core.value,
        fault: null,
        labels: printed ? this.#printedLabels(ids) : [],
        printRun: { id: this.#printRun, outcome: printed ? 'done' : 'failed' },
        events: [
          { kind: 'print-resolved', data: { run: this.#printRun, printed } },
          ...(printed ? this.#printedEvents(ids) : []),
        ],
      },
      { durable: true },
    );
    this.#printRun = null;
    return ok();
  }

  /** The shipments to print, in list order. */
  #selected(shipmentIds: readonly number[] | undefined, otherwise: 'all' | 'unprinted'): Result<readonly number[]> {
    const entries = this.#model.entries();
    if (shipmentIds === undefined) {
      const wanted = entries.filter(({ label }) =>
        otherwise === 'all' ? isPrintable(label) : label.state === 'ready',
      );
      return ok(wanted.map(({ shipment }) => shipment.id));
    }
    const asked = new Set(shipmentIds);
    const wanted = entries.filter(({ shipment }) => asked.has(shipment.id));
    if (wanted.length < asked.size)
      return failed(fault('invalid-input', { detail: 'not a shipment of this grouping' }));
    const missing = wanted.filter(({ label }) => !isPrintable(label)).length;
    if (missing > 0) return failed(fault('not-ready', { detail: `${missing} without label` }));
    return ok(wanted.map(({ shipment }) => shipment.id));
  }

  /** Writes the files of these labels; without labels there are none. */
  async #write(ids: readonly number[], signal: AbortSignal, layout: PrintLayout): Promise<Result<void>> {
    const complete = await this.#ensure(ids, signal);
    if (!complete.ok) return complete;
    if (ids.length === 0) {
      this.#model.apply({ pdfPath: null, zplPath: null });
      return ok();
    }
    const { outDir } = this.#services;
    try {
      await mkdir(outDir, { recursive: true });
    } catch (error) {
      const refusal = fileFault(error);
      if (refusal === null) throw error;
      return failed(refusal);
    }
    const all = this.#model.entries().filter(({ label }) => isPrintable(label)).length;
    const base = join(outDir, `${outputName(this.#model.grouping)}${ids.length < all ? '-partial' : ''}`);
    const pdf = await this.#writePdf(ids, `${base}.pdf`, layout);
    if (!pdf.ok) return pdf;
    let zplPath: string | null = null;
    if (ids.some((id) => this.#model.files(id).some(({ content }) => content?.hasZpl === true))) {
      const zpl = await this.#book.writeZpl(this.#bookEntries(ids), `${base}.zpl`);
      if (!zpl.ok) return zpl;
      if (zpl.value.bytes > 0) zplPath = zpl.value.path;
    }
    this.#model.apply({ pdfPath: pdf.value.path, zplPath });
    return ok();
  }

  #bookEntries(ids: readonly number[]): BookEntry[] {
    return ids.flatMap((id) => this.#fetcher.prepared(id) ?? []).map((path) => ({ path }));
  }

  #writePdf(ids: readonly number[], path: string, layout: PrintLayout): Promise<Result<WrittenBook>> {
    const { copies, sheet } = layout;
    return this.#book.writePdf(this.#bookEntries(ids), path, { copies, ...(sheet === null ? {} : { sheet }) });
  }

  async #ensure(ids: readonly number[], signal: AbortSignal): Promise<Result<void>> {
    const pool = new Pool(lookups);
    const found = await Promise.all(ids.map((id) => pool.run(() => this.#collector.ensure(id, signal))));
    return found.find((one) => !one.ok) ?? ok();
  }

  /** Everything before the first effect: the file, and the journal's word that it is being printed. */
  async #prepareRun(
    printer: Printer,
    ids: readonly number[],
    signal: AbortSignal,
    layout: PrintLayout,
  ): Promise<Result<{ readonly run: number; readonly path: string }>> {
    try {
      const written = await this.#write(ids, signal, layout);
      if (!written.ok) return written;
      if (signal.aborted) return failed(fault('cancelled'));
      const path = this.#model.snapshot().pdfPath;
      if (path === null) throw new Error('a file that was just written is not there');
      return ok({ run: this.#model.startPrint(printer.name, ids), path });
    } catch (error) {
      if (error instanceof JournalError) return failed(error.fault);
      this.#endWithoutRun(fault('internal'));
      throw error;
    }
  }

  async #send(printer: Printer, path: string, signal: AbortSignal): Promise<PrintEnd> {
    try {
      const title = `Doca ${this.#model.grouping.id}`;
      const printed = await printer.print({ path, kind: 'pdf', title }, signal);
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

  #end(run: number, ids: readonly number[], end: PrintEnd): Result<void> {
    const core = this.#model.stepped({ type: 'print-ended', known: end.outcome !== 'unknown' });
    const failure = end.outcome === 'done' || end.fault.kind === 'cancelled' ? null : end.fault;
    const done = end.outcome === 'done';
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
      this.#model.remember({ ...core, print: 'unknown' }, error.fault);
      return failed(error.fault);
    }
    if (end.outcome !== 'unknown') this.#printRun = null;
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

  #fail(failure: Fault): void {
    if (failure.kind !== 'cancelled') this.#model.apply({ fault: failure });
  }
}

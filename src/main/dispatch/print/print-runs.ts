import { randomUUID } from 'node:crypto';
import {
  failed,
  fault,
  type Fault,
  ok,
  type PrintVerdict,
  type Result,
} from '../../../shared/index.ts';
import type { SpoolEvent, SpoolOutcome } from '../../printing/index.ts';
import { JournalError } from '../journal/fault.ts';
import { forgottenPrinter, isForgotten, makeForgottenSpool } from '../journal/forgotten-print.ts';
import type { NewPrint, OpenPrint, PlacedLabels } from '../journal/records.ts';
import { changeLabel, type LabelChange } from '../model/label-state.ts';
import { findBootTimeMs } from '../../os/process.ts';
import { limitTime } from '../../os/timeout.ts';
import {
  findInterruptedJob,
  type InterruptedJob,
  lookMs,
  readResult,
  readTally,
} from './interrupted-job.ts';
import { LabelPart, type LabelParts } from './label-parts.ts';
import { LoadingPrint } from './loading-print.ts';
import type { MergedFiles, SpoolFile, SpoolTurn } from './merged-files.ts';
import { addJob, applyAnswer, doubt, assumeUnsent } from '../journal/print-verdict.ts';
import type { LabelCopy } from '../../floor/index.ts';
import {
  countOnPaper,
  findSpoolEnd,
  hearOut,
  type SpoolEnd,
  type SpoolReport,
} from './spool-job.ts';
import type { PlanSpoolJobs, PrintOptions, SpoolJob } from '../types.ts';
import { oneStation } from '../collect/job-part.ts';

/** A print run that is under way, or whose end is unknown. */
interface OpenRun {
  readonly id: number;
  readonly printer: string;
  /** The sent file: its print system may still read it. */
  readonly file: SpoolFile | null;
  /** From the journal when the job was opened; null for runs of this program. */
  readonly left: OpenPrint | null;
}

const nothingToPrint = failed(fault('not-ready', { detail: 'there is no label to print' }));
const nowhere: PlacedLabels = { places: [], total: 0 };

/** Prints labels. A label counts as printed by its printer's report, or by the packer's. */
export class PrintRuns extends LabelPart {
  readonly #merged: MergedFiles;
  #open: OpenRun | null;
  /** Goes on by itself, as `interruptedPrint` shows. */
  #interruptedJob: InterruptedJob | null = null;
  /** The print under way, if it began while labels are fetched. */
  #loading: LoadingPrint | null = null;

  constructor(parts: LabelParts, merged: MergedFiles, open: OpenPrint | null) {
    super(parts);
    this.#merged = merged;
    this.#open =
      open === null ? null : { id: open.id, printer: open.printer, file: null, left: open };
  }

  /** Prints the unprinted labels if `shipmentIds` is omitted. */
  async print(
    plan: PlanSpoolJobs,
    shipmentIds: readonly number[] | undefined,
    signal: AbortSignal,
    options: PrintOptions,
  ): Promise<Result<void>> {
    const isLoading = options.whileLoading === true && options.sheet === null;
    const ids = this.#merged.select(shipmentIds, 'unprinted', !isLoading);
    if (!ids.ok) return ids;
    const loading = isLoading ? new LoadingPrint(this.parts, ids.value) : null;
    const may = isLoading ? this.model.step({ type: 'print' }) : ok();
    if (!may.ok) return may;
    // The copies that the person asked for: one that another station prints from here on is not
    // printed again.
    const copies = this.parts.share?.nameCopies(ids.value) ?? [];
    // Nothing is under way before the first label is there.
    const first = loading === null ? ids : await loading.next(signal, false);
    if (!first.ok) return first;
    if (first.value.length === 0) return nothingToPrint;
    const started = this.model.step({ type: 'print' });
    if (!started.ok) return started;
    this.model.apply({ core: started.value, fault: null });
    this.#loading = loading;
    this.model.printWaits = isLoading;
    this.model.holdForPrint(first.value);
    this.model.showOnPaper([], { printed: 0, of: ids.value.length });
    try {
      return await this.#merged.writing.run(async () => {
        const claimed = await this.#doOrEnd(() => this.parts.share?.claim(copies, signal) ?? ok());
        return claimed.ok ? await this.#printAll(plan, ids.value, signal, options) : claimed;
      });
    } finally {
      this.#loading = null;
      this.model.printWaits = false;
    }
  }

  /** Prints all of them, in parts while some are fetched. */
  async #printAll(
    plan: PlanSpoolJobs,
    ids: readonly number[],
    signal: AbortSignal,
    options: PrintOptions,
  ): Promise<Result<void>> {
    const loading = this.#loading;
    let verdict = assumeUnsent(ids);
    const known = (): PrintVerdict | undefined =>
      verdict.printed.length === 0 ? undefined : verdict;
    let number = 0;
    for (;;) {
      const part = await this.#doOrEnd(() => loading?.next(signal, true) ?? ok(ids), known());
      if (!part.ok) return part;
      if (part.value.length === 0) {
        this.#endWithoutRun(null, known());
        return verdict.printed.length === 0 ? nothingToPrint : ok();
      }
      this.#showCount([], verdict);
      const jobs = await this.#doOrEnd(
        () => this.#merged.plan(plan, part.value, signal, options),
        known(),
        part.value,
      );
      if (!jobs.ok) {
        if (this.#isStopped(part.value)) continue;
        return jobs;
      }
      const { length } = jobs.value;
      for (const [index, job] of jobs.value.entries()) {
        const hasMore = index + 1 < length || loading?.hasMoreThan(job.shipmentIds) === true;
        number += 1;
        const turn = { number, of: loading === null ? length : null, hasMore };
        const printed = await this.#printJob(job, turn, verdict, signal, options);
        if (!printed.ok) return printed;
        // Nothing was sent, because one of its labels turned out to be none to print: the others
        // are planned again.
        if (printed.value === verdict) break;
        verdict = printed.value;
        loading?.take(job.shipmentIds);
        if (!hasMore) return ok();
      }
    }
  }

  /** True if the print goes on without one of these, which turned out to be no label to print. */
  #isStopped(shipmentIds: readonly number[]): boolean {
    return this.#loading?.isStopped(shipmentIds) === true;
  }

  /**
   * The packer's answer; not for labels that another station was asked about meanwhile. Fault
   * `floor-away`.
   */
  async answer(printed: boolean | readonly number[]): Promise<Result<void>> {
    const asked = this.model.printVerdict?.perhaps ?? [];
    const still = (await this.parts.share?.confirmDoubts()) ?? ok();
    if (!still.ok) return still;
    const left = new Set(this.model.printVerdict?.perhaps);
    const gone = new Set(asked.filter((id) => !left.has(id)));
    if (gone.size > 0 && this.model.core.print === 'idle') return ok();
    const core = this.model.step({ type: 'print-resolved' });
    if (!core.ok) return core;
    if (this.#interruptedJob !== null)
      return failed(fault('not-ready', { detail: 'its spool job goes on' }));
    const open = this.#open;
    const verdict = this.model.printVerdict;
    if (open === null || verdict === null) throw new Error('an unknown print without its run');
    const named = typeof printed === 'boolean' ? [] : printed.filter((id) => !gone.has(id));
    const out = new Set(printed === true ? verdict.perhaps : named);
    if ([...out].some((id) => !verdict.perhaps.includes(id)))
      return failed(fault('invalid-input', { detail: 'not a shipment that is in doubt' }));
    const areOut = out.size === verdict.perhaps.length;
    this.model.apply(
      {
        core: core.value,
        fault: null,
        // For a print without a known beginning, it cannot be said that anything is missing.
        printVerdict: isForgotten(open.left) ? null : applyAnswer(verdict, out),
        labels: this.#listPrinted([...out], open),
        printRun: { id: open.id, outcome: areOut ? 'done' : 'failed' },
        events: [
          { kind: 'print-resolved', data: { run: open.id, printed: areOut, labels: out.size } },
        ],
      },
      { durable: true },
    );
    this.#open = null;
    void open.file?.remove();
    return ok();
  }

  async takeOver(stationId: string): Promise<Result<void>> {
    const may = this.model.step({ type: 'print' });
    if (!may.ok) return may;
    const taken = (await this.parts.share?.takeOver(stationId)) ?? oneStation;
    if (!taken.ok) return taken;
    // If a print was begun meanwhile, they are asked about when it has ended.
    if (taken.value.inDoubt.length > 0 && this.model.core.print === 'idle')
      this.open(taken.value.inDoubt);
    return ok();
  }

  open(copies: readonly LabelCopy[]): void {
    const shipmentIds = copies.map(({ shipmentId }) => shipmentId);
    const print: NewPrint = { printer: forgottenPrinter, shipmentIds, spool: makeForgottenSpool() };
    const claimed = copies.map((copy) => ({
      ...copy,
      isKept: false,
      isPrinting: true,
      isAlone: false,
    }));
    const id = this.model.startPrint(print, doubt(shipmentIds), claimed);
    this.#open = {
      id,
      printer: forgottenPrinter,
      file: null,
      left: { ...print, id, outcome: 'unknown', tally: null },
    };
    this.model.holdForPrint(shipmentIds, true);
    const core = { ...this.model.core, print: 'unknown' as const };
    this.model.apply(
      { core, fault: fault('paper-unknown'), printRun: { id, outcome: 'unknown' } },
      { durable: true },
    );
  }

  /** These are no question here any more, and nothing is stored about their paper. */
  release(shipmentIds: readonly number[]): void {
    const verdict = this.model.printVerdict;
    const gone = new Set(shipmentIds);
    if (verdict === null || this.model.core.print !== 'unknown') return;
    const perhaps = verdict.perhaps.filter((id) => !gone.has(id));
    const rest = { ...verdict, perhaps };
    if (perhaps.length > 0) {
      this.model.holdForPrint(perhaps, isForgotten(this.#open?.left ?? null));
      this.model.apply({ printVerdict: rest }, { durable: true });
      return;
    }
    const core = this.model.advance({ type: 'print-resolved' });
    const printRun =
      this.#open === null ? undefined : { id: this.#open.id, outcome: 'failed' as const };
    this.model.apply(
      { core, fault: null, printVerdict: rest.not.length === 0 ? null : rest, printRun },
      { durable: true },
    );
    this.#open = null;
    this.#interruptedJob = null;
    this.model.showAside({ interruptedPrint: null });
  }

  /** The earlier program's count, then the print system's report on its spool job. */
  async lookBack(): Promise<Result<void>> {
    const left = this.#open?.left ?? null;
    if (left === null) return ok();
    const { tally, outcome, spool } = left;
    if (tally !== null && outcome === 'running') {
      const counted = readTally(tally, spool, this.services.clock.now());
      const isWhole = counted.perhaps + counted.not === 0;
      const result = isWhole
        ? ok('done' as const)
        : failed(fault('print-unknown', { detail: 'interrupted' }));
      this.#endLeft({ result, tally: counted, begun: true }, spool.placed);
      if (!this.#isOpen) return ok();
    }
    const job = await findInterruptedJob(this.services, this.model.grouping.id, left);
    const seen = job && (await limitTime(job.jobs.look(job.ticket), lookMs, () => null));
    if (seen === 'there') {
      this.#interruptedJob = job;
      this.model.showAside({
        interruptedPrint: { printer: left.printer, canWithdraw: job?.jobs.withdraw !== null },
      });
    } else if (seen !== null) {
      this.#endLeft(
        { result: readResult(seen, spool, this.services.clock.now()), tally: null, begun: true },
        nowhere,
      );
    }
    return ok();
  }

  waitForLeft(signal: AbortSignal): Promise<Result<void>> {
    return this.#finishLeft(({ jobs, ticket }, hear) => jobs.follow(ticket, signal, hear));
  }

  withdrawLeft(): Promise<Result<void>> {
    const withdraw = this.#interruptedJob?.jobs.withdraw ?? null;
    return this.#finishLeft(withdraw && (({ ticket }) => withdraw(ticket)));
  }

  async #finishLeft(
    work:
      | ((job: InterruptedJob, hear: (event: SpoolEvent) => void) => Promise<Result<SpoolOutcome>>)
      | null,
  ): Promise<Result<void>> {
    const job = this.#interruptedJob;
    const spool = this.#open?.left?.spool ?? null;
    const core = this.model.step({ type: 'print-followed' });
    if (!core.ok) return core;
    if (job === null || spool === null || work === null)
      return failed(fault('not-ready', { detail: 'there is no such spool job' }));
    this.model.apply({ core: core.value, fault: null });
    this.#interruptedJob = null;
    this.model.showAside({ interruptedPrint: null });
    const report = await hearOut(this.services, (hear) => work(job, hear), true);
    const result = readResult(report.result, spool, this.services.clock.now());
    const ended = this.#endLeft({ ...report, result }, nowhere);
    return ended.ok ? ok() : ended;
  }

  /** Ends a run of the earlier program with this verdict on its doubts. */
  #endLeft(report: SpoolReport, placed: PlacedLabels): Result<PrintVerdict> {
    const run = this.#open;
    const verdict = this.model.printVerdict;
    if (run === null || verdict === null) throw new Error('an unknown print without its run');
    const core = this.model.step({ type: 'print-followed' });
    if (core.ok) this.model.apply({ core: core.value });
    const end = findSpoolEnd(report, verdict.perhaps, placed);
    return this.#end(run, end, addJob({ ...verdict, perhaps: [] }, end.labels), false);
  }

  /**
   * One spool job, one print run. Returns the print's verdict if it ended well; `before` if nothing
   * was sent.
   */
  async #printJob(
    job: SpoolJob,
    turn: SpoolTurn & { readonly hasMore: boolean },
    before: PrintVerdict,
    signal: AbortSignal,
    options: PrintOptions,
  ): Promise<Result<PrintVerdict>> {
    const written = await this.#doOrEnd(
      () => this.#write(job, turn, signal, options),
      before,
      job.shipmentIds,
    );
    if (!written.ok) return this.#isStopped(job.shipmentIds) ? ok(before) : written;
    const file = written.value;
    // Unique, so that the job is recognised when it is searched.
    const title = `Doca ${this.model.grouping.id} ${randomUUID().slice(0, 8)}`;
    const started = await this.#doOrEnd(() => {
      if (signal.aborted) return failed(fault('cancelled'));
      return ok(
        this.model.startPrint(
          this.#describe(job, title, file),
          addJob(before, doubt(job.shipmentIds)),
        ),
      );
    }, before);
    if (!started.ok) {
      await file.remove();
      return started;
    }
    const run = { id: started.value, printer: job.printer.name, file, left: null };
    this.#open = run;
    const report = await this.#send(job, run, title, before, signal);
    const end = findSpoolEnd(report, job.shipmentIds, file.placed);
    const verdict = addJob(before, end.labels);
    const result = this.#end(run, end, verdict, turn.hasMore);
    if (result.ok) this.#showCount([], verdict);
    if (!this.#isOpen) await file.remove();
    return result;
  }

  /**
   * Sends a run's spool job. Its id and progress are in the journal first; if that fails, nothing
   * more is sent.
   */
  async #send(
    { printer, shipmentIds }: SpoolJob,
    { id, file: { file, placed } }: { readonly id: number; readonly file: SpoolFile },
    title: string,
    before: PrintVerdict,
    signal: AbortSignal,
  ): Promise<SpoolReport> {
    const { journal } = this.services;
    const unwritten = new AbortController();
    const failures: Fault[] = [];
    let notedId: string | null = null;
    const note = ({ jobId, labels }: SpoolEvent): void => {
      if (jobId !== null && jobId !== notedId) journal.noteSpoolJob(id, jobId);
      notedId = jobId;
      if (labels === null) return;
      journal.noteTally(id, labels);
      this.#showCount(countOnPaper(labels, placed), before);
    };
    const report = await hearOut(this.services, async (hear) => {
      const held = (await this.parts.share?.holdClaims(shipmentIds)) ?? ok();
      if (!held.ok) return failed({ ...held.fault, reached: 'no' });
      return printer.print(
        { ...file, title },
        AbortSignal.any([signal, unwritten.signal]),
        (event) => {
          hear(event);
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
    if (failure === undefined || result.ok || result.fault.kind !== 'cancelled') return report;
    return { ...report, result: failed({ ...failure, reached: result.fault.reached }) };
  }

  /** `before` is the verdict on the whole print without these. */
  #showCount(shipmentIds: readonly number[], { printed, perhaps, not }: PrintVerdict): void {
    const of = printed.length + perhaps.length + not.length;
    const open = this.#loading?.openPlaces ?? [];
    const progress = { printed: printed.length + shipmentIds.length, of };
    this.model.showOnPaper(shipmentIds, open.length === 0 ? progress : { ...progress, open });
  }

  get #isOpen(): boolean {
    return this.#open !== null;
  }

  async #write(
    job: SpoolJob,
    turn: SpoolTurn,
    signal: AbortSignal,
    options: PrintOptions,
  ): Promise<Result<SpoolFile>> {
    // A label can turn out to be another shipment's while the ones before it are printed.
    const still = this.#merged.select(job.shipmentIds, 'all');
    return still.ok ? this.#merged.writeSpoolFile(job, turn, options, signal) : still;
  }

  /**
   * Work before an effect: if it fails, the print is over with `verdict`, unless one of these
   * labels is stopped.
   */
  async #doOrEnd<T>(
    work: () => Result<T> | Promise<Result<T>>,
    verdict?: PrintVerdict,
    shipmentIds: readonly number[] = [],
  ): Promise<Result<T>> {
    try {
      const done = await work();
      if (!done.ok && !this.#isStopped(shipmentIds)) this.#endWithoutRun(done.fault, verdict);
      return done;
    } catch (error) {
      this.#endWithoutRun(error instanceof JournalError ? error.fault : fault('internal'), verdict);
      if (error instanceof JournalError) return failed(error.fault);
      throw error;
    }
  }

  #describe({ printer, shipmentIds }: SpoolJob, title: string, { placed }: SpoolFile): NewPrint {
    const [system, bootedAtMs] = [
      printer.earlier?.system ?? null,
      findBootTimeMs(this.services.clock.now()),
    ];
    return {
      printer: printer.name,
      shipmentIds,
      spool: { title, system, jobId: null, bootedAtMs, placed },
    };
  }

  /** Stores how a run ended; if the print goes on after it, it stays under way. */
  #end(run: OpenRun, end: SpoolEnd, verdict: PrintVerdict, hasMore: boolean): Result<PrintVerdict> {
    const { outcome, fault: failure } = end;
    const { printed, perhaps, not } = end.labels;
    const isOver = !hasMore || failure !== null;
    const core = isOver
      ? this.model.advance({ type: 'print-ended', known: outcome !== 'unknown' })
      : this.model.core;
    const before = this.model.printVerdict;
    const data = {
      run: run.id,
      outcome,
      printed: printed.length,
      perhaps: perhaps.length,
      not: not.length,
    };
    if (core.print === 'unknown') this.model.holdForPrint(perhaps);
    try {
      this.model.apply(
        {
          core,
          fault: failure?.kind === 'cancelled' ? null : failure,
          printVerdict: isOver && failure === null && verdict.not.length === 0 ? null : verdict,
          labels: this.#listPrinted(printed, run),
          printRun: { id: run.id, outcome },
          events: [{ kind: 'print-ended', data }],
        },
        { durable: true },
      );
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      // The paper is out and could not be recorded: the packer is asked, as after a crash.
      this.model.holdForPrint(before?.perhaps ?? []);
      this.model.remember({ ...core, print: 'unknown' }, error.fault);
      return failed(error.fault);
    }
    if (outcome !== 'unknown') this.#open = null;
    return failure === null ? ok(verdict) : failed(failure);
  }

  #endWithoutRun(failure: Fault | null, verdict: PrintVerdict | undefined): void {
    const core = this.model.advance({ type: 'print-ended', known: true });
    const shown = failure?.kind === 'cancelled' ? null : failure;
    this.model.applyEnd({
      core,
      fault: shown,
      ...(verdict === undefined ? {} : { printVerdict: verdict }),
    });
  }

  /** Labels of shipments that have left the list meanwhile are ignored. */
  #listPrinted(ids: readonly number[], { id: run, printer }: OpenRun): readonly LabelChange[] {
    return ids.flatMap((id) => {
      const entry = this.model.find(id);
      if (entry === null) return [];
      const kind = entry.label.timesPrinted > 0 ? 'reprinted' : 'printed';
      return changeLabel(entry, { type: 'printed' }, { kind, data: { run, printer } }) ?? [];
    });
  }
}

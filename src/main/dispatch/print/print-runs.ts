import { randomUUID } from 'node:crypto';
import type { PrintVerdict } from '#shared/domain/records.ts';
import { countPrints } from '#shared/floor-rows.ts';
import type { PrintLayout } from '#shared/label-route.ts';
import { fail, failed, fault, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import type { SpoolEvent, SpoolJob, SpoolListener, SpoolOutcome } from '../../printing/index.ts';
import { FaultError, refuse, throwFault } from '../../os/errors.ts';
import {
  addJob,
  applyAnswer,
  assumeUnsent,
  doubt,
  type FloorRows,
  forgottenPrinter,
  isForgotten,
  JournalError,
  makeForgottenSpool,
  type NewPrint,
  type OpenPrint,
  type PlacedLabels,
  readFault,
} from '../../journal/index.ts';
import { alone, type PaperQuestions } from '../model/coordination.ts';
import { changeLabel } from '../model/label-state.ts';
import { findBootTimeMs } from '../../os/process.ts';
import { limitTime } from '../../os/timeout.ts';
import {
  findInterruptedJob,
  type InterruptedJob,
  answerMs,
  readResult,
  readTally,
} from './interrupted-job.ts';
import { LoadingPrint } from './loading-print.ts';
import type { MergedFiles, SpoolFile, SpoolTurn } from './merged-files.ts';
import {
  countOnPaper,
  findSpoolEnd,
  followPrinter,
  type SpoolEnd,
  type SpoolReport,
} from './spool-job.ts';
import type { PrintOrder } from '../types.ts';
import type { JobParts } from './parts.ts';

/** A print run that is under way, or whose end is unknown. */
interface OpenRun {
  readonly id: number;
  readonly printer: string;
  /** The sent file: its print system may still read it. */
  readonly file: SpoolFile | null;
  /** From the journal when the job was opened; null for runs of this program. */
  readonly left: OpenPrint | null;
}

const nowhere: PlacedLabels = { places: [], total: 0 };

/** Prints labels. A label counts as printed by its printer's report, or by the packer's. */
export class PrintRuns implements PaperQuestions {
  readonly #parts;
  readonly #services;
  readonly #model;
  readonly #merged: MergedFiles;
  #open: OpenRun | null;
  /** Goes on by itself, as `interruptedPrint` shows. */
  #interruptedJob: InterruptedJob | null = null;
  /** The print under way, if it began while labels are fetched. */
  #loading: LoadingPrint | null = null;
  /** What the other stations granted to the print under way. */
  #paper = alone.askForPaper([]);

  constructor(parts: JobParts, merged: MergedFiles, open: OpenPrint | null) {
    this.#parts = parts;
    this.#services = parts.services;
    this.#model = parts.model;
    this.#merged = merged;
    this.#open =
      open === null ? null : { id: open.id, printer: open.printer, file: null, left: open };
  }

  async print(order: PrintOrder, signal: AbortSignal): Promise<void> {
    const { shipmentIds, printsSeen, whileLoading, sheet } = order;
    const isLoading = whileLoading === true && sheet === null;
    const prints = countPrints(this.#model.entries(), shipmentIds ?? []);
    if (printsSeen !== undefined && printsSeen !== prints)
      throwFault('floor-taken', { detail: 'printed meanwhile' });
    // The copies that the person asked for: one that another station prints from here on is not
    // printed again.
    const asked = shipmentIds ?? this.#model.shipments.map(({ id }) => id);
    const paper = this.#parts.coordination.askForPaper(asked);
    if (!isLoading)
      await this.#parts.invoices.settle(this.#merged.select(shipmentIds, 'unprinted'), signal);
    // Another grouping that is open here may have printed some meanwhile.
    this.#model.holdPrinted();
    const ids = this.#merged.select(shipmentIds, 'unprinted', !isLoading);
    const loading = isLoading ? new LoadingPrint(this.#parts, ids) : null;
    if (isLoading) this.#model.step({ type: 'print' });
    // Nothing is under way before the first label is there.
    const first = loading === null ? ids : await loading.next(signal, false);
    if (first.length === 0) refuseNothing();
    const core = this.#model.step({ type: 'print' });
    this.#model.apply({ core, fault: null });
    this.#loading = loading;
    this.#model.printWaits = isLoading;
    this.#model.setInPrint(first);
    this.#model.showOnPaper([], { printed: 0, of: ids.length });
    try {
      await this.#merged.writing.run(async () => {
        await this.#doOrEnd(() => paper.claim(ids, signal));
        this.#paper = paper;
        await this.#printAll(ids, order, signal);
      });
    } finally {
      this.#loading = null;
      this.#model.printWaits = false;
    }
  }

  /** Prints all of them, in parts while some are fetched. */
  async #printAll(ids: readonly number[], order: PrintOrder, signal: AbortSignal): Promise<void> {
    const loading = this.#loading;
    let verdict = assumeUnsent(ids);
    const known = (): PrintVerdict | undefined =>
      verdict.printed.length === 0 ? undefined : verdict;
    let number = 0;
    for (;;) {
      const part = await this.#doOrEnd(() => loading?.next(signal, true) ?? ids, known());
      if (part.length === 0) {
        this.#endWithoutRun(null, known());
        if (verdict.printed.length === 0) refuseNothing();
        return;
      }
      this.#showCount([], verdict);
      const jobs = await this.#doUnlessStopped(
        part,
        () => this.#plan(part, order, signal),
        known(),
      );
      if (jobs === null) continue;
      const { length } = jobs;
      for (const [index, job] of jobs.entries()) {
        const hasMore = index + 1 < length || loading?.hasMoreThan(job.shipmentIds) === true;
        number += 1;
        const turn = { number, of: loading === null ? length : null, hasMore };
        const printed = await this.#printJob(job, turn, verdict, signal, order);
        // One of its labels turned out to be none to print: the others are planned again.
        if (printed === null) break;
        verdict = printed;
        loading?.take(job.shipmentIds);
        if (!hasMore) return;
      }
    }
  }

  async #plan(
    part: readonly number[],
    order: PrintOrder,
    signal: AbortSignal,
  ): Promise<readonly SpoolJob[]> {
    const { info, jobs } = await this.#merged.plan(part, order, signal);
    if (order.isWanted?.(part) === false) throwFault('cancelled');
    // A print is all or nothing.
    const unrouted = info.unrouted.length;
    if (unrouted > 0) throwFault('no-printer', { detail: `${unrouted} labels` });
    return jobs;
  }

  /**
   * The packer's answer; not for labels that another station was asked about meanwhile. Fault
   * `floor-away`.
   */
  async answer(printed: boolean | readonly number[]): Promise<void> {
    const asked = this.#model.printVerdict?.perhaps ?? [];
    await this.#parts.coordination.readHolders();
    const left = new Set(this.#model.printVerdict?.perhaps);
    const gone = new Set(asked.filter((id) => !left.has(id)));
    if (gone.size > 0 && this.#model.core.print === 'idle') return;
    const core = this.#model.step({ type: 'print-resolved' });
    if (this.#interruptedJob !== null) throwFault('not-ready', { detail: 'its spool job goes on' });
    const { open, verdict } = this.#needOpen();
    const named = typeof printed === 'boolean' ? [] : printed.filter((id) => !gone.has(id));
    const out = new Set(printed === true ? verdict.perhaps : named);
    if ([...out].some((id) => !verdict.perhaps.includes(id)))
      refuse('not a shipment that is in doubt');
    const areOut = out.size === verdict.perhaps.length;
    this.#model.apply(
      {
        core,
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
    this.#drop();
  }

  open(shipmentIds: readonly number[], rows: FloorRows): void {
    const print: NewPrint = { printer: forgottenPrinter, shipmentIds, spool: makeForgottenSpool() };
    const id = this.#model.startPrint(print, doubt(shipmentIds), rows);
    this.#open = {
      id,
      printer: forgottenPrinter,
      file: null,
      left: { ...print, id, outcome: 'unknown', tally: null },
    };
    this.#model.setInPrint(shipmentIds, true);
    const core = { ...this.#model.core, print: 'unknown' as const };
    this.#model.apply(
      { core, fault: fault('paper-unknown'), printRun: { id, outcome: 'unknown' } },
      { durable: true },
    );
  }

  /** These are no question here any more, and nothing is stored about their paper. */
  release(shipmentIds: readonly number[]): void {
    const verdict = this.#model.printVerdict;
    const gone = new Set(shipmentIds);
    if (verdict === null || this.#model.core.print !== 'unknown') return;
    const perhaps = verdict.perhaps.filter((id) => !gone.has(id));
    const rest = { ...verdict, perhaps };
    if (perhaps.length > 0) {
      this.#model.setInPrint(perhaps, isForgotten(this.#open?.left ?? null));
      this.#model.apply({ printVerdict: rest }, { durable: true });
      return;
    }
    const core = this.#model.step({ type: 'print-resolved' });
    const printRun =
      this.#open === null ? undefined : { id: this.#open.id, outcome: 'failed' as const };
    this.#model.apply(
      { core, fault: null, printVerdict: rest.not.length === 0 ? null : rest, printRun },
      { durable: true },
    );
    this.#drop();
    this.#interruptedJob = null;
    this.#model.showAside({ interruptedPrint: null });
  }

  /** Nobody is asked about the open run any more: its print system needs the file no longer. */
  #drop() {
    void this.#open?.file?.remove();
    this.#open = null;
  }

  /** The earlier program's count, then the print system's report on its spool job. */
  async askAboutEarlierPrint(): Promise<void> {
    const left = this.#open?.left ?? null;
    if (left === null) return;
    const { tally, outcome, spool } = left;
    const { clock } = this.#services;
    if (tally !== null && outcome === 'running') {
      const counted = readTally(tally, spool, clock.now());
      const isWhole = counted.perhaps + counted.not === 0;
      const result = isWhole
        ? ok('done' as const)
        : fail('print-unknown', { detail: 'interrupted' });
      this.#endLeft({ result, tally: counted, begun: true }, spool.placed);
      if (this.#open === null) return;
    }
    const job = await findInterruptedJob(this.#services, this.#model.snapshot(), left);
    const seen = job && (await limitTime(job.jobs.look(job.ticket), answerMs, () => null));
    if (seen === 'there') {
      this.#interruptedJob = job;
      this.#model.showAside({
        interruptedPrint: { printer: left.printer, canWithdraw: job?.jobs.withdraw !== null },
      });
    } else if (seen !== null) {
      const result = readResult(seen, spool, clock.now());
      this.#endLeft({ result, tally: null, begun: true }, nowhere);
    }
  }

  waitForLeft(signal: AbortSignal): Promise<void> {
    return this.#finishLeft(({ jobs, ticket }, listener) => jobs.follow(ticket, signal, listener));
  }

  withdrawLeft(): Promise<void> {
    const withdraw = this.#interruptedJob?.jobs.withdraw ?? null;
    return this.#finishLeft(withdraw && (({ ticket }) => withdraw(ticket)));
  }

  async #finishLeft(
    work: ((job: InterruptedJob, listener: SpoolListener) => Promise<Result<SpoolOutcome>>) | null,
  ): Promise<void> {
    const job = this.#interruptedJob;
    const spool = this.#open?.left?.spool ?? null;
    const core = this.#model.step({ type: 'print-followed' });
    if (job === null || spool === null || work === null)
      return throwFault('not-ready', { detail: 'there is no such spool job' });
    this.#model.apply({ core, fault: null });
    this.#interruptedJob = null;
    this.#model.showAside({ interruptedPrint: null });
    const report = await followPrinter(this.#services, (listener) => work(job, listener));
    const result = readResult(report.result, spool, this.#services.clock.now());
    const failure = this.#endLeft({ ...report, result, begun: true }, nowhere);
    if (failure !== null) throw new FaultError(failure);
  }

  /** Ends a run of the earlier program with this verdict on its doubts. */
  #endLeft(report: SpoolReport, placed: PlacedLabels) {
    const { open, verdict } = this.#needOpen();
    if (this.#model.core.print === 'unknown')
      this.#model.apply({ core: this.#model.step({ type: 'print-followed' }) });
    const end = findSpoolEnd(report, verdict.perhaps, placed);
    return this.#end(open, end, addJob({ ...verdict, perhaps: [] }, end.labels), false);
  }

  #needOpen() {
    const open = this.#open;
    const verdict = this.#model.printVerdict;
    if (open === null || verdict === null) throw new Error('an unknown print without its run');
    return { open, verdict };
  }

  /**
   * One spool job, one print run. Returns the print's verdict if it ended well; null if nothing was
   * sent, because one of its labels is stopped.
   */
  async #printJob(
    job: SpoolJob,
    turn: SpoolTurn & { readonly hasMore: boolean },
    before: PrintVerdict,
    signal: AbortSignal,
    layout: PrintLayout,
  ): Promise<PrintVerdict | null> {
    const { printer, shipmentIds } = job;
    const file = await this.#doUnlessStopped(
      shipmentIds,
      () => this.#merged.writeSpoolFile(job, turn, layout, signal),
      before,
    );
    if (file === null) return null;
    // Unique, so that the job is recognised when it is searched.
    const title = `Doca ${this.#model.grouping.id} ${randomUUID().slice(0, 8)}`;
    let id: number | null = null;
    try {
      id = await this.#doUnlessStopped(
        shipmentIds,
        () => {
          if (signal.aborted) throwFault('cancelled');
          // One can turn out to be another shipment's while those before it are printed, or be
          // printed in another grouping that is open here.
          this.#model.holdPrinted(shipmentIds);
          this.#merged.select(shipmentIds, 'all');
          const system = printer.earlier?.system ?? null;
          const bootedAtMs = findBootTimeMs(this.#services.clock.now());
          const spool = { title, system, jobId: null, bootedAtMs, placed: file.placed };
          const print = { printer: printer.name, shipmentIds, spool };
          return this.#model.startPrint(print, addJob(before, doubt(shipmentIds)));
        },
        before,
      );
    } finally {
      if (id === null) await file.remove();
    }
    if (id === null) return null;
    const run = { id, printer: printer.name, file, left: null };
    this.#open = run;
    const report = await this.#send(job, run, title, before, signal);
    const end = findSpoolEnd(report, shipmentIds, file.placed);
    const verdict = addJob(before, end.labels);
    const failure = this.#end(run, end, verdict, turn.hasMore);
    if (failure === null) this.#showCount([], verdict);
    if (end.outcome !== 'unknown') await file.remove();
    if (failure !== null) throw new FaultError(failure);
    return verdict;
  }

  /**
   * Sends a run's spool job. Its id and progress are in the journal first; if that fails, nothing
   * more is sent.
   */
  async #send(
    { printer: target, shipmentIds }: SpoolJob,
    { id, file: { file, placed } }: { readonly id: number; readonly file: SpoolFile },
    title: string,
    before: PrintVerdict,
    signal: AbortSignal,
  ): Promise<SpoolReport> {
    const { journal } = this.#services;
    const unwritten = new AbortController();
    const failures: Fault[] = [];
    let notedId: string | null = null;
    const printer = this.#services.printing.watch(target, this.#model.snapshot(), shipmentIds);
    const note = ({ jobId, labels }: SpoolEvent): void => {
      if (jobId !== null && jobId !== notedId) journal.noteSpoolJob(id, jobId);
      notedId = jobId;
      if (labels === null) return;
      journal.noteTally(id, labels);
      this.#showCount(countOnPaper(labels, placed), before);
    };
    const report = await followPrinter(this.#services, async (listener) => {
      const paper = this.#paper;
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
    if (failure === undefined || result.ok || result.fault.kind !== 'cancelled') return report;
    return { ...report, result: failed({ ...failure, reached: result.fault.reached }) };
  }

  /** `before` is the verdict on the whole print without these. */
  #showCount(shipmentIds: readonly number[], { printed, perhaps, not }: PrintVerdict) {
    const of = printed.length + perhaps.length + not.length;
    const open = this.#loading?.openPlaces ?? [];
    const progress = { printed: printed.length + shipmentIds.length, of };
    this.#model.showOnPaper(shipmentIds, open.length === 0 ? progress : { ...progress, open });
  }

  /** Work before an effect: if it fails, the print is over with `verdict`. */
  async #doOrEnd<T>(work: () => T | Promise<T>, verdict?: PrintVerdict): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FaultError)) {
        this.#endWithoutRun(fault('internal'), verdict);
        throw error;
      }
      this.#endWithoutRun(error.fault, verdict);
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
    verdict: PrintVerdict | undefined,
  ): Promise<T | null> {
    return this.#doOrEnd(async () => {
      try {
        return await work();
      } catch (error) {
        const isStopped = this.#loading?.isStopped(shipmentIds) === true;
        if (readFault(error) === null || !isStopped) throw error;
        return null;
      }
    }, verdict);
  }

  /**
   * Stores how a run ended; if the print goes on after it, it stays under way. Returns the fault
   * with which it ended, or the journal's.
   */
  #end(run: OpenRun, end: SpoolEnd, verdict: PrintVerdict, hasMore: boolean) {
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
    if (core.print === 'unknown') this.#model.setInPrint(perhaps);
    try {
      this.#model.apply(
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
      this.#model.setInPrint(before?.perhaps ?? []);
      this.#model.remember({ ...core, print: 'unknown' }, error.fault);
      return error.fault;
    }
    if (outcome !== 'unknown') this.#open = null;
    return failure;
  }

  #endWithoutRun(failure: Fault | null, verdict: PrintVerdict | undefined) {
    const core = this.#model.step({ type: 'print-ended', known: true });
    const shown = failure?.kind === 'cancelled' ? null : failure;
    this.#model.applyEnd({
      core,
      fault: shown,
      ...(verdict === undefined ? {} : { printVerdict: verdict }),
    });
  }

  /** A shipment that has left the list meanwhile may be in another grouping's. */
  #listPrinted(ids: readonly number[], { id: run, printer }: OpenRun) {
    return ids.flatMap((id) => {
      const entry = this.#model.findKnown(id);
      if (entry === null) return [];
      const kind = entry.label.timesPrinted > 0 ? 'reprinted' : 'printed';
      return changeLabel(entry, { type: 'printed' }, { kind, data: { run, printer } }) ?? [];
    });
  }
}

function refuseNothing(): never {
  throwFault('not-ready', { detail: 'there is no label to print' });
}

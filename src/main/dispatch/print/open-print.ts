import { fail, fault, failed, ok, type Result } from '#shared/faults/faults.ts';
import type { JobSnapshot } from '#shared/domain/job.ts';
import type { LabelTally } from '#shared/domain/records.ts';
import type {
  EarlierJobs,
  SpoolListener,
  SpoolOutcome,
  SpoolTicket,
} from '../../printing/index.ts';
import { FaultError, refuse, throwFault } from '../../os/errors.ts';
import { findBootTimeMs, isSameBoot } from '../../os/process.ts';
import { limitTime } from '../../os/timeout.ts';
import {
  addJob,
  applyAnswer,
  doubt,
  type FloorRows,
  forgottenPrinter,
  isForgotten,
  makeForgottenSpool,
  type NewPrint,
  type OpenPrint as LeftPrint,
  type PlacedLabels,
  type SpoolRecord,
} from '../../journal/index.ts';
import type { PaperQuestions } from '../model/coordination.ts';
import type { JobServices } from '../types.ts';
import type { JobParts } from './parts.ts';
import { followPrinter, type PrintRuns } from './print-runs.ts';
import { findSpoolEnd, type SpoolReport } from './spool-files.ts';

const nowhere: PlacedLabels = { places: [], total: 0 };

/** The print whose end is not known: its print system is asked about it, then the packer. */
export class OpenPrint implements PaperQuestions {
  readonly #parts;
  readonly #services;
  readonly #model;
  readonly #runs: PrintRuns;
  /** Goes on by itself, as `interruptedPrint` shows. */
  #interruptedJob: InterruptedJob | null = null;

  constructor(parts: JobParts, runs: PrintRuns) {
    this.#parts = parts;
    this.#services = parts.services;
    this.#model = parts.model;
    this.#runs = runs;
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
        labels: this.#runs.notePrinted([...out], open),
        printRun: { id: open.id, outcome: areOut ? 'done' : 'failed' },
        events: [
          { kind: 'print-resolved', data: { run: open.id, printed: areOut, labels: out.size } },
        ],
      },
      { durable: true },
    );
    this.#runs.forget();
  }

  open(shipmentIds: readonly number[], rows: FloorRows): void {
    const print: NewPrint = { printer: forgottenPrinter, shipmentIds, spool: makeForgottenSpool() };
    const id = this.#model.startPrint(print, doubt(shipmentIds), rows);
    this.#runs.open = {
      id,
      printer: forgottenPrinter,
      file: null,
      left: { ...print, id, outcome: 'unknown', tally: null },
    };
    this.#model.paper.set(shipmentIds, true);
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
      this.#model.paper.set(perhaps, isForgotten(this.#runs.open?.left ?? null));
      this.#model.apply({ printVerdict: rest }, { durable: true });
      return;
    }
    const core = this.#model.step({ type: 'print-resolved' });
    const printRun =
      this.#runs.open === null ? undefined : { id: this.#runs.open.id, outcome: 'failed' as const };
    this.#model.apply(
      { core, fault: null, printVerdict: rest.not.length === 0 ? null : rest, printRun },
      { durable: true },
    );
    this.#runs.forget();
    this.#interruptedJob = null;
    this.#model.view.showAside({ interruptedPrint: null });
  }

  /** The earlier program's count, then the print system's report on its spool job. */
  async askAboutEarlierPrint(): Promise<void> {
    const left = this.#runs.open?.left ?? null;
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
      if (this.#runs.open === null) return;
    }
    const job = await findInterruptedJob(this.#services, this.#model.view.snapshot(), left);
    const seen = job && (await limitTime(job.jobs.look(job.ticket), answerMs, () => null));
    if (seen === 'there') {
      this.#interruptedJob = job;
      this.#model.view.showAside({
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
    const spool = this.#runs.open?.left?.spool ?? null;
    const core = this.#model.step({ type: 'print-followed' });
    if (job === null || spool === null || work === null)
      return throwFault('not-ready', { detail: 'there is no such spool job' });
    this.#model.apply({ core, fault: null });
    this.#interruptedJob = null;
    this.#model.view.showAside({ interruptedPrint: null });
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
    return this.#runs.end(open, end, addJob({ ...verdict, perhaps: [] }, end.labels), false);
  }

  #needOpen() {
    const { open } = this.#runs;
    const verdict = this.#model.printVerdict;
    if (open === null || verdict === null) throw new Error('an unknown print without its run');
    return { open, verdict };
  }
}

/** How long opening a grouping waits for a print system's answer about an earlier spool job. */
const answerMs = 5_000;

/** A spool job that a dead program left, and its printer's way to find it. */
interface InterruptedJob {
  readonly jobs: EarlierJobs;
  readonly ticket: SpoolTicket;
}

/** Returns null if it cannot be found again, as if the printer is another one today. */
async function findInterruptedJob(
  { printing }: JobServices,
  job: JobSnapshot,
  { printer: name, shipmentIds, spool }: LeftPrint,
): Promise<InterruptedJob | null> {
  if (spool.system === null) return null;
  const found = await printing.find(name);
  const printer = found && printing.watch(found, job, shipmentIds);
  if (printer?.earlier?.system !== spool.system) return null;
  return { jobs: printer.earlier, ticket: { title: spool.title, jobId: spool.jobId } };
}

/** After a power cut, more may have been sent than counted; labels counted on paper are. */
function readTally(tally: LabelTally, { bootedAtMs }: SpoolRecord, nowMs: number): LabelTally {
  if (isSameBoot(bootedAtMs, findBootTimeMs(nowMs))) return tally;
  return { printed: tally.printed, perhaps: tally.perhaps + tally.not, not: 0 };
}

/**
 * After a power cut, a print system may have restarted a job: its "nothing printed" does not count.
 */
function readResult(
  result: Result<SpoolOutcome>,
  { bootedAtMs, jobId }: SpoolRecord,
  nowMs: number,
): Result<SpoolOutcome> {
  const isSure = result.ok || jobId === null || isSameBoot(bootedAtMs, findBootTimeMs(nowMs));
  return isSure ? result : failed({ ...result.fault, reached: 'maybe' });
}

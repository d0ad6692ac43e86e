import { Serial } from '#shared/serial.ts';
import { fail, failed, fault, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import { type Clock, isAborted } from '../../os/clock.ts';
import { AskedWorker, type Runner } from '../../os/worker.ts';
import { checkReadable, refuseUnavailable, waiting } from '../queue/print-queue.ts';
import {
  followJob,
  type FollowStep,
  type Judged,
  judgeEnded,
  type Moment,
  type SystemJob,
  usualTiming,
  withdraw,
} from '../queue/system-job.ts';
import type {
  PrintFile,
  Printer,
  PrinterCondition,
  SpoolListener,
  SpoolOutcome,
} from '../types.ts';
import type {
  Answer,
  JobRecord,
  PrinterRecord,
  Seen,
  Spooler,
  WindowsReply,
  WindowsRequest,
} from './types.ts';

export type WindowsTiming = typeof windowsTiming;

export const windowsTiming = {
  ...usualTiming,
  /** How long a list waits for what its printers say: they are asked one after the other. */
  describeMs: 4_000,
  /** How long a silent printer is not asked again for a list. */
  silentMs: 60_000,
};

export interface WindowsTools {
  readonly spooler: Spooler;
  readonly clock: Clock;
  readonly timing: WindowsTiming;
}

export interface ProcessLimits {
  /**
   * The time limit for each kind of request; a document's piece may have to wait for the printer
   * itself.
   */
  readonly requestMs?: Partial<Readonly<Record<WindowsRequest['type'], number>>>;
  /** How long a process waits for another request before it ends. */
  readonly idleMs?: number;
}

const usualMs: Readonly<Record<WindowsRequest['type'], number>> = {
  list: 5_000,
  look: 3_000,
  find: 5_000,
  delete: 10_000,
  resume: 10_000,
  open: 60_000,
  send: 120_000,
  abort: 10_000,
};

/**
 * One process for printers and jobs, one for each printer that prints: a bad driver delays only its
 * own printer.
 */
export class SpoolerProcesses implements Spooler {
  readonly #openLane: () => Lane;
  readonly #lanes = new Map<string, Lane>();

  constructor(start: () => Runner, limits: ProcessLimits = {}) {
    this.#openLane = () => new Lane(start, limits);
  }

  readonly ask: Spooler['ask'] = (request) => {
    const lane = this.#lane('looking');
    return lane.turns.run(() => lane.ask(request));
  };

  readonly print: Spooler['print'] = (printer, work) => {
    const lane = this.#lane(`printing ${printer}`);
    return lane.turns.run(() => work((request) => lane.ask(request)));
  };

  warmUp(printer: string): void {
    this.#lane(`printing ${printer}`).worker.warmUp();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map(({ worker }) => worker.stop('closed')));
  }

  #lane(name: string): Lane {
    const known = this.#lanes.get(name);
    if (known !== undefined) return known;
    const lane = this.#openLane();
    this.#lanes.set(name, lane);
    return lane;
  }
}

/** One process, started on demand, and its waiting callers. */
class Lane {
  readonly turns = new Serial();
  readonly worker: AskedWorker<WindowsRequest, WindowsReply>;
  readonly #requestMs: typeof usualMs;

  constructor(start: () => Runner, { requestMs, idleMs = 60_000 }: ProcessLimits) {
    this.#requestMs = { ...usualMs, ...requestMs };
    this.worker = new AskedWorker({ start, late: 'no answer', idleMs });
  }

  async ask(request: WindowsRequest): Promise<Answer> {
    const answer = await this.worker.ask(request, this.#requestMs[request.type]);
    if (answer.type !== 'bug') return answer;
    // Its state is unknown.
    await this.worker.stop(answer.what);
    return { type: 'died', reason: `defect: ${answer.what}`, guilty: true };
  }
}

/** ERROR_PRINT_CANCELLED and ERROR_CANCELLED: a person deleted the job while it was written. */
const cancelledCodes: ReadonlySet<number> = new Set([63, 1223]);

export function createPrint(name: string, tools: WindowsTools): Printer['print'] {
  return async (asked, signal, onEvent) => {
    // It goes to another process, which takes no function.
    const { mayGoOn: _, ...file } = asked;
    // Its process starts while the printer is checked.
    tools.spooler.warmUp(name);
    const readable = await checkReadable(file.path);
    if (!readable.ok) return readable;
    const allowed = await checkPrinter(name, file, tools);
    if (!allowed.ok) return allowed;
    return sendFile(tools, name, file, signal, onEvent);
  };
}

/**
 * Before anything is queued: a job for a printer that cannot print would come out later, as a
 * surprise.
 */
async function checkPrinter(
  name: string,
  file: PrintFile,
  { spooler }: WindowsTools,
): Promise<Result<void>> {
  const seen = await spooler.ask({ type: 'look', printer: name, jobId: null });
  if (seen.type !== 'seen') return failed(explainSilence(seen));
  if (seen.printer === null) return refuseUnavailable('there is no such printer');
  const flags = readPrinterFlags(seen.printer);
  if (readConditions(flags).length > 0) return refuseUnavailable(flags.join(', '));
  if (file.kind !== 'pdf' && takesNoRaw(seen.printer.driver))
    return fail('printer-no-raw', { detail: seen.printer.driver, reached: 'no' });
  if (file.kind === 'pdf' && isRaw(seen.printer.driver))
    return refuseUnavailable('a printer without driver cannot print PDF');
  return ok();
}

export function explainSilence(answer: Answer) {
  const detail =
    answer.type === 'refused' ? writeRefusal(answer) : 'the print spooler does not answer';
  return fault('printer-unavailable', { reached: 'no', detail });
}

/**
 * Sends a file to the spooler, and follows the job. Its id is reported before the first piece is
 * sent.
 */
async function sendFile(
  tools: WindowsTools,
  printer: string,
  file: PrintFile,
  signal: AbortSignal | undefined,
  onEvent: SpoolListener | undefined,
): Promise<Result<SpoolOutcome>> {
  type Ending = () => Promise<Result<SpoolOutcome>>;
  // The next document need not wait for this one's paper.
  const end = await tools.spooler.print(printer, async (ask): Promise<Ending> => {
    const endWith = (result: Result<SpoolOutcome>) => () => Promise.resolve(result);
    if (isAborted(signal)) return endWith(fail('cancelled'));
    const opened = await ask({ type: 'open', printer, file });
    if (opened.type !== 'opened') {
      // It may have got as far as a name in the queue.
      if (opened.type === 'died') await removeByTitle(tools, printer, file.title, isOnlySpooling);
      return endWith(failed(explainUnsent(opened, false, 'printer-unavailable')));
    }
    const job = openWindowsJob(tools, printer, opened.jobId, file.title);
    onEvent?.({ ...waiting, jobId: String(opened.jobId) });
    // Its rest in the queue must not print later.
    const breakOff = (reason: Fault) => () => withdraw(job, reason);
    for (let pieces = 0; ; pieces += 1) {
      const hasBegun = pieces > 0;
      if (isAborted(signal)) {
        await ask({ type: 'abort' });
        return breakOff(fault('cancelled', { reached: hasBegun ? 'maybe' : 'no' }));
      }
      const answer = await ask({ type: 'send' });
      if (answer.type === 'sent' && answer.isWhole) return () => followJob(job, signal, onEvent);
      if (answer.type === 'sent') continue;
      if (answer.type !== 'died') await ask({ type: 'abort' });
      if (answer.type === 'refused' && cancelledCodes.has(answer.code))
        return endWith(hasBegun ? fail('cancelled', { reached: 'maybe' }) : ok('cancelled'));
      return breakOff(explainUnsent(answer, hasBegun, 'print-failed'));
    }
  });
  return end();
}

function explainUnsent(
  answer: Answer,
  hasBegun: boolean,
  refusal: 'printer-unavailable' | 'print-failed',
): Fault {
  const reached = hasBegun ? 'maybe' : 'no';
  switch (answer.type) {
    case 'refused':
      return fault(refusal, { detail: writeRefusal(answer), reached });
    case 'unprintable':
      return answer.isTooLarge
        ? fault('printer-unavailable', { detail: answer.reason, reached })
        : fault('print-failed', { detail: `a page could not be drawn: ${answer.reason}`, reached });
    case 'died': {
      const detail = `the printer's driver: ${answer.reason}`;
      return refusal === 'printer-unavailable'
        ? fault(refusal, { detail, reached })
        : fault('print-unknown', { detail, reached: 'maybe' });
    }
    default:
      throw new Error(`the print process answered ${answer.type}`);
  }
}

/** In a searchable form: `StartDoc: Windows error 5: Access is denied`. */
function writeRefusal({ call, code, text }: Extract<Answer, { readonly type: 'refused' }>): string {
  return `${call}: Windows error ${code}: ${text.replace(/\.$/, '')}`;
}

/** The spooler begins its numbers anew when it is started: a job of another name is another one. */
export function openWindowsJob(
  tools: WindowsTools,
  printer: string,
  id: number,
  title: string,
): SystemJob<Seen> {
  const { spooler, clock, timing } = tools;
  let track: WindowsTrack = untouched;
  let isThere = false;
  return {
    id,
    clock,
    timing,
    look: async () => {
      const seen = await spooler.ask({ type: 'look', printer, jobId: id });
      if (seen.type !== 'seen') return null;
      const isOther = seen.job !== null && (seen.job.title ?? title) !== title;
      const { printer: record } = seen;
      const job = isOther ? null : seen.job;
      const { track: now, ...judged } = judgeWindows(track, {
        printer: record,
        job,
        nowMs: clock.awake(),
        ...timing,
      });
      track = now;
      const hasVanished = job === null && isThere;
      isThere ||= job !== null;
      const isKept = job !== null && isPrinted(job);
      return { printer: record, job, ...judged, hasVanished, isKept };
    },
    remove: async () => {
      const answer = await spooler.ask({ type: 'delete', printer, jobId: id });
      if (answer.type !== 'done') return false;
      isThere = false;
      return true;
    },
  };
}

/**
 * Removes the jobs of this name that match; returns false if the spooler does not answer, or
 * refuses.
 */
export async function removeByTitle(
  tools: WindowsTools,
  printer: string,
  title: string,
  isMeant: (job: JobRecord) => boolean,
): Promise<boolean> {
  const found = await tools.spooler.ask({ type: 'find', printer, title });
  if (found.type !== 'found') return false;
  for (const id of found.jobIds) {
    const job = openWindowsJob(tools, printer, id, title);
    const seen = await job.look();
    if (seen === null) return false;
    if (seen.job !== null && isMeant(seen.job) && !(await job.remove())) return false;
  }
  return true;
}

/** PRINTER_STATUS_*, from the lowest bit on, by the names in Windows' own administration tools. */
const printerFlags = splitNames(`
  Paused Error PendingDeletion PaperJam PaperOut ManualFeed PaperProblem Offline IOActive Busy
  Printing OutputBinFull NotAvailable Waiting Processing Initializing WarmingUp TonerLow NoToner
  PagePunt UserIntervention OutOfMemory DoorOpen ServerUnknown PowerSave ServerOffline
  DriverUpdateNeeded
`);
/** JOB_STATUS_*, likewise. */
const jobFlags = splitNames(`
  Paused Error Deleting Spooling Printing Offline PaperOut Printed Deleted Blocked UserIntervention
  Restarted Completed Retained RenderingLocally
`);

/**
 * PRINTER_ATTRIBUTE_WORK_OFFLINE: a person has set it in the queue's window; the status does not
 * show it.
 */
const workOffline = 0x400;

export function readPrinterFlags({ status, attributes }: PrinterRecord): readonly string[] {
  const flags = printerFlags.filter((_, bit) => ((status >> bit) & 1) !== 0);
  return (attributes & workOffline) !== 0 && !flags.includes('Offline')
    ? [...flags, 'Offline']
    : flags;
}

export function readJobFlags({ status }: JobRecord): readonly string[] {
  return jobFlags.filter((_, bit) => ((status >> bit) & 1) !== 0);
}

function splitNames(list: string): readonly string[] {
  return list.trim().split(/\s+/);
}

const conditionOf: readonly (readonly [RegExp, PrinterCondition])[] = [
  [/^Paper(?:Out|Problem)$/, 'paper-out'],
  [/^NoToner$/, 'ribbon-out'],
  [/^DoorOpen$/, 'open'],
  [/^PaperJam$/, 'jam'],
  [/^Paused$/, 'paused'],
  [/^(?:Offline|NotAvailable|ServerUnknown|ServerOffline)$/, 'offline'],
  [/^OutOfMemory$/, 'buffer-full'],
  [/^(?:Error|UserIntervention|Blocked|PendingDeletion|OutputBinFull)$/, 'needs-attention'],
];

export function readConditions(flags: readonly string[]): readonly PrinterCondition[] {
  return conditionOf
    .filter(([pattern]) => flags.some((flag) => pattern.test(flag)))
    .map(([, condition]) => condition);
}

export type WindowsTrack = Readonly<typeof untouched>;

export const untouched = {
  /** The spooler was sending it, and nothing stood. */
  moved: false,
  /** The same to a printer that stands for a roll or a cover: it is there, and has some of it. */
  begun: false,
  printed: false,
  deleted: false,
  /** The start of a standstill. */
  stuckSinceMs: null as number | null,
};

type WindowsView = Seen & Moment;

export function judgeWindows(before: WindowsTrack, view: WindowsView): Judged<WindowsTrack> {
  const track = advanceTrack(before, view);
  return { track, begun: track.begun, step: decideStep(track, view) };
}

function isPrinted(job: JobRecord): boolean {
  return hasFlag(job, /^(?:Printed|Completed)$/);
}

/** It is still open, and nothing of it was sent on: its writer has died, or is at work. */
export function isOnlySpooling(job: JobRecord): boolean {
  return hasFlag(job, /^Spooling$/) && !hasFlag(job, /^Printing$/) && job.printed === 0;
}

function hasFlag(job: JobRecord, pattern: RegExp): boolean {
  return readJobFlags(job).some((flag) => pattern.test(flag));
}

function advanceTrack(before: WindowsTrack, { job, printer, nowMs }: WindowsView): WindowsTrack {
  if (job === null) return before;
  const conditions = readStanding(job, printer);
  const stands = conditions.length > 0;
  const isSending = hasFlag(job, /^Printing$/);
  const isThere = conditions.every((one) => one !== 'offline' && one !== 'needs-attention');
  const allPages = job.pages > 0 && job.printed >= job.pages;
  return {
    moved: before.moved || (isSending && !stands) || job.printed > 0,
    begun: before.begun || (isSending && isThere) || job.printed > 0,
    printed: before.printed || isPrinted(job) || (allPages && !stands),
    deleted: before.deleted || hasFlag(job, /^Delet(?:ed|ing)$/),
    stuckSinceMs: stands ? (before.stuckSinceMs ?? nowMs) : null,
  };
}

function readStanding(job: JobRecord, printer: PrinterRecord | null): readonly PrinterCondition[] {
  const ofPrinter = printer === null ? [] : readConditions(readPrinterFlags(printer));
  return [...new Set([...readConditions(readJobFlags(job)), ...ofPrinter])];
}

function decideStep(
  track: WindowsTrack,
  { printer, job, nowMs, unreachableMs }: WindowsView,
): FollowStep {
  const reached = track.begun ? 'maybe' : 'no';
  if (job === null) {
    // A printed job is retained until it is seen; one that vanished without that was removed, or
    // its end is unknown.
    if (track.printed) return judgeEnded(ok('done'));
    if (track.deleted) return judgeEnded(ok('cancelled'));
    if (printer === null)
      return judgeEnded(
        fail('printer-unavailable', { detail: 'the printer was removed', reached }),
      );
    return judgeEnded(ok('unknown'));
  }
  if (isPrinted(job)) return judgeEnded(ok('done'));
  const conditions = readStanding(job, printer);
  const flags = [...readJobFlags(job), ...(printer === null ? [] : readPrinterFlags(printer))];
  const reason =
    [...new Set([...flags, job.words])].filter((flag) => flag !== null && flag !== '').join(', ') ||
    null;
  if (track.stuckSinceMs !== null && !track.moved && nowMs - track.stuckSinceMs >= unreachableMs)
    return { kind: 'withdraw', fault: fault('printer-unavailable', { detail: reason, reached }) };
  const moving = track.moved ? 'printing' : 'queued';
  const state = conditions.length > 0 ? 'held' : moving;
  // Raw data have no known pages.
  const counted =
    job.pages === 0 ? {} : { pages: { sent: Math.min(job.printed, job.pages), of: job.pages } };
  return { kind: 'going', state, conditions, reason, ...counted };
}

/** The driver that only passes text on: it would print a PDF's source. */
export function isRaw(driver: string | null): boolean {
  return /^Generic \/ Text Only$/i.test(driver ?? '');
}

/**
 * Windows' drivers that draw everything themselves, or write files: IPP class, redirected desktop,
 * file writers.
 */
function takesNoRaw(driver: string | null): boolean {
  const names =
    /IPP Class|Virtual Print Class|Universal Print|Easy Print|Print To PDF|XPS Document/i;
  return names.test(driver ?? '');
}

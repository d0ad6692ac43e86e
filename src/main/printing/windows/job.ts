import { fail, fault, ok } from '#shared/faults/faults.ts';
import type { Clock } from '../../os/clock.ts';
import {
  judgeEnded,
  type FollowStep,
  type Judged,
  type Moment,
  type SystemJob,
  usualTiming,
} from '../queue/system-job.ts';
import type { PrinterCondition } from '../types.ts';
import type { JobRecord, PrinterRecord, Seen, Spooler } from './types.ts';

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

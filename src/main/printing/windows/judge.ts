import { fail, fault, ok } from '#shared/faults/faults.ts';
import { judgeEnded, type FollowStep, type Judged, type Moment } from '../queue/system-job.ts';
import type { PrinterCondition } from '../types.ts';
import type { JobRecord, PrinterRecord, Seen } from './types.ts';

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

export interface WindowsTrack {
  /** The spooler was sending it, and nothing stood. */
  readonly moved: boolean;
  /** The same to a printer that stands for a roll or a cover: it is there, and has some of it. */
  readonly begun: boolean;
  readonly printed: boolean;
  readonly deleted: boolean;
  /** The start of a standstill. */
  readonly stuckSinceMs: number | null;
}

export const untouched: WindowsTrack = {
  moved: false,
  begun: false,
  printed: false,
  deleted: false,
  stuckSinceMs: null,
};

type WindowsView = Seen & Moment;

export function judgeWindows(before: WindowsTrack, view: WindowsView): Judged<WindowsTrack> {
  const track = advanceTrack(before, view);
  return { track, begun: track.begun, step: decideStep(track, view) };
}

export function isPrinted(job: JobRecord): boolean {
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

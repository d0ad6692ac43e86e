import { failed, fault, ok } from '../../../shared/index.ts';
import type { Fault, Result } from '../../../shared/index.ts';
import type { PrinterCondition, SpoolOutcome, SpoolState } from '../types.ts';
import { readConditions } from './answers.ts';
import type { WindowsJob } from './answers.ts';

/** What was seen of a job so far. */
export interface WindowsTrack {
  readonly seen: boolean;
  /** The spooler was sending it: from then on, paper may have come out. */
  readonly begun: boolean;
  readonly printed: boolean;
  readonly deleted: boolean;
  /** Since when nothing goes on (epoch ms). */
  readonly stuckSinceMs: number | null;
}

export const unseen: WindowsTrack = { seen: false, begun: false, printed: false, deleted: false, stuckSinceMs: null };

export type FollowStep =
  | {
      readonly kind: 'going';
      readonly state: SpoolState;
      readonly conditions: readonly PrinterCondition[];
      readonly reason: string | null;
    }
  | { readonly kind: 'ended'; readonly result: Result<SpoolOutcome> }
  | { readonly kind: 'withdraw'; readonly fault: Fault };

export interface WindowsView {
  readonly printer: { readonly status: readonly string[] } | null;
  readonly job: WindowsJob | null;
  readonly nowMs: number;
  /** How long a job that was never begun may wait for a printer that stands. */
  readonly unreachableMs: number;
}

/** Reads one look at a job and its printer. Pure. */
export function judgeWindows(
  before: WindowsTrack,
  view: WindowsView,
): { readonly track: WindowsTrack; readonly step: FollowStep } {
  const track = advanceTrack(before, view);
  return { track, step: decideStep(track, view) };
}

function advanceTrack(before: WindowsTrack, { job, printer, nowMs }: WindowsView): WindowsTrack {
  if (job === null) return before;
  const has = (pattern: RegExp): boolean => job.status.some((flag) => pattern.test(flag));
  const stands = readStanding(job, printer).length > 0;
  const allPages = (job.pages ?? 0) > 0 && (job.printed ?? 0) >= (job.pages ?? 0);
  return {
    seen: true,
    begun: before.begun || (has(/^Printing$/) && !stands) || (job.printed ?? 0) > 0,
    printed: before.printed || has(/^(?:Printed|Completed?)$/) || (allPages && !stands),
    deleted: before.deleted || has(/^Delet(?:ed|ing)$/),
    stuckSinceMs: stands ? (before.stuckSinceMs ?? nowMs) : null,
  };
}

function readStanding(job: WindowsJob, printer: WindowsView['printer']): readonly PrinterCondition[] {
  return [...new Set([...readConditions(job.status), ...readConditions(printer?.status ?? [])])];
}

function decideStep(track: WindowsTrack, { printer, job, nowMs, unreachableMs }: WindowsView): FollowStep {
  const reached = track.begun ? 'maybe' : 'no';
  if (job === null) {
    // A job that was printed is retained until it is seen; one that is gone without that was removed, or nobody knows.
    if (track.printed) return judgeEnded(ok('done'));
    if (track.deleted) return judgeEnded(ok('cancelled'));
    if (printer === null)
      return judgeEnded(failed(fault('printer-unavailable', { detail: 'the printer was removed', reached })));
    if (track.seen) return judgeEnded(ok('unknown'));
    return { kind: 'going', state: 'queued', conditions: [], reason: null };
  }
  if (job.status.some((flag) => /^(?:Printed|Completed?)$/.test(flag))) return judgeEnded(ok('done'));
  const conditions = readStanding(job, printer);
  const reason = [...job.status, ...(printer?.status ?? [])].filter((flag) => flag !== 'Normal').join(', ') || null;
  if (track.stuckSinceMs !== null && !track.begun && nowMs - track.stuckSinceMs >= unreachableMs)
    return { kind: 'withdraw', fault: fault('printer-unavailable', { detail: reason }) };
  if (conditions.length > 0) return { kind: 'going', state: 'held', conditions, reason };
  return { kind: 'going', state: track.begun ? 'printing' : 'queued', conditions, reason };
}

function judgeEnded(result: Result<SpoolOutcome>): FollowStep {
  return { kind: 'ended', result };
}

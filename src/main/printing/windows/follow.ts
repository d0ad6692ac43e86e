import { failed, fault, ok, type Fault, type Result } from '../../../shared/index.ts';
import { pauseUnlessAborted, type Clock } from '../../os/clock.ts';
import type { SpoolEvent, SpoolListener, SpoolOutcome } from '../types.ts';
import { isPrinted, judgeWindows, untouched, type Seen } from './judge.ts';
import type { Spooler } from './spooler.ts';
import type { JobRecord } from './types.ts';

export type WindowsTiming = Readonly<typeof defaultWindowsTiming>;

export const defaultWindowsTiming = {
  /** Between two looks at a job. */
  pollMs: 250,
  unreachableMs: 30_000,
  /** How long the spooler may be silent, and how long a withdrawal may take. */
  lostMs: 30_000,
  /** How long a silent printer is not asked again for a list. */
  silentMs: 60_000,
};

export interface WindowsTools {
  readonly spooler: Spooler;
  readonly clock: Clock;
  readonly timing: WindowsTiming;
}

export interface WindowsTarget {
  readonly printer: string;
  readonly jobId: number;
  /** The spooler begins its numbers anew when it is started: a job of another name is another one. */
  readonly title: string;
}

/** Watches a job until it has ended, or certainly will not. */
export async function followWindowsJob(
  tools: WindowsTools,
  target: WindowsTarget,
  signal: AbortSignal | undefined,
  onEvent: SpoolListener | undefined,
): Promise<Result<SpoolOutcome>> {
  const { clock, timing } = tools;
  let track = untouched;
  let seenAtMs = clock.now();
  let told = '';
  for (;;) {
    if (signal?.aborted === true)
      return withdraw(tools, target, fault('cancelled', { reached: track.begun ? 'maybe' : 'no' }));
    const seen = await look(tools, target);
    const nowMs = clock.now();
    if (seen === null) {
      if (nowMs - seenAtMs >= timing.lostMs) return makeUnknown('the print spooler does not answer');
    } else {
      seenAtMs = nowMs;
      const judged = judgeWindows(track, { ...seen, nowMs, unreachableMs: timing.unreachableMs });
      track = judged.track;
      const { step } = judged;
      if (step.kind === 'withdraw') return withdraw(tools, target, step.fault);
      if (step.kind === 'ended') {
        if (seen.job !== null) await remove(tools, target);
        return step.result;
      }
      const { kind: _, ...seenOfIt } = step;
      const event: SpoolEvent = { jobId: String(target.jobId), ...seenOfIt, labels: null };
      if (JSON.stringify(event) !== told) onEvent?.(event);
      told = JSON.stringify(event);
    }
    await pauseUnlessAborted(clock, timing.pollMs, signal);
  }
}

/** Returns null if the spooler does not answer right now. */
export async function look({ spooler }: WindowsTools, target: WindowsTarget): Promise<Seen | null> {
  const seen = await spooler.ask({ type: 'look', printer: target.printer, jobId: target.jobId });
  if (seen.type !== 'seen') return null;
  const isOther = seen.job !== null && (seen.job.title ?? target.title) !== target.title;
  return { printer: seen.printer, job: isOther ? null : seen.job };
}

/** Returns true if the spooler has removed the job from the queue, or will. */
async function remove({ spooler }: WindowsTools, { printer, jobId }: WindowsTarget): Promise<boolean> {
  return (await spooler.ask({ type: 'delete', printer, jobId })).type === 'done';
}

function makeUnknown(detail: string): Result<SpoolOutcome> {
  return failed(fault('print-unknown', { detail, reached: 'maybe' }));
}

/** Removes the job from the queue, so that it cannot print later. If it had ended by then, that is the answer. */
export async function withdraw(tools: WindowsTools, target: WindowsTarget, why: Fault): Promise<Result<SpoolOutcome>> {
  const { clock, timing } = tools;
  const untilMs = clock.now() + timing.lostMs;
  let deleted = false;
  for (;;) {
    const seen = await look(tools, target);
    if (seen !== null) {
      if (seen.job === null) return failed(why);
      if (!deleted) deleted = await remove(tools, target);
      if (isPrinted(seen.job)) return ok('done');
    }
    if (clock.now() >= untilMs) return makeUnknown('the job could not be taken out of the queue');
    await clock.sleep(timing.pollMs);
  }
}

/** Removes the jobs of this name that match; returns false if the spooler does not answer, or refuses. */
export async function removeByTitle(
  tools: WindowsTools,
  printer: string,
  title: string,
  isMeant: (job: JobRecord) => boolean,
): Promise<boolean> {
  const found = await tools.spooler.ask({ type: 'find', printer, title });
  if (found.type !== 'found') return false;
  for (const jobId of found.jobIds) {
    const target = { printer, jobId, title };
    const seen = await look(tools, target);
    if (seen === null) return false;
    if (seen.job !== null && isMeant(seen.job) && !(await remove(tools, target))) return false;
  }
  return true;
}

import {
  asksAboutPaper,
  fail,
  failed,
  fault,
  type Fault,
  type Result,
} from '#shared/faults/faults.ts';
import { pauseUnlessAborted, type Clock } from '../../os/clock.ts';
import type { SpoolEvent, SpoolListener, SpoolOutcome } from '../types.ts';

export type SpoolTiming = Readonly<typeof usualTiming>;

export const usualTiming = {
  /** Between two looks at a job. */
  pollMs: 250,
  /** How long a job that never began may wait for its printer. */
  unreachableMs: 30_000,
  /**
   * How long the print service may be silent before a job's end is unknown, and a withdrawal may
   * take.
   */
  lostMs: 30_000,
};

/**
 * The meaning of one look at a job. `withdraw`: it has failed, and could print later, so it has to
 * go.
 */
export type FollowStep =
  | ({ readonly kind: 'going' } & Omit<SpoolEvent, 'jobId' | 'labels'>)
  | { readonly kind: 'ended'; readonly result: Result<SpoolOutcome> }
  | { readonly kind: 'withdraw'; readonly fault: Fault };

export function judgeEnded(result: Result<SpoolOutcome>): FollowStep {
  return { kind: 'ended', result };
}

export interface Judged<Track> extends Pick<JobLook, 'begun' | 'step'> {
  readonly track: Track;
}

/** The moment of a look, and the patience of its judge. */
export type Moment = Pick<SpoolTiming, 'unreachableMs'> & { readonly nowMs: number };

/** One look at a job. */
export interface JobLook {
  /** From then on, paper may have come out. */
  readonly begun: boolean;
  readonly step: FollowStep;
  /** It has left the queue by itself, and nobody saw whether it printed. */
  readonly hasVanished: boolean;
  /** It has ended, and the queue shows it until it is removed. */
  readonly isKept: boolean;
}

/** A job in a queue of the operating system. It remembers its looks; `Seen` is their raw data. */
export interface SystemJob<Seen = unknown> {
  readonly id: number;
  readonly clock: Clock;
  readonly timing: SpoolTiming;
  /** Returns null if the print service does not answer right now. */
  look(): Promise<(JobLook & Seen) | null>;
  /** Returns true if the job is out of the queue, or will be. */
  remove(): Promise<boolean>;
}

/** Watches a job until it has ended, or certainly will not end well by itself. */
export async function followJob(
  job: SystemJob,
  signal: AbortSignal | undefined,
  onEvent: SpoolListener | undefined,
): Promise<Result<SpoolOutcome>> {
  const { clock, timing } = job;
  let begun = false;
  let seenAtMs = clock.awake();
  let reported = '';
  const report = (how: Omit<SpoolEvent, 'jobId' | 'labels'>) => {
    const event = { jobId: String(job.id), ...how, labels: null };
    const text = JSON.stringify(event);
    if (text !== reported) onEvent?.(event);
    reported = text;
  };
  for (;;) {
    if (signal?.aborted === true)
      return withdraw(job, fault('cancelled', { reached: begun ? 'maybe' : 'no' }));
    const seen = await job.look();
    if (seen === null) {
      if (clock.awake() - seenAtMs >= timing.lostMs)
        return makeUnknown('the print service does not answer');
    } else {
      seenAtMs = clock.awake();
      const { step } = seen;
      if (step.kind === 'withdraw') return withdraw(job, step.fault);
      if (step.kind === 'ended') {
        if (seen.begun && !begun) report({ state: 'printing', conditions: [], reason: null });
        if (seen.isKept) await job.remove();
        return step.result;
      }
      // What may be out stays so, if its printer is searched for again.
      begun ||= seen.begun;
      const { kind: _, ...how } = step;
      report(how);
    }
    await pauseUnlessAborted(clock, timing.pollMs, signal);
  }
}

/**
 * Removes the job from the queue, so that it cannot print later. If it has printed meanwhile, that
 * is the answer; if it stays, the result is unknown. Every look says anew whether paper may have
 * come out: a job may begin just before it is removed.
 */
export async function withdraw(job: SystemJob, reason: Fault): Promise<Result<SpoolOutcome>> {
  const { clock, timing } = job;
  const untilMs = clock.awake() + timing.lostMs;
  let asked = false;
  for (;;) {
    const seen = await job.look();
    if (seen?.step.kind === 'ended') {
      const { result } = seen.step;
      if (seen.isKept) await job.remove();
      if (result.ok ? result.value === 'done' : asksAboutPaper(result.fault)) return result;
      const mayBeOut = reason.reached !== 'no' || seen.begun || seen.hasVanished;
      return failed({ ...reason, reached: mayBeOut ? 'maybe' : 'no' });
    }
    if (seen !== null && !asked) {
      asked = await job.remove();
      if (asked) continue;
    }
    if (clock.awake() >= untilMs) {
      const words = `${reason.kind}: ${reason.detail ?? 'no reason given'}`;
      return makeUnknown(`the job could not be taken out of the queue (${words})`);
    }
    await clock.sleep(timing.pollMs);
  }
}

/**
 * Returns the end of a job of an earlier run by one look, or `there`. A cancelled one did not end
 * as it was meant to.
 */
export function judgeEarlier({ begun, step }: JobLook): Result<SpoolOutcome> | 'there' {
  if (step.kind !== 'ended') return 'there';
  if (!step.result.ok || step.result.value !== 'cancelled') return step.result;
  const reached = begun ? 'maybe' : 'no';
  return fail('print-failed', { detail: 'the spool job was cancelled', reached });
}

/** Nothing of a job that was held, or had no id, has reached paper. */
export const neverSent = fault('print-failed', {
  reached: 'no',
  detail: 'interrupted before anything was sent',
});

function makeUnknown(detail: string): Result<SpoolOutcome> {
  return fail('print-unknown', { detail, reached: 'maybe' });
}

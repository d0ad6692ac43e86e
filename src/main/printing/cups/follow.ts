import { failed, fault, ok, type Fault, type Result } from '../../../shared/index.ts';
import { pauseUnlessAborted, type Clock } from '../../os/clock.ts';
import type { PrinterCondition, SpoolEvent, SpoolListener, SpoolOutcome, SpoolState } from '../types.ts';
import type { RunCommand } from './commands.ts';
import { CupsUnreachable, type IppClient } from './ipp-client.ts';
import { readConditions, sampleJob, sampleQueue, type JobSample, type QueueSample } from './queues.ts';
import { judge, untouched, type JobTrack } from './judge.ts';

export interface FollowTools {
  readonly ipp: IppClient;
  readonly run: RunCommand;
  readonly clock: Clock;
  readonly timing: CupsTiming;
}

export type CupsTiming = Readonly<typeof defaultTiming>;

export const defaultTiming = {
  /** Between two looks at a job. */
  pollMs: 250,
  /** How long a printer may be searched for before it counts as unreachable. */
  unreachableMs: 20_000,
  /** How long the print service may be gone before a job's end is unknown, and a withdrawal may take. */
  lostMs: 30_000,
};

export interface FollowedJob {
  readonly queue: string;
  readonly jobId: number;
}

/** Watches a job with a known history until it has ended, or certainly will not end well by itself. */
export async function followJob(
  tools: FollowTools,
  target: FollowedJob,
  signal: AbortSignal | undefined,
  onEvent: SpoolListener | undefined,
  before: JobTrack = untouched,
): Promise<Result<SpoolOutcome>> {
  const { clock, timing } = tools;
  const tell = createTeller(target.jobId, onEvent);
  let track: JobTrack = before;
  let seenAtMs = clock.now();
  for (;;) {
    if (signal?.aborted === true) return withdraw(tools, target, fault('cancelled'), track.begun);
    const seen = await look(tools, target);
    const nowMs = clock.now();
    if (seen === null) {
      if (nowMs - seenAtMs >= timing.lostMs)
        return failed(fault('print-unknown', { detail: 'the print service does not answer', reached: 'maybe' }));
    } else {
      seenAtMs = nowMs;
      const judged = judge(track, { ...seen, nowMs, unreachableMs: timing.unreachableMs });
      const { step } = judged;
      if (step.kind === 'ended' && judged.track.begun && !track.begun) tell('printing', null, []);
      track = judged.track;
      if (step.kind === 'ended') return step.result;
      if (step.kind === 'withdraw') return withdraw(tools, target, step.fault);
      const conditions = seen.queue === null ? [] : readConditions(seen.queue);
      const looking: readonly PrinterCondition[] = track.connectingSinceMs === null ? [] : ['offline'];
      tell(step.state, step.reason, [...new Set([...conditions, ...looking])]);
    }
    await pauseUnlessAborted(clock, timing.pollMs, signal);
  }
}

/**
 * Removes the job from the queue, so that it cannot print later. If it has ended meanwhile, that is the answer; if it
 * stays, the result is unknown. `hasBegun` is given if `why` does not contain `reached` yet: a job may begin just
 * before it is removed.
 */
export async function withdraw(
  tools: FollowTools,
  target: FollowedJob,
  why: Fault,
  hasBegun?: boolean,
): Promise<Result<SpoolOutcome>> {
  const { clock, timing, run } = tools;
  const untilMs = clock.now() + timing.lostMs;
  let asked = false;
  for (;;) {
    if (!asked) asked = (await run('cancel', [`${target.queue}-${target.jobId}`])).code === 0;
    const seen = await look(tools, target);
    if (seen !== null) {
      if (seen.job?.state === 9) return ok('done');
      if (seen.job === null || seen.job.state >= 7) {
        if (hasBegun === undefined) return failed(why);
        const begun = hasBegun || seen.job === null || seen.job.startedAtSeconds !== null;
        return failed({ ...why, reached: begun ? 'maybe' : 'no' });
      }
    }
    if (clock.now() >= untilMs) {
      const detail = `the job could not be taken out of the queue (${why.kind}: ${why.detail ?? 'no reason given'})`;
      return failed(fault('print-unknown', { detail, reached: 'maybe' }));
    }
    await clock.sleep(timing.pollMs);
  }
}

/** Returns null if the print service does not answer right now. */
export async function look(
  { ipp }: FollowTools,
  { queue: name, jobId }: FollowedJob,
): Promise<{ readonly job: JobSample | null; readonly queue: QueueSample | null } | null> {
  try {
    const job = await sampleJob(ipp, jobId);
    return { job, queue: await sampleQueue(ipp, name) };
  } catch (error) {
    if (error instanceof CupsUnreachable) return null;
    throw error;
  }
}

/** Reports each state once. */
function createTeller(jobId: number, onEvent: SpoolListener | undefined) {
  let last = '';
  return (state: SpoolState, reason: string | null, conditions: readonly PrinterCondition[]): void => {
    const event: SpoolEvent = { jobId: String(jobId), state, conditions, reason, labels: null };
    const text = JSON.stringify(event);
    if (text === last) return;
    last = text;
    onEvent?.(event);
  };
}

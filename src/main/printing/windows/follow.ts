import { failed, fault, ok } from '../../../shared/index.ts';
import type { Fault, Result } from '../../../shared/index.ts';
import { pauseUnlessAborted, type Clock } from '../../os/clock.ts';
import type { SpoolEvent, SpoolListener, SpoolOutcome } from '../types.ts';
import { parseSpool, parseState } from './answers.ts';
import type { WindowsJob, WindowsState } from './answers.ts';
import type { RunScript } from './powershell.ts';
import { spoolScript, stateScript } from './scripts.ts';
import { judgeWindows, unseen } from './judge.ts';

export interface WindowsTiming {
  /** Between two looks at a job; each look starts a PowerShell. */
  readonly pollMs: number;
  /** How long a printed PDF may take to show up in the queue. */
  readonly appearMs: number;
  readonly unreachableMs: number;
  /** How long the spooler may be silent, and how long a withdrawal may take. */
  readonly lostMs: number;
}

export const defaultWindowsTiming: WindowsTiming = {
  pollMs: 750,
  appearMs: 15_000,
  unreachableMs: 30_000,
  lostMs: 30_000,
};

export interface WindowsTools {
  readonly run: RunScript;
  readonly clock: Clock;
  readonly timing: WindowsTiming;
}

export interface WindowsTarget {
  readonly printer: string;
  readonly title: string;
  /** Null where the job has to be found by its title. */
  readonly jobId: number | null;
}

interface Followed {
  readonly printer: string;
  jobId: number | null;
  retained: boolean;
}

/** Watches a job in the spooler's queue until it has ended, or until it is clear that it will not. */
export async function followWindowsJob(
  tools: WindowsTools,
  target: WindowsTarget,
  signal: AbortSignal | undefined,
  onEvent: SpoolListener,
): Promise<Result<SpoolOutcome>> {
  const { clock, timing } = tools;
  const followed: Followed = { printer: target.printer, jobId: target.jobId, retained: target.jobId !== null };
  const startMs = clock.now();
  let seenAtMs = startMs;
  let track = unseen;
  let told = '';
  for (;;) {
    if (signal?.aborted === true && followed.jobId !== null) {
      return withdraw(tools, followed, fault('cancelled', { reached: track.begun ? 'maybe' : 'no' }));
    }
    const state = parseState(await tools.run(stateScript, { printer: target.printer }));
    const nowMs = clock.now();
    if (state === null) {
      if (nowMs - seenAtMs >= timing.lostMs) return makeUnknown('the print spooler does not answer');
    } else {
      seenAtMs = nowMs;
      const job = findJob(state, followed.jobId, target.title);
      if (job !== null) await retain(tools, followed, job);
      const { printer } = state;
      const judged = judgeWindows(track, { printer, job, nowMs, unreachableMs: timing.unreachableMs });
      track = judged.track;
      const { step } = judged;
      if (step.kind === 'withdraw') return withdraw(tools, followed, step.fault);
      if (step.kind === 'ended') {
        if (job !== null) await runCommand(tools, followed, 'delete');
        return step.result;
      }
      if (!track.seen && nowMs - startMs >= timing.appearMs) return makeUnknown('the job never showed in the queue');
      const { state: now, conditions, reason } = step;
      const event: SpoolEvent = { jobId: readId(followed), state: now, conditions, reason, labels: null };
      if (JSON.stringify(event) !== told) onEvent(event);
      told = JSON.stringify(event);
    }
    await pauseUnlessAborted(clock, timing.pollMs, signal);
  }
}

function findJob({ jobs }: WindowsState, jobId: number | null, title: string): WindowsJob | null {
  return jobs.find((job) => (jobId === null ? job.title === title : job.id === jobId)) ?? null;
}

function readId({ jobId }: Followed): string | null {
  return jobId === null ? null : String(jobId);
}

function makeUnknown(detail: string): Result<SpoolOutcome> {
  return failed(fault('print-unknown', { detail, reached: 'maybe' }));
}

/** Makes the spooler keep the job when it is done; where it refuses, a job that is gone is one that nobody knows of. */
async function retain(tools: WindowsTools, followed: Followed, { id }: WindowsJob): Promise<void> {
  followed.jobId = id;
  if (followed.retained) return;
  followed.retained = true;
  await runCommand(tools, followed, 'retain');
}

async function runCommand(
  { run }: WindowsTools,
  { printer, jobId }: Followed,
  action: 'retain' | 'delete',
): Promise<boolean> {
  const answer = parseSpool(await run(spoolScript, { action, printer, jobId }));
  return answer?.error === null;
}

/** Takes the job out of the queue, so that it cannot print later. Where it had ended by then, that is the answer. */
async function withdraw(tools: WindowsTools, followed: Followed, why: Fault): Promise<Result<SpoolOutcome>> {
  const { clock, timing, run } = tools;
  const untilMs = clock.now() + timing.lostMs;
  let deleted = false;
  for (;;) {
    const state = parseState(await run(stateScript, { printer: followed.printer }));
    if (state !== null) {
      const job = findJob(state, followed.jobId, '');
      if (job === null) return failed(why);
      const printed = job.status.some((flag) => /^(?:Printed|Completed?)$/.test(flag));
      if (!deleted) deleted = await runCommand(tools, followed, 'delete');
      if (printed) return ok('done');
    }
    if (clock.now() >= untilMs) return makeUnknown('the job could not be taken out of the queue');
    await clock.sleep(timing.pollMs);
  }
}

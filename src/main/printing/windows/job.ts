import type { Clock } from '../../os/clock.ts';
import { usualTiming, type SystemJob } from '../queue/system-job.ts';
import { isPrinted, judgeWindows, untouched } from './judge.ts';
import type { Spooler } from './spooler.ts';
import type { JobRecord, Seen } from './types.ts';

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
  let track = untouched;
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

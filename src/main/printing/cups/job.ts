import type { Clock } from '../../os/clock.ts';
import { usualTiming, type SpoolTiming, type SystemJob } from '../queue/system-job.ts';
import type { RunCommand } from './commands.ts';
import { CupsUnreachable, type IppClient } from './ipp-client.ts';
import { jobStates, judge, type JobTrack } from './judge.ts';
import { sampleJob, sampleQueue, type JobSample, type QueueSample } from './queues.ts';

export interface CupsTools {
  readonly ipp: IppClient;
  readonly run: RunCommand;
  readonly clock: Clock;
  readonly timing: SpoolTiming;
}

export const cupsTiming: SpoolTiming = { ...usualTiming, unreachableMs: 20_000 };

export type CupsJob = SystemJob<
  { readonly job: JobSample | null; readonly queue: QueueSample | null },
  JobTrack
>;

export function openCupsJob(
  { ipp, run, clock, timing }: CupsTools,
  queue: string,
  id: number,
): CupsJob {
  return {
    id,
    clock,
    timing,
    judge,
    look: async () => {
      try {
        const job = await sampleJob(ipp, id);
        return { job, queue: await sampleQueue(ipp, queue) };
      } catch (error) {
        if (error instanceof CupsUnreachable) return null;
        throw error;
      }
    },
    remove: async () => (await run('cancel', [`${queue}-${id}`])).code === 0,
    readEnd: ({ job }) => {
      if (job !== null && job.state < jobStates.canceled) return null;
      const hasBegun = job === null || job.startedAtSeconds !== null;
      return { isPrinted: job?.state === jobStates.completed, hasBegun, isKept: false };
    },
  };
}

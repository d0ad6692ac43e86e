import type { Clock } from '../../os/clock.ts';
import { usualTiming, type SpoolTiming, type SystemJob } from '../queue/system-job.ts';
import type { RunCommand } from './commands.ts';
import { CupsUnreachable, type IppClient } from './ipp-client.ts';
import { judge, untouched, type JobTrack, type JobView } from './judge.ts';
import { sampleJob, sampleQueue } from './queues.ts';

export interface CupsTools {
  readonly ipp: IppClient;
  readonly run: RunCommand;
  readonly clock: Clock;
  readonly timing: SpoolTiming;
}

export const cupsTiming: SpoolTiming = { ...usualTiming, unreachableMs: 20_000 };

export function openCupsJob(
  { ipp, run, clock, timing }: CupsTools,
  queueName: string,
  id: number,
): SystemJob<Pick<JobView, 'job' | 'queue'>> {
  let track: JobTrack = untouched;
  return {
    id,
    clock,
    timing,
    look: async () => {
      try {
        const job = await sampleJob(ipp, id);
        const queue = await sampleQueue(ipp, queueName);
        const { track: now, ...judged } = judge(track, {
          job,
          queue,
          nowMs: clock.awake(),
          ...timing,
        });
        track = now;
        return { job, queue, ...judged, hasVanished: job === null, isKept: false };
      } catch (error) {
        if (error instanceof CupsUnreachable) return null;
        throw error;
      }
    },
    remove: async () => (await run('cancel', [`${queueName}-${id}`])).code === 0,
  };
}

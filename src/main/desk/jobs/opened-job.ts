import type { JobChange } from '#shared/contract/job.ts';
import { isSettled, type JobSnapshot } from '#shared/domain/job.ts';
import { type Fault, isCancelled, ok, type Result } from '#shared/faults/faults.ts';
import { type GroupingJob, isReadingDue, leavingIntervalMs } from '../../dispatch/index.ts';
import type { Clock } from '../../os/clock.ts';
import { catchAll } from '../../os/errors.ts';
import type { Log } from '../../os/log.ts';
import { startJobFeed } from './job-feed.ts';

export interface OpenedJobOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly changed: (change: JobChange) => void;
  readonly collecting: (job: GroupingJob) => void;
  /** All available labels are there: they were collected, or are there from before. */
  readonly collected: (job: GroupingJob) => void;
  /** Faults of background work that no snapshot shows. */
  readonly notice: (fault: Fault) => void;
}

export type OpenedJob = ReturnType<typeof followJob>;

/** Publishes a job's changes, and fetches its labels whenever some are wanted. */
export function followJob(
  job: GroupingJob,
  { clock, log, changed, collecting, collected, notice }: OpenedJobOptions,
) {
  let rereadAtMs = -Infinity;
  /** A light that only an old list keeps from green is asked for, once in its interval. */
  const rereadIfDue = (snapshot: JobSnapshot) => {
    const isSoon = clock.awake() - rereadAtMs < leavingIntervalMs;
    if (isSoon || !isReadingDue(snapshot, clock.now())) return;
    rereadAtMs = clock.awake();
    void catchAll('job.reread', log, () => job.labels.reread());
  };
  const feed = startJobFeed(job, clock, changed, rereadIfDue);
  let isConcluded = job.overview().state === 'concluded';
  let isCollecting = false;

  /**
   * Starts to fetch labels. An immediate refusal is the answer; progress comes as changes of the
   * job.
   */
  const start = async (get: (job: GroupingJob) => Promise<Result<void>>): Promise<Result<void>> => {
    const got = job.hold(() =>
      catchAll('job.collect', log, async () => {
        const ended = await get(job);
        if (ended.ok) collected(job);
        return ended;
      }),
    );
    const soon = new Promise<null>((resolve) => setImmediate(() => resolve(null)));
    const refusal = await Promise.race([got, soon]);
    if (refusal !== null) return refusal;
    void got.then((result) => {
      if (!result.ok && !isCancelled(result.fault) && job.snapshot().fault === null)
        notice(result.fault);
    });
    return ok();
  };

  /**
   * Starts to collect the labels that were not requested yet, or whose end an earlier run did not
   * see.
   */
  const collectWanted = () => {
    if (wantsWork(job)) void start(() => job.labels.collect());
    else collected(job);
  };

  const stopWatching = job.subscribe(() => {
    const now = job.overview();
    const isNews = now.state === 'concluded' && !isConcluded;
    isConcluded = now.state === 'concluded';
    const begins = now.collecting && !isCollecting;
    isCollecting = now.collecting;
    if (begins) collecting(job);
    // Here or at another station: some labels come only then.
    if (isNews) collectWanted();
  });

  return {
    job,
    current: feed.current,
    flush: feed.flush,
    start,
    collectWanted,
    async close(): Promise<void> {
      stopWatching();
      await job.close();
      feed.stop();
    },
  };
}

function wantsWork(job: GroupingJob): boolean {
  const { state, shipments } = job.snapshot();
  if (state === 'concluding' || state === 'conclusion-unknown') return false;
  const isToCome = shipments.some(({ label }) => !isSettled(label));
  return isToCome || job.labels.needsInvoices();
}

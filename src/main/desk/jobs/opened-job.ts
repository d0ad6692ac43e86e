import {
  ok,
  type Fault,
  type JobChange,
  type JobSnapshot,
  type OpenJob,
  type Result,
} from '../../../shared/index.ts';
import type { GroupingJob } from '../../dispatch/index.ts';
import type { Clock } from '../../os/clock.ts';
import { catchAll } from '../../os/errors.ts';
import type { Log } from '../../os/log.ts';
import { startJobFeed, type JobFeed } from './job-feed.ts';

export interface OpenedJobOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly changed: (change: JobChange) => void;
  readonly collecting: (opened: OpenedJob) => void;
  /** All available labels are there: they were collected, or are there from before. */
  readonly collected: (opened: OpenedJob) => void;
  /** Faults of background work that no snapshot shows. */
  readonly notice: (fault: Fault) => void;
}

export class OpenedJob {
  readonly job: GroupingJob;
  readonly #options: OpenedJobOptions;
  readonly #feed: JobFeed;
  readonly #stopWatching: () => void;

  constructor(job: GroupingJob, options: OpenedJobOptions) {
    this.job = job;
    this.#options = options;
    this.#feed = startJobFeed(job, options.clock, options.changed);
    let isConcluded = job.glance().state === 'concluded';
    let isCollecting = false;
    this.#stopWatching = job.subscribe(() => {
      const { state, collecting } = job.glance();
      const isNews = state === 'concluded' && !isConcluded;
      isConcluded = state === 'concluded';
      const begins = collecting && !isCollecting;
      isCollecting = collecting;
      if (begins) options.collecting(this);
      // Here or at another station: some labels come only then.
      if (isNews) this.collectWanted();
    });
  }

  current(): OpenJob {
    return this.#feed.current();
  }

  /**
   * Starts to fetch labels. An immediate refusal is the answer; progress comes as changes of the
   * job.
   */
  async start(get: (job: GroupingJob) => Promise<Result<void>>): Promise<Result<void>> {
    const { log, collected, notice } = this.#options;
    const got = catchAll('job.collect', log, async () => {
      const ended = await get(this.job);
      if (ended.ok) collected(this);
      return ended;
    });
    const soon = new Promise<null>((resolve) => setImmediate(() => resolve(null)));
    const refusal = await Promise.race([got, soon]);
    if (refusal !== null) return refusal;
    void got.then((result) => {
      if (!result.ok && result.fault.kind !== 'cancelled' && this.job.snapshot().fault === null)
        notice(result.fault);
    });
    return ok();
  }

  /**
   * Starts to collect the labels that were not requested yet, or whose end an earlier run did not
   * see.
   */
  collectWanted(): void {
    if (wantsLabels(this.job.snapshot())) void this.start((job) => job.collect());
    else this.#options.collected(this);
  }

  async close(): Promise<void> {
    this.#stopWatching();
    await this.job.close();
    this.#feed.stop();
  }
}

function wantsLabels({ state, shipments }: JobSnapshot): boolean {
  if (state === 'concluding' || state === 'conclusion-unknown' || state === 'printing')
    return false;
  return shipments.some(({ label }) =>
    ['pending', 'locating', 'downloading'].includes(label.state),
  );
}

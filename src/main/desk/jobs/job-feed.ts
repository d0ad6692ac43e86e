import type { JobChange, JobSnapshot, OpenJob } from '../../../shared/index.ts';
import type { Clock } from '../../os/clock.ts';
import { forWindow, jobChange } from './job-change.ts';
import { throttle } from './throttle.ts';

/** Tells a job's changes, numbered, at most one message for each interval however fast the job changes. */
export interface JobFeed {
  current(): OpenJob;
  /** Tells where the job stands now, also when nothing changed: for whoever looks at more than the snapshot. */
  tell(): void;
  /** Tells what is still untold and stops. */
  stop(): void;
}

export const feedIntervalMs = 50;

interface Source {
  snapshot(): JobSnapshot;
  subscribe(listener: (snapshot: JobSnapshot) => void): () => void;
}

export function startJobFeed(source: Source, clock: Clock, tell: (change: JobChange) => void): JobFeed {
  const stopped = new AbortController();
  let told = source.snapshot();
  let revision = 1;
  let asked = false;

  const tellNow = (): void => {
    const now = source.snapshot();
    if (now === told && !asked) return;
    asked = false;
    revision += 1;
    const change = jobChange(told, now, revision);
    told = now;
    tell(change);
  };

  const tellSoon = throttle(tellNow, feedIntervalMs, clock, stopped.signal);

  const unsubscribe = source.subscribe(tellSoon);

  return {
    current: () => ({ revision, snapshot: forWindow(source.snapshot()) }),
    tell() {
      asked = true;
      tellSoon();
    },
    stop() {
      if (stopped.signal.aborted) return;
      unsubscribe();
      stopped.abort();
      tellNow();
    },
  };
}

import type { JobChange, JobSnapshot, OpenJob } from '../../shared/index.ts';
import type { Clock } from '../platform.ts';
import { forWindow, jobChange } from './job-change.ts';

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
  let toldAtMs = -Infinity;
  let waiting = false;
  let asked = false;

  const tellNow = (): void => {
    const now = source.snapshot();
    if (now === told && !asked) return;
    asked = false;
    revision += 1;
    toldAtMs = clock.now();
    const change = jobChange(told, now, revision);
    told = now;
    tell(change);
  };

  const tellLater = async (ms: number): Promise<void> => {
    try {
      await clock.sleep(ms, stopped.signal);
    } catch {
      return;
    }
    waiting = false;
    tellNow();
  };

  const tellSoon = (): void => {
    if (waiting || stopped.signal.aborted) return;
    const sinceMs = clock.now() - toldAtMs;
    // A clock that was set back must not silence the feed.
    if (sinceMs >= feedIntervalMs || sinceMs < 0) {
      tellNow();
      return;
    }
    waiting = true;
    void tellLater(feedIntervalMs - sinceMs);
  };

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

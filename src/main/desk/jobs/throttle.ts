import { pauseUnlessAborted, type Clock } from '../../os/clock.ts';

/**
 * Returns a function that requests work, done at most once per interval, at its end at the latest.
 */
export function throttle(
  work: () => void,
  intervalMs: number,
  clock: Clock,
  signal: AbortSignal,
): () => void {
  let requests = 0;
  let isResting = false;

  const run = async (): Promise<void> => {
    isResting = true;
    let done: number;
    try {
      do {
        done = requests;
        work();
      } while ((await pauseUnlessAborted(clock, intervalMs, signal)) && requests > done);
    } finally {
      isResting = false;
    }
  };

  return () => {
    requests += 1;
    if (!isResting && !signal.aborted) void run();
  };
}

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
  let isWanted = false;
  let isResting = false;

  const run = async (): Promise<void> => {
    isResting = true;
    do {
      isWanted = false;
      work();
    } while ((await pauseUnlessAborted(clock, intervalMs, signal)) && isWanted);
    isResting = false;
  };

  return () => {
    isWanted = true;
    if (!isResting && !signal.aborted) void run();
  };
}

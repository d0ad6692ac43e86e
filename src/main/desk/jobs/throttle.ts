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
  let doneAtMs = -Infinity;
  let waiting = false;

  const now = (): void => {
    doneAtMs = clock.awake();
    work();
  };

  const later = async (ms: number): Promise<void> => {
    if (!(await pauseUnlessAborted(clock, ms, signal))) return;
    waiting = false;
    now();
  };

  return () => {
    if (waiting || signal.aborted) return;
    const sinceMs = clock.awake() - doneAtMs;
    if (sinceMs >= intervalMs) {
      now();
      return;
    }
    waiting = true;
    void later(intervalMs - sinceMs);
  };
}

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
    doneAtMs = clock.now();
    work();
  };

  const later = async (ms: number): Promise<void> => {
    if (!(await pauseUnlessAborted(clock, ms, signal))) return;
    waiting = false;
    now();
  };

  return () => {
    if (waiting || signal.aborted) return;
    const sinceMs = clock.now() - doneAtMs;
    // A clock that was set back must not silence it.
    if (sinceMs >= intervalMs || sinceMs < 0) {
      now();
      return;
    }
    waiting = true;
    void later(intervalMs - sinceMs);
  };
}

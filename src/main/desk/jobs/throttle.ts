import { pauseUnlessAborted, type Clock } from '../../os/clock.ts';

/**
 * A way to ask for work that is done at most once in each interval, however often it is asked for: at once where that
 * may be, else at the interval's end. Nothing asked for is forgotten, unless the signal ends it all.
 */
export function throttle(work: () => void, intervalMs: number, clock: Clock, signal: AbortSignal): () => void {
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

import type { Clock } from '../../../src/main/os/clock.ts';

export interface ManualClock extends Clock {
  advance(ms: number): Promise<void>;
  /** How many wait. */
  sleepers(): number;
}

/** A clock that stands still until it is moved. */
export function manualClock(startMs = 1_000_000): ManualClock {
  let nowMs = startMs;
  const sleepers = new Set<{ readonly atMs: number; readonly wake: () => void }>();
  return {
    now: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason as Error);
          return;
        }
        const sleeper = { atMs: nowMs + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(signal.reason as Error);
        });
      }),
    sleepers: () => sleepers.size,
    async advance(ms) {
      const endMs = nowMs + ms;
      for (;;) {
        const next = [...sleepers]
          .filter(({ atMs }) => atMs <= endMs)
          .sort((a, b) => a.atMs - b.atMs)[0];
        if (next === undefined) break;
        sleepers.delete(next);
        nowMs = Math.max(nowMs, next.atMs);
        next.wake();
        await new Promise((resolve) => setImmediate(resolve));
      }
      nowMs = endMs;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

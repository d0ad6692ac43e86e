import type { Clock } from '../../../src/main/os/clock.ts';

export interface ManualClock extends Clock {
  /** As a person or a time server does: nothing passes by it. */
  set(nowMs: number): void;
  advance(ms: number): Promise<void>;
  /** How many wait. */
  sleepers(): number;
}

/** A clock that stands still until it is moved. */
export function manualClock(startMs = 1_000_000): ManualClock {
  let nowMs = startMs;
  let offMs = 0;
  const sleepers = new Set<{ readonly atMs: number; readonly wake: () => void }>();
  return {
    now: () => nowMs + offMs,
    awake: () => nowMs,
    set(toMs) {
      offMs = toMs - nowMs;
    },
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

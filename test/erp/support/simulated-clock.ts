import type { Clock } from '../../../src/main/os/clock.ts';

interface Sleeper {
  readonly dueMs: number;
  readonly order: number;
  readonly wake: () => void;
}

/**
 * A clock whose time passes only in `run`: everything that can happen at an instant happens before
 * the next one.
 */
export interface SimulatedClock extends Clock {
  /**
   * Advances the time until the promise is settled; fails if no sleep is left that could settle it.
   */
  run<T>(until: Promise<T>): Promise<T>;
  /** The number of pending sleeps: shows timers left behind. */
  readonly sleeping: number;
}

export function simulatedClock(startMs = 1_750_000_000_000): SimulatedClock {
  const sleepers = new Set<Sleeper>();
  let nowMs = startMs;
  let order = 0;

  async function run<T>(until: Promise<T>): Promise<T> {
    const state = { settled: false };
    const mark = (): void => void (state.settled = true);
    until.then(mark, mark);
    for (;;) {
      // Promise chains of a few dozen steps end within one turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      if (state.settled) return until;
      const next = [...sleepers].sort((a, b) => a.dueMs - b.dueMs || a.order - b.order)[0];
      if (next === undefined) throw new Error('nothing can happen any more');
      nowMs = Math.max(nowMs, next.dueMs);
      next.wake();
    }
  }

  return {
    now: () => nowMs,
    awake: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const sleeper: Sleeper = {
          dueMs: nowMs + ms,
          order: order++,
          wake: () => {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(signal.reason as Error);
        });
      }),
    run,
    get sleeping() {
      return sleepers.size;
    },
  };
}

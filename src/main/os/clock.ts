/** The time; desktop, command line and tests each pass their own. */
export interface Clock {
  /** Epoch milliseconds, for moments that are shown or stored. It may be set at any time. */
  now(): number;
  /**
   * The milliseconds of a stopwatch that nobody sets, and that stands still while the computer
   * sleeps: for durations and limits.
   */
  awake(): number;
  /**
   * Resolves after `ms` in which this program ran; rejects with the signal's reason when it aborts
   * first.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  awake: measureAwake,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const onAbort = () => {
        stop();
        reject(signal?.reason as Error);
      };
      const stop = countAwake(ms, () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      });
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

/** A timer that fires so late was asleep with its computer, or its program stood still. */
const farTooLateMs = 500;
const beatMs = 1_000;

let beat: NodeJS.Timeout | null = null;
let seenAtMs = 0;
let ranMs = 0;

function measureAwake(): number {
  beat ??= setInterval(measureAwake, beatMs).unref();
  const nowMs = performance.now();
  if (nowMs - seenAtMs < beatMs + farTooLateMs) ranMs += nowMs - seenAtMs;
  seenAtMs = nowMs;
  return ranMs;
}

/**
 * Calls `end` after so much time in which this program ran. A part of it whose timer fires far too
 * late has one more turn: answers that came meanwhile are read first. Returns a function that stops
 * counting. `keepsRunning`: the program does not end before.
 */
export function countAwake(ms: number, end: () => void, keepsRunning = true): () => void {
  let leftMs = ms;
  let hadTurn = false;
  let timer: NodeJS.Timeout;
  const tick = (): void => {
    const tickMs = Math.min(leftMs, beatMs);
    const startMs = performance.now();
    timer = setTimeout(() => {
      hadTurn = !hadTurn && performance.now() - startMs >= tickMs + farTooLateMs;
      if (!hadTurn) leftMs -= tickMs;
      if (leftMs > 0) tick();
      else end();
    }, tickMs);
    if (!keepsRunning) timer.unref();
  };
  tick();
  return () => clearTimeout(timer);
}

/** Pauses; returns false if the signal ended the pause early. */
export async function pauseUnlessAborted(
  clock: Clock,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    await clock.sleep(ms, signal);
    return true;
  } catch (error) {
    if (signal?.aborted !== true) throw error;
    return false;
  }
}

/** A function, so that the compiler does not take an earlier answer for the present one. */
export function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

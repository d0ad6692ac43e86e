import type { RateLimitWatch } from './types.ts';

/** Carries the ERP client's `onRateLimitWait` to the jobs that are open. */
export function createRateLimitWatch(): RateLimitWatch & {
  readonly onRateLimitWait: (untilMs: number | null) => void;
} {
  const listeners = new Set<(untilMs: number | null) => void>();
  return {
    onRateLimitWait: (untilMs) => {
      for (const listener of listeners) listener(untilMs);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

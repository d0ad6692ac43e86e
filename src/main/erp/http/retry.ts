import type { Fault } from '#shared/faults/faults.ts';
import type { Outage } from '../../os/network/outage.ts';
import { longestPauseMs } from '../pacing/rate-limit.ts';

/**
 * `reads`: GETs, repeatable. `refused`: only after a 429, which did nothing. `refused-briefly`: a
 * person waits.
 */
export type RepeatRule = 'reads' | 'refused' | 'refused-briefly';

/**
 * Attempts of a GET after network faults, timeouts and 5xx; more during an outage, see `Outage`.
 */
const attempts = 5;
/** Limits for refusals with 429 and for each wait; the pacer delays the request each time. */
const patience = { refusals: 8, waitMs: longestPauseMs };
const shortPatience = { refusals: 3, waitMs: 15_000 };
const firstBackoffMs = 500;
const longestBackoffMs = 10_000;
/**
 * No repeat begins after attempts and waits of this length in total, without waits for the rate
 * limit.
 */
const ceilingMs = 90_000;

const transient: ReadonlySet<string> = new Set(['network', 'timeout', 'unavailable']);

/** The attempts of one request: decides after each fault whether to retry, and after how long. */
export class RetryPlan {
  readonly #rule: RepeatRule;
  readonly #random: () => number;
  readonly #outage: Outage;
  #failures = 0;
  #failingSinceMs = 0;
  #refusals = 0;
  #spentMs = 0;

  constructor(rule: RepeatRule, random: () => number, outage: Outage) {
    this.#rule = rule;
    this.#random = random;
    this.#outage = outage;
  }

  /**
   * Returns the pause in milliseconds before the next attempt, or null to give up. `tookMs`: the
   * attempt's time.
   */
  next(fault: Fault, tookMs: number, nowMs: number): number | null {
    if (fault.kind === 'rate-limited') {
      const { refusals, waitMs } = this.#rule === 'refused-briefly' ? shortPatience : patience;
      this.#refusals += 1;
      return this.#refusals > refusals || (fault.retryAfterMs ?? 0) > waitMs ? null : 0;
    }
    if (this.#rule !== 'reads' || !isTransient(fault)) return null;
    this.#failures += 1;
    if (this.#failures === 1) this.#failingSinceMs = nowMs;
    const isWorthWaiting = this.#outage.isWorthWaiting(nowMs, this.#failingSinceMs);
    const backoffMs =
      this.#random() * Math.min(firstBackoffMs * 2 ** (this.#failures - 1), longestBackoffMs);
    const waitMs = Math.round((fault.retryAfterMs ?? 0) + backoffMs);
    this.#spentMs += tookMs + waitMs;
    const isSpent = this.#failures >= attempts || this.#spentMs > ceilingMs;
    return isSpent && !isWorthWaiting ? null : waitMs;
  }
}

export function isTransient({ kind, status }: Fault): boolean {
  // A page with a success or a redirect is a sign-in or another service: it stays.
  if (kind === 'gateway') return status !== null && status >= 400;
  // The ERP's own 501 or 505 will say the same tomorrow.
  return kind === 'server' ? status === 500 : transient.has(kind);
}

import type { Fault } from '../../../shared/index.ts';
import type { Outage } from '../../os/network/outage.ts';
import { longestPauseMs } from '../pacing/rate-limit.ts';

/**
 * `reads`: GETs, which may be asked again. `refused`: only after a 429, which promises that nothing was done.
 * `refused-briefly`: the same while somebody stands and waits for it.
 */
export type RepeatRule = 'reads' | 'refused' | 'refused-briefly';

/** Attempts of a GET that meets network faults, time-outs and 5xx; more while nobody is answered, see `Outage`. */
const attempts = 5;
/**
 * How often a request is refused with 429, and how long each wait may be, before it gives up; the pacer makes it wait
 * each time.
 */
const patience = { refusals: 8, waitMs: longestPauseMs };
const shortPatience = { refusals: 3, waitMs: 15_000 };
const firstBackoffMs = 500;
const longestBackoffMs = 10_000;
/** No repeat begins when attempts and waits have taken this long together, waits for the rate limit not counted. */
const ceilingMs = 90_000;

const transient: ReadonlySet<string> = new Set(['network', 'timeout', 'server', 'unavailable']);
/** Of the ERP's own 5xx, those that may pass; 501 or 505 say the same tomorrow. */
const transientStatuses: ReadonlySet<number> = new Set([500, 502, 503, 504]);

/** One request's memory of its attempts: says after each fault whether, and after how long, to try again. */
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

  /** Milliseconds to wait before the next attempt, or null to give up. `tookMs`: how long the attempt took, until now. */
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
    const backoffMs = this.#random() * Math.min(firstBackoffMs * 2 ** (this.#failures - 1), longestBackoffMs);
    const waitMs = Math.round((fault.retryAfterMs ?? 0) + backoffMs);
    this.#spentMs += tookMs + waitMs;
    const isSpent = this.#failures >= attempts || this.#spentMs > ceilingMs;
    return isSpent && !isWorthWaiting ? null : waitMs;
  }
}

export function isTransient({ kind, status }: Fault): boolean {
  // A page with a success or a redirect is a sign-in or another service's address: it stays.
  if (kind === 'gateway') return status !== null && status >= 400;
  return transient.has(kind) && (status === null || status < 400 || transientStatuses.has(status));
}

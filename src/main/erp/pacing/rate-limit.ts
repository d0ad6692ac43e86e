import { readRetryAfterMs } from '../../os/network/retry-after.ts';
import { assumedWindowMs, RateWindow, readRateHeaders, type Observation } from './rate-window.ts';

/**
 * The longest wait that a `Retry-After` may ask for; a request with a longer one fails (see
 * `retry.ts`).
 */
export const longestPauseMs = 120_000;

/** The first pause after a 429 without `Retry-After`; doubled if the next answer is a 429 too. */
const firstBlindPauseMs = 2000;
const longestBlindPauseMs = 60_000;

/** The shortest pause after a 429, even if `Retry-After` is 0. */
const shortestPauseMs = 1000;

/** After this long without an answer to the probe, another one is sent. */
const probePatienceMs = 2000;

/**
 * The kinds of requests in their order: a person waits for it, a person started it, or it runs
 * unasked.
 */
export const turns = ['person', 'work', 'background'] as const;
export type Turn = (typeof turns)[number];

/** The smallest known plan, used for background requests if the service states no limit. */
const assumedLimit = 30;

/** When to look again, and whether nothing can start before that. */
interface Wait {
  readonly untilMs: number | null;
  readonly certain: boolean;
}

export interface Started {
  readonly startedMs: number;
  readonly turn: Turn;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
}

/**
 * The state of one rate limit. If nothing is known, a single request finds out; without limits all
 * go at once.
 */
export class RateLimit {
  #window: RateWindow | null = null;
  #limit: number | null = null;
  #othersPerMs = 0;
  /** The last answer came without rate limit headers. */
  #unlimited = false;
  /** Requests without an answer, in the order of their start. */
  readonly #underWay = new Set<Started>();
  #probes: { readonly sinceMs: number; count: number } | null = null;
  #pausedUntilMs = 0;
  #blindPauses = 0;
  /** When the latest background requests ended: the server has counted them by then. */
  #backgroundMs: readonly number[] = [];
  #longestWindowMs = assumedWindowMs;

  /** Returns null if a request may start now. */
  findWait(nowMs: number, turn: Turn): Wait | null {
    if (this.#pausedUntilMs > nowMs) return { untilMs: this.#pausedUntilMs, certain: true };
    const shareMs = turn === 'background' ? this.#findShare(nowMs) : null;
    if (shareMs !== null) return { untilMs: shareMs, certain: false };
    const window = this.#findWindow(nowMs);
    if (window === null) return this.#findProbeWait(nowMs);
    const unanswered = this.#underWay.size;
    const kept = this.#keepFromLater(turn);
    if (window.spare(nowMs, unanswered) > kept) return null;
    return {
      untilMs: window.overAtMs,
      certain: unanswered === 0 || window.spare(nowMs, 0) <= kept,
    };
  }

  /** Notes that a request starts: from now on the server may count it. */
  start(nowMs: number, turn: Turn): Started {
    const request = { startedMs: nowMs, turn };
    this.#underWay.add(request);
    if (turn !== 'background' && !this.#unlimited && this.#findWindow(nowMs) === null) {
      this.#probes ??= { sinceMs: nowMs, count: 0 };
      this.#probes.count += 1;
    }
    return request;
  }

  /** Notes that a request ended without an answer; one that was never sent was not counted. */
  unanswered(request: Started, nowMs: number, sent: boolean): void {
    this.#end(request, nowMs, sent);
    if (sent) this.#window?.countBlind();
  }

  answered(request: Started, nowMs: number, answer: Answer): void {
    const older = [...this.#underWay].indexOf(request);
    this.#end(request, nowMs, true);
    const refused = answer.status === 429;
    const { limit, resetMs, remaining } = readRateHeaders(answer.headers);
    const left = refused && (resetMs ?? remaining) !== null ? 0 : remaining;
    if (left === null) {
      this.#findWindow(nowMs)?.countBlind();
      // A failing gateway says nothing about the limit behind it.
      if (answer.status < 500) this.#unlimited = !refused;
    } else {
      this.#observe({ ...request, answeredMs: nowMs, limit, resetMs, remaining: left }, older);
    }
    if (refused) this.#refuse(nowMs, readRetryAfterMs(answer.headers), resetMs);
    else this.#blindPauses = 0;
  }

  #end(request: Started, nowMs: number, sent: boolean): void {
    this.#underWay.delete(request);
    this.#probes = null;
    if (sent && request.turn === 'background') this.#backgroundMs = [...this.#backgroundMs, nowMs];
  }

  #observe(seen: Observation, older: number): void {
    this.#unlimited = false;
    this.#limit = seen.limit ?? this.#limit;
    this.#longestWindowMs = Math.max(this.#longestWindowMs, seen.resetMs ?? 0);
    const window = this.#findWindow(seen.answeredMs);
    if (window?.observe(seen, older) === true) return;
    this.#othersPerMs = window?.othersPerMs ?? this.#othersPerMs;
    this.#window = new RateWindow(seen, this.#othersPerMs);
  }

  #refuse(nowMs: number, retryAfterMs: number | null, resetMs: number | null): void {
    // Without `Retry-After`, the end of the window is the pause.
    if (retryAfterMs === null && resetMs !== null) return;
    const waitMs =
      retryAfterMs ?? Math.min(firstBlindPauseMs * 2 ** this.#blindPauses, longestBlindPauseMs);
    if (retryAfterMs === null) {
      // Requests sent together are refused together: that is one refusal, not several.
      if (this.#pausedUntilMs > nowMs) return;
      this.#blindPauses += 1;
      this.#window = null;
    }
    const untilMs = nowMs + Math.min(Math.max(waitMs, shortestPauseMs), longestPauseMs);
    this.#pausedUntilMs = Math.max(untilMs, this.#pausedUntilMs);
  }

  #findWindow(nowMs: number): RateWindow | null {
    if (this.#window !== null && nowMs >= this.#window.overAtMs) {
      this.#othersPerMs = this.#window.othersPerMs;
      this.#window = null;
    }
    return this.#window;
  }

  /**
   * Requests without an answer may all fall into the new window; as long as they are fewer than the
   * limit, one more is safe. They go one at a time; if one is slow, another goes after a while, so
   * that a lost packet does not stop the desk. People do not wait for a background probe.
   */
  #findProbeWait(nowMs: number): Wait | null {
    if (this.#unlimited) return null;
    const asked = [...this.#underWay].filter(({ turn }) => turn !== 'background').length;
    const room = asked < (this.#limit ?? 1);
    if (!room) return { untilMs: null, certain: false };
    if (this.#probes === null) return null;
    const nextMs = this.#probes.sinceMs + this.#probes.count * probePatienceMs;
    return nowMs >= nextMs ? null : { untilMs: nextMs, certain: false };
  }

  /** The requests per window that the background may always use. */
  get #backgroundShare(): number {
    return Math.max(1, Math.floor((this.#limit ?? assumedLimit) / 10));
  }

  /** Returns until when the background has used up its share, or null. */
  #findShare(nowMs: number): number | null {
    const span = this.#longestWindowMs;
    this.#backgroundMs = this.#backgroundMs.filter((atMs) => nowMs < atMs + span);
    const first = this.#backgroundMs.at(-this.#backgroundShare);
    return first === undefined ? null : first + span;
  }

  /** Returns the part of a window that is reserved for requests of earlier turns. */
  #keepFromLater(turn: Turn): number {
    if (turn === 'background') return this.#backgroundShare;
    // Opening a grouping, and the reading before its conclusion.
    return turn === 'work' ? Math.floor((this.#limit ?? 0) / 30) : 0;
  }
}

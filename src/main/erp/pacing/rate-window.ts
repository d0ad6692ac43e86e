/**
 * Limits are per minute; a longer time left is in another unit (an epoch, milliseconds) and
 * ignored.
 */
const longestResetMs = 600_000;

/** The rate limit headers of an answer. Missing or impossible fields are null. */
export function readRateHeaders(headers: Headers) {
  const limit = readNumber(headers.get('x-ratelimit-limit'));
  const remaining = readNumber(headers.get('x-ratelimit-remaining'));
  const reset = readNumber(headers.get('x-ratelimit-reset'));
  return {
    limit: limit === null || limit < 1 ? null : Math.floor(limit),
    remaining: remaining === null ? null : Math.max(0, Math.floor(remaining)),
    resetMs:
      reset === null || reset < 0 || reset * 1000 > longestResetMs ? null : Math.ceil(reset * 1000),
  };
}

/**
 * Servers round the time left to whole seconds, up or down. The end is computed as if they rounded
 * up, and this is added before the window counts as over: never early, and at most this much late.
 */
const roundingMs = 1000;

/**
 * The window's length if the server states what remains but not for how long; the usual plan is per
 * minute.
 */
export const assumedWindowMs = 60_000;

/**
 * One answer's data, with the start of its request and its arrival: the server read its counter in
 * between.
 */
export interface Observation extends Pick<ReturnType<typeof readRateHeaders>, 'limit' | 'resetMs'> {
  readonly remaining: number;
  readonly startedMs: number;
  readonly answeredMs: number;
}

/**
 * The server's present window. Answers arrive out of order, so the smallest `remaining` counts;
 * each also narrows the span in which the window must end. Other workstations use the same
 * allowance: the reserve for them follows from how much faster it shrinks than by our own requests.
 */
export class RateWindow {
  limit: number | null;
  #remaining: number;
  readonly #first: Observation;
  #lastSeenMs: number;
  #end: NonNullable<ReturnType<typeof endOf>>;
  /** Our own requests that the server has counted since the first observation. */
  #own = 0;
  /** Requests of others since the first observation, estimated. */
  #others = 0;
  readonly #othersBeforePerMs: number;
  #roundTripMs: number;

  constructor(first: Observation, othersBeforePerMs: number) {
    this.#first = first;
    this.#end = endOf(first) ?? {
      from: first.startedMs,
      until: first.answeredMs + assumedWindowMs,
    };
    this.limit = first.limit;
    this.#remaining = first.remaining;
    this.#lastSeenMs = first.answeredMs;
    this.#othersBeforePerMs = othersBeforePerMs;
    this.#roundTripMs = first.answeredMs - first.startedMs;
  }

  /** When requests may certainly go again. */
  get overAtMs(): number {
    return this.#end.until + roundingMs;
  }

  /**
   * Adds an answer. Returns false if it belongs to a later window, which begins with it. `older`:
   * requests without an answer that started before this one; most likely the server has counted
   * them.
   */
  observe(seen: Observation, older: number): boolean {
    const end = endOf(seen);
    if (end !== null) {
      const { from, until } = this.#end;
      if (end.from > until) return false;
      if (end.until < from) return true;
      // At the border it may belong to either window: then the smaller remainder counts, until the
      // later end.
      const isAtBorder = end.from === until;
      this.#end = {
        from: Math.max(from, end.from),
        until: isAtBorder ? end.until : Math.min(until, end.until),
      };
    }
    this.limit = seen.limit ?? this.limit;
    this.#remaining = Math.min(this.#remaining, seen.remaining);
    this.#lastSeenMs = Math.max(this.#lastSeenMs, seen.answeredMs);
    this.#roundTripMs += (seen.answeredMs - seen.startedMs - this.#roundTripMs) / 4;
    this.#own += 1;
    this.#others = Math.max(0, this.#first.remaining - this.#remaining - this.#own - older);
    return true;
  }

  /** Notes that a request ended without an answer: it may have been counted. */
  countBlind(): void {
    this.#remaining = Math.max(0, this.#remaining - 1);
    this.#own += 1;
  }

  /**
   * The rate of others in requests per millisecond. A new window begins with half of the old one's.
   */
  get othersPerMs(): number {
    const spanMs = Math.max(50, this.#lastSeenMs - this.#first.answeredMs);
    return Math.max(this.#others / spanMs, this.#othersBeforePerMs / 2);
  }

  /**
   * Returns how many requests may start now, if `unanswered` ones may not have been counted yet.
   */
  spare(nowMs: number, unanswered: number): number {
    return this.#remaining - unanswered - this.#reserve(nowMs, unanswered);
  }

  /**
   * Returns the reserve for others. `meanwhile`: twice their likely use between the last reading of
   * the counter and the arrival of one more request; capped, so that an old estimate slows Doca
   * down but does not stop it. `atOnce`: as many of theirs per request of ours under way as so far,
   * because stations that work in parallel all see the same remainder and each would take it whole.
   */
  #reserve(nowMs: number, unanswered: number): number {
    const rate = this.othersPerMs;
    if (rate < 1e-6) return 0;
    const horizonMs = nowMs - this.#lastSeenMs + this.#roundTripMs;
    const allowance = this.limit ?? this.#first.remaining;
    const meanwhile = Math.min(2 * rate * horizonMs, allowance / 4);
    const atOnce = (this.#others / Math.max(1, this.#own)) * unanswered;
    return Math.min(1 + Math.ceil(Math.max(meanwhile, atOnce)), Math.floor(allowance / 2));
  }
}

/** Returns the span in which the window ends, if the time left was rounded up. */
function endOf(seen: Observation) {
  if (seen.resetMs === null) return null;
  return {
    from: seen.startedMs + Math.max(0, seen.resetMs - 1000),
    until: seen.answeredMs + seen.resetMs,
  };
}

function readNumber(value: string | null): number | null {
  const trimmed = value?.trim() ?? '';
  return /^-?\d{1,12}(\.\d+)?$/.test(trimmed) ? Number(trimmed) : null;
}

/** What an answer tells about the rate limit. Fields that are missing or make no sense are null. */
export interface RateHeaders {
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly resetMs: number | null;
}

/** Limits are told in minutes; a longer time left is another unit (an epoch, milliseconds) and not to be waited for. */
const longestResetMs = 600_000;

export function readRateHeaders(headers: Headers): RateHeaders {
  const limit = readNumber(headers.get('x-ratelimit-limit'));
  const remaining = readNumber(headers.get('x-ratelimit-remaining'));
  const reset = readNumber(headers.get('x-ratelimit-reset'));
  return {
    limit: limit === null || limit < 1 ? null : Math.floor(limit),
    remaining: remaining === null ? null : Math.max(0, Math.floor(remaining)),
    resetMs: reset === null || reset < 0 || reset * 1000 > longestResetMs ? null : Math.ceil(reset * 1000),
  };
}

/**
 * `Retry-After` in milliseconds from now, or null. A date is measured against the server's own `Date` where there is
 * one, so that a workstation with a wrong clock waits neither too little nor for ever.
 */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  const until = readDate(value);
  return until === null ? null : Math.max(0, until - (readDate(headers.get('date') ?? '') ?? nowMs));
}

function readNumber(value: string | null): number | null {
  const trimmed = value?.trim() ?? '';
  return /^-?\d{1,12}(\.\d+)?$/.test(trimmed) ? Number(trimmed) : null;
}

function readDate(value: string): number | null {
  if (!/^[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/.test(value)) return null;
  const parsed = Date.parse(value);
  return Number.isNaN(parsed) ? null : parsed;
}

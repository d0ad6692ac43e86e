/**
 * Returns `Retry-After` in milliseconds, or null. A date is compared with the server's `Date`, not
 * this clock.
 */
export function readRetryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  const until = readDate(value);
  return until === null
    ? null
    : Math.max(0, until - (readDate(headers.get('date') ?? '') ?? Date.now()));
}

function readDate(value: string): number | null {
  if (!/^[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/.test(value)) return null;
  const parsed = Date.parse(value);
  return Number.isNaN(parsed) ? null : parsed;
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRateHeaders, readRetryAfterMs } from '../../src/main/erp/http/response-headers.ts';

const nowMs = Date.parse('2025-06-02T12:00:00Z');

function rate(limit: string, remaining: string, reset: string) {
  return readRateHeaders(
    new Headers({ 'X-RateLimit-Limit': limit, 'X-RateLimit-Remaining': remaining, 'X-RateLimit-Reset': reset }),
  );
}

describe('rate limit headers', () => {
  it.each([
    ['120', '119', '60', 120, 119, 60_000],
    [' 120 ', '0', '0', 120, 0, 0],
    ['120', '-3', '1.25', 120, 0, 1250],
    ['120', '7', '600', 120, 7, 600_000],
  ])('%j %j %j', (limit, remaining, reset, ...numbers) => {
    expect(Object.values(rate(limit, remaining, reset))).toEqual(numbers);
  });

  it('takes what is missing or makes no sense for unknown', () => {
    const unknown = { limit: null, remaining: null, resetMs: null };
    expect(readRateHeaders(new Headers())).toEqual(unknown);
    expect(rate('', 'many', 'soon')).toEqual(unknown);
    expect(rate('0', 'NaN', '1750000000')).toEqual(unknown);
    expect(rate('120, 120', '0x10', '-1')).toEqual(unknown);
    expect(rate('Infinity', '1e3', '601')).toEqual(unknown);
  });
});

describe('Retry-After', () => {
  const read = (value: string, more: Record<string, string> = {}) =>
    readRetryAfterMs(new Headers({ 'Retry-After': value, ...more }), nowMs);

  it('reads seconds and dates', () => {
    expect(read('0')).toBe(0);
    expect(read('17')).toBe(17_000);
    expect(read('Mon, 02 Jun 2025 12:00:30 GMT')).toBe(30_000);
    expect(read('Monday, 02-Jun-25 12:00:30 GMT')).toBe(30_000);
    expect(read('Mon, 02 Jun 2025 11:00:00 GMT')).toBe(0);
  });

  it('measures a date by the clock of the server', () => {
    const date = { Date: 'Mon, 02 Jun 2025 15:00:00 GMT' };
    expect(read('Mon, 02 Jun 2025 15:00:09 GMT', date)).toBe(9000);
    expect(read('Mon, 02 Jun 2025 12:00:09 GMT', { Date: 'yesterday' })).toBe(9000);
  });

  it.each(['', '-5', 'soon', '5 s', '2025-06-02', 'Foo, 99 Bar 2025 99:99:99 GMT'])('does not believe %j', (value) => {
    expect(read(value)).toBeNull();
  });

  it('is null where there is none', () => {
    expect(readRetryAfterMs(new Headers(), nowMs)).toBeNull();
  });
});

it('whatever the headers say, numbers stay in bounds', () => {
  const value = fc.string({ unit: fc.constantFrom(...Array.from('0123456789.-+eE,; infNa')) });
  fc.assert(
    fc.property(value, value, value, value, (limit, remaining, reset, retry) => {
      const seen = rate(limit, remaining, reset);
      const retryMs = readRetryAfterMs(new Headers({ 'Retry-After': retry }), nowMs);
      for (const number of [seen.limit, seen.remaining, seen.resetMs, retryMs]) {
        if (number !== null) expect(number).toBeGreaterThanOrEqual(0);
        expect(number).not.toBeNaN();
      }
      expect(seen.resetMs ?? 0).toBeLessThanOrEqual(600_000);
      expect(seen.limit ?? 1).toBeGreaterThanOrEqual(1);
    }),
  );
});

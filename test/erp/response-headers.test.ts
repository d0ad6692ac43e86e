import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRateHeaders } from '../../src/main/erp/pacing/rate-window.ts';

function rate(limit: string, remaining: string, reset: string) {
  return readRateHeaders(
    new Headers({
      'X-RateLimit-Limit': limit,
      'X-RateLimit-Remaining': remaining,
      'X-RateLimit-Reset': reset,
    }),
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

  it('treats missing and senseless values as unknown', () => {
    const unknown = { limit: null, remaining: null, resetMs: null };
    expect(readRateHeaders(new Headers())).toEqual(unknown);
    expect(rate('', 'many', 'soon')).toEqual(unknown);
    expect(rate('0', 'NaN', '1750000000')).toEqual(unknown);
    expect(rate('120, 120', '0x10', '-1')).toEqual(unknown);
    expect(rate('Infinity', '1e3', '601')).toEqual(unknown);
  });
});

it('numbers stay in bounds, whatever the headers contain', () => {
  const value = fc.string({ unit: fc.constantFrom(...Array.from('0123456789.-+eE,; infNa')) });
  fc.assert(
    fc.property(value, value, value, (limit, remaining, reset) => {
      const seen = rate(limit, remaining, reset);
      for (const number of [seen.limit, seen.remaining, seen.resetMs]) {
        if (number !== null) expect(number).toBeGreaterThanOrEqual(0);
        expect(number).not.toBeNaN();
      }
      expect(seen.resetMs ?? 0).toBeLessThanOrEqual(600_000);
      expect(seen.limit ?? 1).toBeGreaterThanOrEqual(1);
    }),
  );
});

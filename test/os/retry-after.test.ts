import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readRetryAfterMs } from '../../src/main/os/network/retry-after.ts';

const read = (value: string, more: Record<string, string> = {}) =>
  readRetryAfterMs(new Headers({ 'Retry-After': value, ...more }));

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2025-06-02T12:00:00Z'), toFake: ['Date'] });
  return () => vi.useRealTimers();
});

describe('Retry-After', () => {
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

  it.each([
    '',
    '-5',
    'soon',
    '5 s',
    '9'.repeat(400),
    '2025-06-02',
    'Foo, 99 Bar 2025 99:99:99 GMT',
  ])('does not believe %j', (value) => {
    expect(read(value)).toBeNull();
  });

  it('is null if there is none', () => {
    expect(readRetryAfterMs(new Headers())).toBeNull();
  });

  it('is a pause or null, for any header', () => {
    const day = fc.date({ noInvalidDate: true }).map((date) => date.toUTCString());
    const digits = fc.string({ unit: fc.constantFrom(...Array.from('0123456789.-+eE,; infNa')) });
    fc.assert(
      fc.property(fc.oneof(digits, day), fc.oneof(digits, day), (value, date) => {
        const ms = read(value, { Date: date });
        expect(ms === null || (Number.isFinite(ms) && ms >= 0)).toBe(true);
      }),
    );
  });
});

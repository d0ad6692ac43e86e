import { expect, test } from 'vitest';
import { Outage } from '../../src/main/os/network/outage.ts';

test('an outage is worth waiting for until its patience is over, counted from its beginning', () => {
  const outage = new Outage(30_000);
  expect(outage.isWorthWaiting(100_000, 100_000)).toBe(true);
  expect(outage.isWorthWaiting(129_999, 110_000)).toBe(true);
  expect(outage.isWorthWaiting(130_000, 110_000)).toBe(false);
});

test('is none if others were answered meanwhile', () => {
  const outage = new Outage(30_000);
  outage.isWorthWaiting(100_000, 100_000);
  outage.end();
  expect(outage.isWorthWaiting(110_000, 100_000)).toBe(false);
});

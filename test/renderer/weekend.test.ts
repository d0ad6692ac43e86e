import { expect, test } from 'vitest';
import { endsBeforeMonday } from '../../src/renderer/desk/weekend.ts';

/** November 2026: the 26th is a Thursday. */
const at = (day: number, hour = 12): Date => new Date(2026, 10, day, hour);

test.each([
  ['Thursday, until Friday', at(26), at(27), false],
  ['Friday, until Saturday', at(27), at(28), true],
  ['Friday, until Sunday night', at(27, 8), at(29, 23), true],
  ['Friday, until Monday', at(27), at(30, 0), false],
  ['Saturday, until Sunday', at(28), at(29), true],
  ['Sunday, until the same evening', at(29), at(29, 20), true],
  ['Sunday, until Monday', at(29), at(30), false],
  ['Monday, until Tuesday', at(30), at(31), false],
])('warns before a weekend that a sign-in expires during it: %s', (_, now, end, is) => {
  expect(endsBeforeMonday(end.getTime(), now)).toBe(is);
});

import { expect, it } from 'vitest';
import { readDay } from '../../../src/renderer/history/days.ts';

const now = new Date(2026, 2, 9, 15, 30);

it.each([
  ['9/3', [2026, 2, 9]],
  ['09/03/2026', [2026, 2, 9]],
  ['0903', [2026, 2, 9]],
  ['08032026', [2026, 2, 8]],
  ['1.2.26', [2026, 1, 1]],
  // Not yet this year: it was in the last one.
  ['24/12', [2025, 11, 24]],
  ['29/02/2024', [2024, 1, 29]],
  // The last such day, though the present year has none.
  ['29/02', [2024, 1, 29]],
] as const)('reads %s as a day', (typed, [year, month, day]) => {
  expect(readDay(typed, now)).toEqual(new Date(year, month, day));
});

it('goes on to the last leap year in January of the next one', () => {
  expect(readDay('29/2', new Date(2028, 0, 10))).toEqual(new Date(2024, 1, 29));
});

it.each(['', '9', '9/', '31/2', '29/02/2026', '0/1', '9/13', '2026-03-09', 'ontem', '090320261'])(
  'takes %j for no day',
  (typed) => {
    expect(readDay(typed, now)).toBeNull();
  },
);

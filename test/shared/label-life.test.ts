import { expect, it } from 'vitest';
import { findOutlived } from '#shared/domain/labels.ts';

const dayMs = 86_400_000;
const now = Date.UTC(2026, 10, 26);

/* The fifteen days are those that users of the service report for Correios (field notes). */
it.each(['Correios', 'SEDEX 10', 'Correios PAC', 'PAC'])(
  'a label by %s is outlived after fifteen days',
  (name) => {
    expect(findOutlived({ id: 1, name }, now - 15 * dayMs, now)).toBeNull();
    expect(findOutlived({ id: 1, name }, now - 15 * dayMs - 1, now)).toBe(15);
  },
);

it.each([
  { id: 1, name: 'Jadlog .Package' },
  { id: 2, name: 'Pacote' },
  { id: 3, name: null },
  null,
])('of %j nobody says how long a label lives', (method) => {
  expect(findOutlived(method, 0, now)).toBeNull();
});

it('a label of unknown age is not reported as outlived', () => {
  expect(findOutlived({ id: 1, name: 'Correios' }, Infinity, now)).toBeNull();
});

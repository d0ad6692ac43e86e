import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkHistory } from '../checker/check.ts';
import { ModelStations, stationRules } from './stations.ts';
import type { Deed } from './stations.ts';

const at = fc.nat(2);
const weather = fc.constantFrom('fair', 'fair', 'lost-before', 'lost-after');
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('print'),
      at,
      many: fc.integer({ min: 1, max: 4 }),
      weather,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('again'), at, which: fc.nat(3), weather }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constantFrom('paper', 'paper', 'kill', 'start', 'answer', 'hear'),
      at,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('alone'), at }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('tell'), at, weather }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('take-over'), at, from: fc.nat(2), weather }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('conclude'),
      at,
      dies: fc.constantFrom('no', 'before', 'after'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('server'), isAway: fc.boolean() }) },
);

const isClean = (forgotten: ConstructorParameters<typeof ModelStations>[0]) =>
  fc.property(fc.array(deeds, { maxLength: 60, size: 'max' }), (list) => {
    const stations = new ModelStations(forgotten);
    for (const deed of list) stations.do(deed);
    stations.heal();
    expect(checkHistory(stations.history)).toStrictEqual([]);
  });

describe('stations that keep to the protocol', () => {
  it('leave a history in which no label is printed twice, lost or asked about twice, and no grouping concluded twice', () => {
    fc.assert(isClean(null), { numRuns: 20_000 });
  });

  it.each(stationRules)('need each of its rules: %s', (rule) => {
    expect(fc.check(isClean(rule), { numRuns: 600_000, endOnFailure: true }).failed).toBe(true);
  });
});

import { expect, it } from 'vitest';
import { describeStages } from '../../../src/renderer/job/stages.ts';

const counts = { total: 12, going: 11, fetched: 11, printed: 11, checked: 11, failed: 0 };

it('has everything checked if all that go are, whatever stays here', () => {
  const { check, print } = describeStages(counts, { kind: 'conclude' }, false);
  expect(check).toEqual({ kind: 'done', count: 11 });
  expect(print.kind).toBe('short');
});

it('misses a parcel that goes', () => {
  const { check } = describeStages({ ...counts, checked: 10 }, { kind: 'conclude' }, false);
  expect(check).toEqual({ kind: 'short', count: 10 });
});

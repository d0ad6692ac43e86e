import { describe, expect, it } from 'vitest';
import { fault } from '#shared/faults/faults.ts';
import { groupFailures } from '../../../src/renderer/failures/failure-groups.ts';
import { makeRow, readyLabel } from '../fake-data.ts';
import { noLabel } from '../../support/no-label.ts';

describe('failures', () => {
  it('are grouped by reason, the most common first, without accepted ones', () => {
    const failed = (kind: 'label-network' | 'label-missing', erpMessage: string | null = null) =>
      ({
        ...noLabel,
        file: kind === 'label-network' ? 'failed' : 'refused',
        fault: fault(kind, { erpMessage }),
      }) as const;
    const rows = [
      makeRow(1, failed('label-missing', 'um')),
      makeRow(2, failed('label-network')),
      makeRow(3, failed('label-network')),
      makeRow(4, failed('label-missing', 'dois')),
      makeRow(5, { ...failed('label-network'), waived: 'without' }),
      makeRow(6, { ...noLabel, file: 'panel' }),
      makeRow(7, readyLabel),
    ];
    const groups = groupFailures(rows).map(({ shipmentIds, state }) => [shipmentIds.length, state]);
    expect(groups[0]).toEqual([2, 'failed']);
    expect(groups.slice(1)).toEqual([
      [1, 'refused'],
      [1, 'refused'],
      [1, 'panel'],
    ]);
  });

  it('are one if they were printed in one grouping on one day, label after label', () => {
    const before = (detail: string) =>
      ({
        ...noLabel,
        file: 'ready',
        block: 'printed-before',
        fault: fault('printed-before', { detail }),
      }) as const;
    const [nineMs, dayMs] = [new Date(2026, 10, 24, 9).getTime(), 86_400_000];
    const rows = [
      makeRow(1, before(`8411 ${nineMs}`)),
      makeRow(2, before(`8411 ${nineMs + 900}`)),
      makeRow(3, before(`8411 ${nineMs + dayMs}`)),
      makeRow(4, before(`8412 ${nineMs}`)),
    ];
    expect(groupFailures(rows).map(({ shipmentIds }) => shipmentIds)).toEqual([
      [10_001, 10_002],
      [10_003],
      [10_004],
    ]);
  });
});

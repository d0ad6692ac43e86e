import { describe, expect, it } from 'vitest';
import type { GroupingList, GroupingSummary, ListedGrouping } from '#shared/contract/job.ts';
import { makeSummary } from '../fake-data.ts';
import { listBegun, listUnopened } from '../../../src/renderer/desk/unopened.ts';

const summary = (groupingId: number, state: GroupingSummary['state'] = 'ready'): GroupingSummary =>
  makeSummary(groupingId, { state, shipments: 4, ready: 4 });

const listed = (
  groupingId: number,
  shippingMethod: string | null,
  known: GroupingSummary | null = null,
) =>
  ({
    groupingId,
    identification: null,
    date: null,
    shippingMethod,
    known,
    cutoff: null,
  }) satisfies ListedGrouping;

const erp = (
  today: readonly ListedGrouping[],
  earlier: readonly ListedGrouping[] = [],
): GroupingList => ({
  today,
  earlier,
  earlierDays: 7,
  isCut: false,
});
const ids = (rows: readonly { readonly groupingId: number }[]): readonly number[] =>
  rows.map((row) => row.groupingId);
const nothing = { unfinished: [], recent: [] };

describe("the ERP's groupings beside this workstation's", () => {
  it('are grouped by method, the newest first, each method at its newest', () => {
    const rows = [
      listed(9, 'Sedex'),
      listed(8, null),
      listed(7, 'Moto'),
      listed(6, 'Sedex'),
      listed(5, null),
    ];
    expect(ids(listUnopened(rows, nothing))).toEqual([9, 6, 8, 5, 7]);
  });

  it('are not listed twice: neither begun, nor concluded, nor since opened ones', () => {
    const own = { unfinished: [summary(3), summary(1)], recent: [summary(2, 'concluded')] };
    const rows = [
      listed(5, null, summary(5, 'concluded')),
      listed(4, null),
      listed(3, null),
      listed(2, null),
    ];
    expect(ids(listUnopened(rows, own))).toEqual([4]);
  });

  it("return a begun one that is too far down in this workstation's own list", () => {
    const own = { unfinished: [summary(3)], recent: [summary(2, 'concluded')] };
    const list = erp(
      [listed(6, null), listed(5, null, summary(5)), listed(3, null, summary(3))],
      [
        listed(4, null, summary(4)),
        listed(2, null, summary(2)),
        listed(1, null, summary(1, 'concluded')),
      ],
    );
    expect(ids(listBegun(own, list))).toEqual([3, 5, 4]);
    expect(ids(listBegun(own, null))).toEqual([3]);
  });
});

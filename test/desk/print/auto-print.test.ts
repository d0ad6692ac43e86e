import { describe, expect, it } from 'vitest';
import { createAutoPrint } from '../../../src/main/desk/print/auto-print.ts';
import { listComingPrints, listUnaskedPrints } from '../../../src/main/dispatch/index.ts';
import type { GroupingJob, PrintOrder } from '../../../src/main/dispatch/index.ts';
import { defaultSettings, type Settings } from '#shared/contract/settings.ts';
import type { JobSnapshot } from '#shared/domain/job.ts';
import { failed, fault, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import { entry, label, snapshot } from '../support/snapshots.ts';

const failedLabel = label({ file: 'failed', fault: fault('label-empty') });

describe('automatic printing', () => {
  it.each<[string, JobSnapshot, number[]]>([
    ['all labels of a complete grouping', snapshot([entry(1), entry(2)]), [1, 2]],
    [
      'nothing while a label is missing',
      snapshot([entry(1), entry(2, { label: label({ file: 'missing' }) })]),
      [],
    ],
    [
      'nothing while a failed one is not accepted',
      snapshot([entry(1), entry(2, { label: failedLabel })]),
      [],
    ],
    [
      'the others where a failed one is accepted',
      snapshot([entry(1), entry(2, { label: { ...failedLabel, waived: 'without' } })]),
      [1],
    ],
    [
      'nothing while nobody has said that a label comes from a panel',
      snapshot([entry(1), entry(2, { label: label({ file: 'panel' }) })]),
      [],
    ],
    [
      'the others of one that comes from a panel',
      snapshot([entry(1), entry(2, { label: label({ file: 'panel', waived: 'without' }) })]),
      [1],
    ],
    [
      'not what was in a spool job, however that ended',
      snapshot([entry(1, { label: label({ printRunId: 4 }) }), entry(2)]),
      [2],
    ],
    [
      'not what is printed',
      snapshot([
        entry(1, { label: label({ file: 'ready', timesPrinted: 1, printRunId: 4 }) }),
        entry(2),
      ]),
      [2],
    ],
    [
      'not what goes without its label',
      snapshot([entry(1), entry(2, { label: label({ waived: 'without' }) })]),
      [1],
    ],
    [
      'nothing after a print that did not end well',
      snapshot([entry(1), entry(2)], { printVerdict: { printed: [], perhaps: [9], not: [] } }),
      [],
    ],
    ['nothing while something else goes on', snapshot([entry(1)], { state: 'printing' }), []],
    [
      'nothing while the conclusion is in doubt',
      snapshot([entry(1)], { state: 'conclusion-unknown' }),
      [],
    ],
    ['what came after the conclusion', snapshot([entry(1)], { state: 'concluded' }), [1]],
  ])('%s', (_, job, ids) => {
    expect(listUnaskedPrints(job)).toEqual(ids);
  });
});

describe('automatic printing while labels are fetched', () => {
  const pending = label({ file: 'missing' });
  const collecting = { state: 'collecting' } as const;
  it.each<[string, JobSnapshot, number[]]>([
    [
      'what is there and what comes',
      snapshot([entry(1), entry(2, { label: pending })], collecting),
      [1, 2],
    ],
    [
      'not a failed one',
      snapshot([entry(1, { label: pending }), entry(2, { label: failedLabel })], collecting),
      [1],
    ],
    [
      'not what was in a spool job, or goes without its label',
      snapshot(
        [
          entry(1, { label: { ...pending, printRunId: 4 } }),
          entry(2, { label: { ...pending, timesPrinted: 1 } }),
          entry(3, { label: { ...pending, waived: 'without' } }),
        ],
        collecting,
      ),
      [],
    ],
    ['nothing while nothing is fetched', snapshot([entry(1)]), []],
    [
      'nothing after a print that did not end well',
      snapshot([entry(1)], { ...collecting, printVerdict: { printed: [], perhaps: [], not: [9] } }),
      [],
    ],
    [
      'nothing that comes after the conclusion',
      snapshot([entry(1)], { ...collecting, labelsAfterConclusion: true }),
      [],
    ],
    ['what comes after it', snapshot([entry(1, { label: pending })], { state: 'concluded' }), [1]],
  ])('%s', (_, job, ids) => {
    expect(listComingPrints(job)).toEqual(ids);
  });
});

describe('printing by itself', () => {
  function desk(
    result: Result<void>,
    on = true,
    printWhenChecked = false,
    settings: Partial<Settings> = {},
  ) {
    const prints: (readonly number[])[] = [];
    const notices: Fault[] = [];
    const isWanted: NonNullable<PrintOrder['isWanted']>[] = [];
    const loading: boolean[] = [];
    const auto = createAutoPrint({
      settings: () => ({ ...defaultSettings, autoPrint: on, printWhenChecked, ...settings }),
      print: (_, ids, wanted, whileLoading) => {
        prints.push(ids);
        isWanted.push(wanted);
        loading.push(whileLoading);
        return Promise.resolve(result);
      },
      notice: (told) => notices.push(told),
    });
    return { auto, prints, notices, isWanted, loading };
  }

  function job(first: JobSnapshot) {
    const state = { now: first };
    const hold = <T>(work: () => Promise<T>): Promise<T> => work();
    return { state, opened: { hold, snapshot: () => state.now } as unknown as GroupingJob };
  }

  it('happens once each time a grouping is opened, and only if it is on', async () => {
    const { auto, prints, notices } = desk(ok());
    const { opened, state } = job(snapshot([entry(1)]));
    auto.consider(opened);
    state.now = snapshot([entry(1), entry(2)]);
    auto.consider(opened);
    expect(prints).toEqual([[1]]);
    auto.consider(job(snapshot([entry(3)])).opened);
    expect(prints).toEqual([[1], [3]]);
    await Promise.resolve();
    expect(notices).toEqual([]);
    const off = desk(ok(), false);
    off.auto.consider(job(snapshot([entry(1)])).opened);
    expect(off.prints).toEqual([]);
  });

  const coming = snapshot([entry(1), entry(2, { label: label({ file: 'missing' }) })], {
    state: 'collecting',
  });

  it('begins with the first labels, once, and not again when all are there', () => {
    const { auto, prints, loading } = desk(ok());
    const { opened, state } = job(coming);
    auto.begin(opened);
    auto.begin(opened);
    state.now = snapshot([entry(1), entry(2)]);
    auto.consider(opened);
    expect(prints).toEqual([[1, 2]]);
    expect(loading).toEqual([true]);
  });

  it('prints what is there in the end if nothing came before, and says nothing about that', async () => {
    const { auto, prints, loading, notices } = desk(failed(fault('not-ready')));
    const { opened, state } = job(coming);
    auto.begin(opened);
    await new Promise((resolve) => setImmediate(resolve));
    expect(notices).toEqual([]);
    state.now = snapshot([entry(1), entry(2)]);
    auto.consider(opened);
    expect(prints).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(loading).toEqual([true, false]);
  });

  it('prints the others if somebody was faster with one of them', async () => {
    const { auto, prints, isWanted } = desk(failed(fault('cancelled')));
    const { opened, state } = job(snapshot([entry(1), entry(2), entry(3)]));
    auto.consider(opened);
    const scanned = label({ file: 'ready', timesPrinted: 1, printRunId: 4 });
    state.now = snapshot([entry(1), entry(2, { label: scanned }), entry(3)]);
    expect(isWanted[0]?.([1, 2, 3])).toBe(false);
    await new Promise((resolve) => setImmediate(resolve));
    expect(prints).toEqual([
      [1, 2, 3],
      [1, 3],
    ]);
    expect(isWanted[1]?.([1, 3])).toBe(true);
  });

  it.each<[string, Partial<Settings>]>([
    ['on sheets', { perSheet: 4 }],
    ['into files', { printer: 'PDF' }],
    ['where nobody asked for it', { autoPrint: false, printWhenChecked: true }],
  ])('waits for all labels %s', (_, settings) => {
    const { auto, prints } = desk(ok(), true, false, settings);
    auto.begin(job(coming).opened);
    expect(prints).toEqual([]);
  });

  it('waits for the grouping to be complete', () => {
    const { auto, prints } = desk(ok());
    const { opened, state } = job(snapshot([entry(1), entry(2, { label: failedLabel })]));
    auto.consider(opened);
    expect(prints).toEqual([]);
    state.now = snapshot([entry(1), entry(2)]);
    auto.consider(opened);
    expect(prints).toEqual([[1, 2]]);
  });

  it('waits for the check of the last parcel, if the settings require it', () => {
    const { auto, prints } = desk(ok(), false, true);
    const { opened, state } = job(snapshot([entry(1, { checkedAtMs: 5 }), entry(2)]));
    auto.consider(opened);
    expect(prints).toEqual([]);
    state.now = snapshot([entry(1, { checkedAtMs: 5 }), entry(2, { checkedAtMs: 6 })]);
    auto.consider(opened);
    auto.consider(opened);
    expect(prints).toEqual([[1, 2]]);
  });

  it('is dropped if the packer was faster', () => {
    const { auto, isWanted } = desk(ok());
    const { opened, state } = job(snapshot([entry(1), entry(2)]));
    auto.consider(opened);
    expect(isWanted[0]!([1, 2])).toBe(true);
    state.now = snapshot([entry(1), entry(2, { label: label({ printRunId: 1 }) })]);
    expect(isWanted[0]!([1])).toBe(true);
    expect(isWanted[0]!([1, 2])).toBe(false);
  });

  it('reports if it could not print', async () => {
    const { auto, notices } = desk(failed(fault('no-printer')));
    auto.consider(job(snapshot([entry(1)])).opened);
    await expect.poll(() => notices.map(({ kind }) => kind)).toEqual(['no-printer']);
    const cancelled = desk(failed(fault('cancelled')));
    cancelled.auto.consider(job(snapshot([entry(1)])).opened);
    await new Promise((resolve) => setImmediate(resolve));
    expect(cancelled.notices).toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chooseNext,
  findStanding,
  awaitMs,
  noteOvertaken,
} from '../../src/main/dispatch/print/loading-print.ts';
import type { Standing } from '../../src/main/dispatch/print/loading-print.ts';
import { pendingLabel } from '../../src/main/dispatch/model/label-state.ts';
import type { LabelSnapshot } from '#shared/domain/job.ts';
import { fault } from '#shared/faults/faults.ts';

describe('the places of a print while labels are fetched', () => {
  test.each<
    [Standing, Partial<LabelSnapshot>, { readonly mayCome?: boolean; readonly isToRead?: boolean }?]
  >([
    ['there', { file: 'ready' }],
    ['there', { file: 'ready', timesPrinted: 1 }],
    ['there', { file: 'ready' }, { mayCome: false }],
    ['unread', { file: 'ready' }, { isToRead: true }],
    ['coming', { file: 'missing' }],
    ['coming', { file: 'coming' }],
    ['coming', { file: 'late' }],
    ['coming', { file: 'failed', fault: fault('timeout') }],
    ['gone', { file: 'refused', fault: fault('label-too-large') }],
    ['gone', { file: 'panel' }],
    ['gone', { file: 'missing', waived: 'without' }],
    ['gone', { file: 'missing' }, { mayCome: false }],
    ['gone', { file: 'failed', fault: fault('timeout') }, { mayCome: false }],
  ])('%s: %o %o', (standing, label, { mayCome = true, isToRead = false } = {}) => {
    expect(findStanding({ ...pendingLabel, ...label }, { mayCome, isToRead })).toBe(standing);
  });

  const at =
    (...standings: Standing[]) =>
    (id: number) =>
      standings[id - 1]!;
  test.each<[string, Standing[], number[], { go: number[]; open: number[] }]>([
    ['all that is there', ['there', 'there'], [], { go: [1, 2], open: [] }],
    ['nothing behind one that comes', ['there', 'coming', 'there'], [], { go: [1], open: [] }],
    ['nothing behind one that is read', ['unread', 'there'], [], { go: [], open: [] }],
    ['past one that does not come', ['gone', 'there'], [], { go: [2], open: [1] }],
    [
      'past those that are late',
      ['coming', 'coming', 'there', 'coming'],
      [1, 2],
      { go: [3], open: [1, 2] },
    ],
    ['one whose reading takes too long', ['unread', 'there'], [1], { go: [1, 2], open: [] }],
    ['nothing at all', ['gone', 'gone'], [], { go: [], open: [1, 2] }],
  ])('send %s', (_, standings, late, expected) => {
    const ids = standings.map((_one, index) => index + 1);
    expect(chooseNext(ids, at(...standings), (id) => late.includes(id))).toEqual(expected);
  });

  test('a label is overtaken by later ones that came in their turn, from the first time on', () => {
    const since = new Map<number, number>();
    const place = (id: number, standing: Standing, isNews = false) => ({ id, standing, isNews });
    noteOvertaken([place(1, 'coming'), place(2, 'there'), place(3, 'coming')], since, 5);
    expect([...since]).toEqual([]);
    noteOvertaken([place(1, 'coming'), place(2, 'there', true), place(3, 'coming')], since, 6);
    noteOvertaken([place(1, 'coming'), place(2, 'there', true), place(3, 'there', true)], since, 7);
    expect([...since]).toEqual([[1, 6]]);
  });
});

/** When a label comes, or fails for good; null: never, until the fetching ends. */
interface Arrival {
  readonly atMs: number | null;
  readonly fails: boolean;
}

/** Runs a print of these labels on a printer that takes a second for each, in no time. */
function run(arrivals: readonly Arrival[], endMs: number) {
  const paper: { readonly id: number; readonly atMs: number }[] = [];
  const open: { readonly id: number; readonly atMs: number }[] = [];
  const overtakenAtMs = new Map<number, number>();
  let rest = arrivals.map((_, index) => index + 1);
  let nowMs = 0;
  const standingAt = (id: number): Standing => {
    const { atMs, fails } = arrivals[id - 1]!;
    if (atMs !== null && atMs <= Math.min(nowMs, endMs)) return fails ? 'gone' : 'there';
    return nowMs >= endMs ? 'gone' : 'coming';
  };
  let steps = 0;
  while (rest.length > 0) {
    steps += 1;
    if (steps > 4 * arrivals.length + 4) throw new Error('it does not end');
    const list = arrivals.map((_, index) => {
      const standing = standingAt(index + 1);
      return { id: index + 1, standing, isNews: standing === 'there' };
    });
    noteOvertaken(list, overtakenAtMs, nowMs);
    const lateAtMs = (id: number): number => (overtakenAtMs.get(id) ?? Infinity) + awaitMs;
    const next = chooseNext(rest, standingAt, (id) => lateAtMs(id) <= nowMs);
    for (const id of next.open) open.push({ id, atMs: nowMs });
    for (const id of next.go) paper.push({ id, atMs: (nowMs += 1000) });
    rest = rest.filter((id) => !next.open.includes(id) && !next.go.includes(id));
    if (next.go.length > 0 || rest.length === 0) continue;
    const later = [...arrivals.flatMap(({ atMs }) => atMs ?? []), endMs, lateAtMs(rest[0]!)];
    nowMs = Math.min(...later.filter((ms) => ms > nowMs));
  }
  return { paper, open };
}

test('whatever comes when: in order, none twice, none lost, none waited for too long', () => {
  const arrival = fc.record({
    atMs: fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 0, max: 60_000 }) },
      fc.constant(null),
    ),
    fails: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(arrival, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 90_000 }),
      (all, endMs) => {
        const { paper, open } = run(all, endMs);
        const ids = paper.map(({ id }) => id);
        expect(ids).toEqual(ids.toSorted((a, b) => a - b));
        expect([...ids, ...open.map(({ id }) => id)].toSorted((a, b) => a - b)).toEqual(
          all.map((_, index) => index + 1),
        );
        for (const [index, { atMs, fails }] of all.entries()) {
          if (atMs === null || fails || atMs > endMs) {
            expect(ids).not.toContain(index + 1);
            continue;
          }
          const later = all
            .slice(index + 1)
            .filter((one) => !one.fails && one.atMs !== null && one.atMs <= endMs);
          const firstLaterMs = Math.min(...later.map((one) => one.atMs!));
          // In time: before the hold since a later one came is over.
          if (atMs < firstLaterMs + awaitMs) expect(ids).toContain(index + 1);
        }
      },
    ),
  );
});

test('the printer stands for one late label no longer than it may hold its place', () => {
  const come = { atMs: 0, fails: false };
  const { paper } = run(
    [come, { atMs: null, fails: false }, come, { atMs: null, fails: false }, come],
    600_000,
  );
  expect(paper).toEqual([
    { id: 1, atMs: 1000 },
    { id: 3, atMs: awaitMs + 1000 },
    { id: 5, atMs: awaitMs + 2000 },
  ]);
});

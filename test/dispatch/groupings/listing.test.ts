import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GroupingListing } from '../../../src/main/dispatch/groupings/listing.ts';
import { Extensions } from '../../../src/main/erp/index.ts';
import type { GroupingQuery, GroupingRow } from '../../../src/main/erp/index.ts';
import { ok } from '#shared/faults/faults.ts';
import { writeDay } from '#shared/formats.ts';

const minuteMs = 60_000;

/**
 * A service with one row for each object, as its users describe it (field notes), the newest first.
 */
function startService(rowsBefore: number) {
  const clock = { atMs: Date.parse('2026-03-10T08:00:00'), now: () => clock.atMs };
  const rows: GroupingRow[] = [];
  let requests = 0;
  let number = 8000;
  const add = (size: number): void => {
    number += 1;
    const row = {
      id: 700_000_000 + number,
      identification: String(number),
      date: '2026-03-10',
      shippingMethod: null,
    };
    rows.unshift(...Array.from({ length: size }, () => row));
  };
  for (let made = 0; made < rowsBefore; made += 10) add(10);
  const service = { beforePage: (_offset: number): void => undefined };
  const extras = {
    listGroupings: ({ offset, limit }: GroupingQuery) => {
      requests += 1;
      service.beforePage(offset);
      const groupings = rows.slice(offset, offset + limit);
      return Promise.resolve(ok({ groupings, entries: groupings.length, total: rows.length }));
    },
  };
  const listing = new GroupingListing({ as: () => ({ extras }) }, new Extensions(), clock);
  const look = async (wanted = false) => {
    const answer = await listing.read(wanted);
    if (answer?.ok !== true) throw new Error('no list');
    return answer.value;
  };
  const spend = (): number => requests;
  return { clock, add, look, spend, listing, service };
}

/**
 * The same list under any changes: groupings come, lose shipments and are deleted, and at midnight
 * the oldest day falls out of the question (contract: `dataInicial`).
 */
function startAnyService(groupings: number) {
  const dayMs = 86_400_000;
  const clock = { atMs: Date.parse('2026-03-10T08:00:00'), now: () => clock.atMs };
  let rows: GroupingRow[] = [];
  let number = 0;
  const add = (size: number, daysBefore = 0): void => {
    number += 1;
    const date = writeDay(clock.atMs - daysBefore * dayMs);
    const row = { id: 700 + number, identification: String(number), date, shippingMethod: null };
    rows.unshift(...Array.from({ length: size }, () => row));
  };
  for (let made = 0; made < groupings; made += 1)
    add(1 + (made % 3), Math.floor((6.9 * (groupings - 1 - made)) / groupings));
  const listSince = (from: string | null) =>
    rows.filter(({ date }) => from === null || (date ?? '') >= from);
  const extras = {
    listGroupings: ({ from, offset, limit }: GroupingQuery) => {
      const found = listSince(from);
      const page = found.slice(offset, offset + limit);
      const answer = ok({ groupings: page, entries: page.length, total: found.length });
      between();
      return Promise.resolve(answer);
    },
  };
  /** Whatever happens between two requests of one look. */
  let between = (): void => undefined;
  const erp = { as: () => ({ extras }) };
  const listing = new GroupingListing(erp, new Extensions(), clock);
  return {
    clock,
    add,
    present: () => [...new Set(listSince(writeDay(clock.atMs - 7 * dayMs)).map(({ id }) => id))],
    remove: (id: number | undefined) => {
      rows = rows.filter((row) => row.id !== id);
    },
    removeRow: (at: number) => {
      rows = rows.toSpliced(at, 1);
    },
    setBetween: (work: () => void) => {
      between = work;
    },
    look: async () => {
      clock.atMs += minuteMs / 2;
      const answer = await listing.read(true);
      if (answer?.ok !== true) throw new Error('no list');
      return new Set(answer.value.groupings.map(({ id }) => id));
    },
  };
}

describe('the seam of two pages', () => {
  it('loses no grouping if one comes and another goes between two looks', async () => {
    const service = startAnyService(152);
    for (let times = 0; times < 6; times += 1) await service.look();
    service.add(1);
    service.remove(service.present().at(40));
    const shown = await service.look();
    expect(service.present().filter((id) => !shown.has(id))).toEqual([]);
  });

  it('loses none at midnight, when as many come as the oldest day had', async () => {
    const service = startAnyService(152);
    for (let times = 0; times < 6; times += 1) await service.look();
    service.clock.atMs = Date.parse('2026-03-11T00:00:10');
    for (let made = 0; made < 12; made += 1) service.add(2);
    const shown = await service.look();
    expect(service.present().filter((id) => !shown.has(id))).toEqual([]);
  });

  it('loses none that it has shown, and shows all in the end, whatever happens between its requests', async () => {
    const act = fc.oneof(
      fc.record({ does: fc.constant('add' as const), at: fc.integer({ min: 1, max: 30 }) }),
      fc.record({ does: fc.constant('remove' as const), at: fc.nat(400) }),
      fc.record({ does: fc.constant('removeRow' as const), at: fc.nat(400) }),
      fc.record({ does: fc.constant('wait' as const), at: fc.integer({ min: 1, max: 1200 }) }),
    );
    const round = fc.record({
      before: fc.array(act, { maxLength: 4 }),
      between: fc.array(act, { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 220 }),
        fc.array(round, { maxLength: 6 }),
        async (groupings, rounds) => {
          const service = startAnyService(groupings);
          const run = (acts: readonly { does: string; at: number }[]): void => {
            for (const { does, at } of acts) {
              if (does === 'add') service.add(at);
              else if (does === 'remove') service.remove(service.present().at(at));
              else if (does === 'removeRow') service.removeRow(at);
              else service.clock.atMs += at * minuteMs;
            }
          };
          let before = new Set<number>();
          for (const { before: first, between } of rounds) {
            run(first);
            service.setBetween(() => run(between.splice(0)));
            const shown = await service.look();
            const lost = service.present().filter((id) => before.has(id) && !shown.has(id));
            expect(lost).toEqual([]);
            before = shown;
          }
          service.setBetween(() => undefined);
          for (let times = 0; times < 20; times += 1) before = await service.look();
          expect(service.present().filter((id) => !before.has(id))).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('a shift with the Desk in sight', () => {
  it.each([
    { rowsOfDay: 100, most: 230 },
    { rowsOfDay: 300, most: 420 },
    { rowsOfDay: 1_000, most: 560 },
  ])(
    'at $rowsOfDay rows a day costs a request a minute at most, once the week is read',
    async ({ rowsOfDay, most }) => {
      const { clock, add, look, spend } = startService(7 * rowsOfDay);
      await look(true);
      let worst = spend();
      const minutes = 8 * 60;
      let due = 0;
      for (let minute = 1; minute <= minutes; minute += 1) {
        clock.atMs += minuteMs;
        due += rowsOfDay / minutes;
        if (due >= 10) {
          add(10);
          due -= 10;
        }
        const before = spend();
        await look();
        worst = Math.max(worst, spend() - before);
      }
      expect(worst).toBeLessThanOrEqual(2);
      expect(spend()).toBeLessThanOrEqual(most);
    },
  );

  it('knows all of the week after a while, today first, and reports until then that there is more', async () => {
    const { clock, look } = startService(700);
    const first = await look(true);
    expect([first.groupings.length, first.isCut]).toEqual([20, true]);
    expect(first.groupings[0]).toMatchObject({ identification: '8070', rows: 10 });
    let last = first;
    for (let minute = 1; minute <= 6; minute += 1) {
      clock.atMs += minuteMs;
      last = await look();
    }
    expect([last.groupings.length, last.isCut]).toEqual([70, false]);
  });

  it('backs off while there is no news, and looks immediately when a user returns', async () => {
    const { clock, look, spend } = startService(50);
    await look(true);
    const gaps: number[] = [];
    let since = 0;
    for (let minute = 1; minute <= 60; minute += 1) {
      clock.atMs += minuteMs;
      const before = spend();
      await look();
      since += 1;
      if (spend() > before) gaps.push(since);
      if (spend() > before) since = 0;
    }
    expect(gaps.slice(0, 6)).toEqual([1, 1, 2, 3, 6, 8]);
    clock.atMs += minuteMs / 2;
    const before = spend();
    await look(true);
    expect(spend()).toBe(before + 1);
  });

  it('notices additions at the top without reading the rest again, and removals at the next full reading', async () => {
    const { clock, add, look, spend } = startService(150);
    await look(true);
    add(5);
    clock.atMs += minuteMs;
    const before = spend();
    const { groupings, isCut } = await look();
    expect(spend()).toBe(before + 1);
    expect([groupings.length, groupings[0]?.rows, groupings[1]?.rows, isCut]).toEqual([
      16,
      5,
      10,
      false,
    ]);
  });

  it('counts each row once, though a grouping is made between two pages', async () => {
    const { clock, add, look, service } = startService(160);
    service.beforePage = (offset) => {
      if (offset === 0) return;
      service.beforePage = () => undefined;
      add(10);
    };
    await look(true);
    clock.atMs += minuteMs;
    const { groupings } = await look();
    expect(groupings.map(({ rows }) => rows)).toEqual(Array.from({ length: 17 }, () => 10));
  });

  it('reads the rest again after a while, also if the clock was set back meanwhile', async () => {
    const { clock, look, spend } = startService(150);
    await look(true);
    clock.atMs += minuteMs;
    await look();
    const before = spend();
    clock.atMs -= 365 * 24 * 60 * minuteMs;
    await look();
    clock.atMs += minuteMs;
    await look();
    expect(spend() - before).toBeGreaterThan(2);
  });

  it('finds a number among the rows it has read without a request', async () => {
    const { look, listing, spend } = startService(150);
    await look(true);
    const before = spend();
    expect(listing.findSeen(8003)).toMatchObject([{ identification: '8003', rows: 10 }]);
    expect(await listing.find(8003)).toMatchObject({
      ok: true,
      value: [{ identification: '8003' }],
    });
    expect(spend()).toBe(before);
  });

  it('finds a number that is older than the rows read for the Desk, and counts its rows', async () => {
    const { look, listing } = startService(1500);
    const old = { ok: true, value: [{ identification: '8003', rows: 10 }] };
    expect(await listing.find(8003)).toMatchObject(old);
    await look(true);
    expect(await listing.find(8003)).toMatchObject(old);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostRequests, searchList } from '../../../src/main/dispatch/groupings/search.ts';
import type { GroupingRow } from '../../../src/main/erp/index.ts';
import { FaultError } from '../../../src/main/os/errors.ts';
import { fault } from '#shared/faults/faults.ts';

/*
 * The list as users of the service describe it (field notes, "The service as its users meet it"):
 * one row for each object, the newest first, running numbers. The activity of an account, the size
 * of its groupings and its growth are made up.
 */

interface Account {
  readonly rowsOfDay: number;
  readonly days: number;
  readonly growth: number;
  readonly seed: number;
}

interface Row extends GroupingRow {
  readonly day: number;
}

function makeList({ rowsOfDay, days, growth, seed }: Account): readonly Row[] {
  let state = seed;
  const random = (): number => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
  const rows: Row[] = [];
  let number = 1;
  for (let day = 0; day < days; day += 1) {
    const isWeekend = day % 7 >= 5;
    let left =
      rowsOfDay *
      (1 - (1 - 1 / growth) * (1 - day / days)) *
      (isWeekend ? 0.2 : 1) *
      (0.6 + 0.8 * random());
    for (; left > 0; number += random() < 0.02 ? 3 : 1) {
      const size = Math.max(1, Math.round(Math.min(left, Math.exp(random() * 4.5))));
      const row = {
        id: 700_000_000 + number * 17,
        identification: String(number),
        date: null,
        shippingMethod: null,
        day,
      };
      for (let object = 0; object < size; object += 1) rows.push(row);
      left -= size;
    }
  }
  return rows.reverse();
}

async function search(rows: readonly Row[], wanted: number, firstPage = 100) {
  let requests = 0;
  const found = await searchList((offset) => {
    requests += 1;
    const groupings = rows.slice(offset, offset + (offset === 0 ? firstPage : 100));
    return Promise.resolve({ groupings, entries: groupings.length, total: rows.length });
  }, wanted);
  return { requests, ids: [...new Set((found ?? []).map(({ id }) => id))] };
}

const account = fc.record({
  rowsOfDay: fc.constantFrom(20, 100, 300, 1_000),
  days: fc.integer({ min: 1, max: 500 }),
  growth: fc.constantFrom(1, 3),
  seed: fc.integer({ min: 1, max: 1_000_000 }),
});

describe('a number in the list of all groupings', () => {
  it('is found with at most eight requests, or is not there', async () => {
    await fc.assert(
      fc.asyncProperty(account, fc.double({ min: 0, max: 1, noNaN: true }), async (made, where) => {
        const rows = makeList(made);
        const row = rows[Math.floor(where * (rows.length - 1))]!;
        const { requests, ids } = await search(rows, Number(row.identification));
        expect(ids).toEqual([row.id]);
        expect(requests).toBeLessThanOrEqual(mostRequests);
        const missing = Number(row.identification) + 0.5;
        expect((await search(rows, missing)).ids).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  // The window has the newest rows from the Desk, which costs no requests here.
  it.each([
    { rowsOfDay: 100, share: 0.97, most: 4 },
    { rowsOfDay: 300, share: 0.88, most: 6 },
    { rowsOfDay: 1_000, share: 0.8, most: 5 },
  ])(
    'of the last 30 days takes three requests, seldom more: $rowsOfDay rows a day',
    async ({ rowsOfDay, share, most }) => {
      const rows = makeList({ rowsOfDay, days: 250, growth: 2, seed: rowsOfDay });
      const recent = [
        ...new Map(rows.filter(({ day }) => day >= 220).map((row) => [row.id, row])).values(),
      ].filter((_, at) => at % 3 === 0);
      const read = Math.min(7 * rowsOfDay, 2_000);
      const counts = await Promise.all(
        recent.map(
          async (row) => (await search(rows, Number(row.identification), read)).requests - 1,
        ),
      );
      expect(counts.filter((count) => count <= 3).length / counts.length).toBeGreaterThanOrEqual(
        share,
      );
      expect(Math.max(...counts)).toBeLessThanOrEqual(most);
    },
  );

  it('that is newer than all of them is not found, at the cost of one request', async () => {
    expect(
      await search(makeList({ rowsOfDay: 100, days: 30, growth: 1, seed: 4 }), 746_500_123),
    ).toEqual({
      requests: 1,
      ids: [],
    });
  });

  it('in a list of unknown length is found, or its absence is uncertain', async () => {
    await fc.assert(
      fc.asyncProperty(account, fc.double({ min: 0, max: 1, noNaN: true }), async (made, where) => {
        const rows = makeList(made);
        const row = rows[Math.floor(where * (rows.length - 1))]!;
        const found = await searchList((offset) => {
          const groupings = rows.slice(offset, offset + 100);
          return Promise.resolve({ groupings, entries: groupings.length, total: null });
        }, Number(row.identification));
        if (found !== null) expect(found.map(({ id }) => id)).toContain(row.id);
      }),
    );
  });

  it('that two groupings have returns both', async () => {
    const row = { identification: '8412', date: null, shippingMethod: null, day: 0 };
    expect(
      await search(
        [
          { ...row, id: 1 },
          { ...row, id: 2 },
          { ...row, id: 1 },
        ],
        8412,
      ),
    ).toEqual({
      requests: 1,
      ids: [1, 2],
    });
  });

  it('is not searched in a list of names, nor if the list cannot be read', async () => {
    const named = {
      id: 1,
      identification: 'Coleta da manhã',
      date: null,
      shippingMethod: null,
      day: 0,
    };
    expect(await search([named], 5)).toEqual({ requests: 1, ids: [] });
    const refused = searchList(() => Promise.reject(new FaultError(fault('server'))), 5);
    await expect(refused).rejects.toThrow('server');
  });
});

import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openJournal } from '../../src/main/journal/index.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import { silentLog } from '../../src/main/os/log.ts';
import { startBench, tempDir } from './support/bench.ts';
import type { Bench } from './support/bench.ts';
import { benchAfter, fillJournal, prepare } from './support/concluded.ts';

type Damage =
  | {
      readonly how: 'flip' | 'zero' | 'garbage';
      readonly file: string;
      readonly at: number;
      readonly bytes: number;
    }
  | { readonly how: 'truncate'; readonly file: string; readonly at: number }
  | { readonly how: 'remove'; readonly file: string };

const journalFile = fc.constantFrom('journal.db', 'journal.db', 'journal.db-wal');
const damageArbitrary: fc.Arbitrary<Damage> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      how: fc.constantFrom('flip' as const, 'zero' as const, 'garbage' as const),
      file: journalFile,
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      bytes: fc.constantFrom(1, 8, 4096, 20_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      how: fc.constant('truncate' as const),
      file: journalFile,
      at: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ how: fc.constant('remove' as const), file: journalFile }) },
);

function doDamage(dir: string, damage: Damage): void {
  const path = join(dir, damage.file);
  if (!existsSync(path)) return;
  if (damage.how === 'remove') {
    rmSync(path);
    return;
  }
  const bytes = readFileSync(path);
  const at = Math.floor(damage.at * bytes.length);
  if (damage.how === 'truncate') {
    truncateSync(path, at);
    return;
  }
  for (let place = at; place < Math.min(bytes.length, at + damage.bytes); place += 1) {
    bytes[place] =
      damage.how === 'zero'
        ? 0
        : damage.how === 'flip'
          ? bytes[place]! ^ 0xff
          : (place * 37 + 11) & 0xff;
  }
  writeFileSync(path, bytes);
}

describe('a damaged journal', () => {
  test.each(['concluded', 'concluding'] as const)(
    'sends no second conclusion and no paper by itself: %s',
    async (what) => {
      const before = await benchAfter(what);
      const outcomes = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(
          fc.array(damageArbitrary, { minLength: 1, maxLength: 4 }),
          async (damages) => {
            let after: Bench;
            try {
              after = before.crash((copy) => damages.forEach((damage) => doDamage(copy, damage)));
            } catch (error) {
              // A version that only a newer Doca could have written.
              expect(String(error)).toContain('journal-newer');
              return;
            }
            const outcome = await after.open().then(
              async (job) => {
                const { state } = job.snapshot();
                expect(await prepare(job)).toBe(0);
                await job.conclusion.request();
                await job.close();
                return state;
              },
              (error: unknown) => String(error),
            );
            after.journal.close();
            outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
            expect(after.erp.concludeRequests).toBe(1);
            expect([
              'concluded',
              'conclusion-unknown',
              'Error: journal-corrupt a row is malformed',
            ]).toContain(outcome);
          },
        ),
        { numRuns: 60 },
      );
      expect(
        outcomes.get(what === 'concluded' ? 'concluded' : 'conclusion-unknown'),
      ).toBeGreaterThan(20);
    },
  );

  test('returns its readable part: a page is lost, and most groupings are there', () => {
    const bench = startBench(1);
    for (let id = 100; id < 200; id += 1) fillJournal(bench, id);
    bench.journal.close();
    const pages = readFileSync(bench.journal.path).length / 4096;
    let least = Infinity;
    // The first 23 are the schema's own, and of the tables while they are empty.
    for (let page = 24; page < pages; page += 7) {
      const path = join(tempDir(), 'journal.db');
      const bytes = readFileSync(bench.journal.path);
      bytes.fill(0xaa, page * 4096, (page + 1) * 4096);
      writeFileSync(path, bytes);
      const opened = openJournal({
        path,
        stationDir: join(bench.dir, 'station'),
        clock: systemClock,
        log: silentLog,
      });
      if (!opened.ok) throw new Error(opened.fault.kind);
      const { journal, notices } = opened.value;
      const there = journal.past.jobs({ limit: 1000 }).length;
      if (notices.length === 0) expect(there).toBe(100);
      else least = Math.min(least, there);
      for (const { grouping } of journal.past.jobs({ limit: 1000 })) {
        expect(journal.load('https://erp.test', grouping.id)?.entries).toHaveLength(2);
      }
      journal.close();
    }
    // Rows of labels are small: a page has those of 72 groupings.
    expect(least).toBeGreaterThan(20);
    expect(least).toBeLessThan(100);
  });
});

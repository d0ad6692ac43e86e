import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GroupingJob } from '../../src/main/dispatch/index.ts';
import { openJournal } from '../../src/main/dispatch/index.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import { silentLog } from '../../src/main/os/log.ts';
import type { JobState } from '../../src/shared/index.ts';
import { startBench, tempDir } from './support/bench.ts';
import type { Bench } from './support/bench.ts';
import { FakePrinter, groupingId, makeEntryRecord, shipment } from './support/fakes.ts';
import { printOn } from '../support/print-on.ts';

const loseJournal = (dir: string): void => {
  for (const name of readdirSync(dir)) if (name.startsWith('journal.db')) rmSync(join(dir, name));
};
const loseGuards = (dir: string): void =>
  rmSync(join(dir, 'station', 'guards'), { recursive: true, force: true });

function guardPath(dir: string): string {
  const guards = join(dir, 'station', 'guards');
  const [company] = readdirSync(guards);
  return join(guards, company!, `${groupingId}.json`);
}

const readGuard = (dir: string): unknown => JSON.parse(readFileSync(guardPath(dir), 'utf8'));

/**
 * Does all work before a conclusion that the job allows. Returns the number of files that went to
 * the printer.
 */
async function prepare(job: GroupingJob): Promise<number> {
  const printer = new FakePrinter();
  await job.collect();
  await printOn(job, printer);
  return printer.sent.length;
}

/** A bench whose grouping was concluded, or whose process died while the ERP worked on it. */
async function benchAfter(what: 'concluded' | 'concluding'): Promise<Bench> {
  const bench = startBench(3);
  for (let id = 100; id < 130; id += 1) fillJournal(bench, id);
  let died: Bench | null = null;
  bench.erp.onConclude = () => {
    died ??= bench.crash();
  };
  const job = await bench.open();
  await prepare(job);
  await job.conclude();
  await job.close();
  expect(bench.erp.concludeRequests).toBe(1);
  return what === 'concluded' ? bench : died!;
}

function fillJournal({ journal }: Bench, id: number): void {
  const grouping = { id, identification: `G${id}`, date: null, shippingMethod: null };
  const rest = { difference: null, fault: null, pdfPath: null, zplPath: null, printVerdict: null };
  const entries = [id, id + 1].map((one, index) => makeEntryRecord(shipment(one), index + 1));
  journal.create('https://erp.test', { grouping, state: 'loaded', ...rest }, entries);
}

describe('a conclusion that the journal does not know', () => {
  test.each<['concluded' | 'concluding', JobState]>([
    ['concluded', 'concluded'],
    ['concluding', 'conclusion-unknown'],
  ])('%s: is %s without the journal, and is not sent again', async (what, state) => {
    const before = await benchAfter(what);
    const after = before.crash(loseJournal);
    const job = await after.open();
    expect(job.snapshot().state).toBe(state);
    await prepare(job);
    expect((await job.conclude()).ok).toBe(false);
    expect(after.erp.concludeRequests).toBe(1);
    // The new journal has it too from now on.
    expect((await after.crash(loseGuards).open()).snapshot().state).toBe(state);
  });

  test('is found by a journal of before as well: a backup that was put back', async () => {
    const bench = startBench(2);
    const job = await bench.open();
    await prepare(job);
    const backup = tempDir();
    bench.crash((dir) => {
      for (const name of readdirSync(dir))
        if (name.startsWith('journal')) renameSync(join(dir, name), join(backup, name));
    });
    await job.conclude();
    const after = bench.crash((dir) => {
      loseJournal(dir);
      for (const name of readdirSync(backup)) renameSync(join(backup, name), join(dir, name));
    });
    const again = await after.open();
    expect(again.snapshot()).toMatchObject({ state: 'concluded', fault: null });
    expect(await again.conclude()).toMatchObject({ fault: { kind: 'already-concluded' } });
    expect(after.erp.concludeRequests).toBe(1);
  });

  test('is over if a person reported that nothing was done: then it can be requested, journal or not', async () => {
    const before = await benchAfter('concluding');
    const job = await before.open();
    expect(job.resolveConclusion(false).ok).toBe(true);
    await job.close();
    expect(readGuard(before.dir)).toMatchObject({ grouping: groupingId, state: 'open again' });
    const after = before.crash(loseJournal);
    const again = await after.open();
    expect(again.snapshot().state).not.toBe('conclusion-unknown');
    await again.collect();
    expect((await again.resolvePrint(true)).ok).toBe(true);
    expect((await again.conclude()).ok).toBe(true);
    expect(readGuard(after.dir)).toMatchObject({ state: 'concluded' });
  });

  test('is unknown if the guard is unreadable', async () => {
    const bench = await benchAfter('concluded');
    for (const text of [
      '',
      '{"grouping": 71, "sta',
      '{"grouping": 71, "state": "open", "atMs": 1}',
      '{"grouping": 70',
    ]) {
      const after = bench.crash((dir) => {
        loseJournal(dir);
        writeFileSync(guardPath(dir), text);
      });
      expect((await after.open()).snapshot().state).toBe('conclusion-unknown');
    }
    // A journal with a later state wins.
    const known = bench.crash((dir) => writeFileSync(guardPath(dir), 'x'));
    expect((await known.open()).snapshot().state).toBe('concluded');
  });

  test('is a question if only labels prove that there was another journal', async () => {
    const bench = startBench(3);
    const job = await bench.open();
    await job.collect();
    const after = bench.crash(loseJournal);
    const again = await after.open();
    expect(again.snapshot()).toMatchObject({
      state: 'conclusion-unknown',
      fault: { kind: 'conclusion-unknown', detail: 'the journal was lost' },
    });
    expect(again.resolveConclusion(false).ok).toBe(true);
    expect((await again.resolvePrint(false)).ok).toBe(true);
    expect(await prepare(again)).toBe(1);
    expect((await again.conclude()).ok).toBe(true);
    // Without labels there was no work to lose.
    const fresh = bench.crash(loseJournal);
    loseGuards(fresh.dir);
    fresh.labels.files.clear();
    expect((await fresh.open()).snapshot().state).toBe('loaded');
  });
});

describe('a disk that fails, or a process that dies, between guard and journal', () => {
  test('without the guard nothing is sent', async () => {
    const bench = startBench(2);
    const job = await bench.open();
    await prepare(job);
    loseGuards(bench.dir);
    writeFileSync(join(bench.dir, 'station', 'guards'), 'in the way');
    expect(await job.conclude()).toMatchObject({ fault: { kind: 'disk' } });
    expect(bench.erp.concludeRequests).toBe(0);
    rmSync(join(bench.dir, 'station', 'guards'));
    expect((await job.conclude()).ok).toBe(true);
    expect(bench.erp.concludeRequests).toBe(1);
  });

  test('with the guard, but without the journal, nothing is sent, and later programs ask', async () => {
    const bench = startBench(2);
    const job = await bench.open();
    await prepare(job);
    const other = new DatabaseSync(bench.journal.path);
    other.exec(
      `CREATE TRIGGER stop BEFORE UPDATE ON jobs WHEN NEW.state = 'concluding' BEGIN SELECT RAISE(ABORT, 'x'); END`,
    );
    let died: Bench | null = null;
    await expect(
      (async () => {
        try {
          return await job.conclude();
        } finally {
          died = bench.crash();
        }
      })(),
    ).rejects.toThrow();
    expect(bench.erp.concludeRequests).toBe(0);
    // It got far enough to record that nothing was sent.
    expect(readGuard(bench.dir)).toMatchObject({ state: 'open again' });
    // A process that died right after the guard was written.
    writeFileSync(
      guardPath(died!.dir),
      JSON.stringify({ grouping: groupingId, state: 'concluding', atMs: 1 }),
    );
    expect((await died!.open()).snapshot().state).toBe('conclusion-unknown');
    other.exec('DROP TRIGGER stop');
    other.close();
    expect((await job.conclude()).ok).toBe(true);
  });

  test('with the end in the journal, but not in the guard, it is concluded', async () => {
    const before = await benchAfter('concluded');
    const after = before.crash((dir) =>
      writeFileSync(
        guardPath(dir),
        JSON.stringify({ grouping: groupingId, state: 'concluding', atMs: 1 }),
      ),
    );
    expect((await after.open()).snapshot()).toMatchObject({ state: 'concluded', fault: null });
    expect(readGuard(after.dir)).toMatchObject({ state: 'concluded' });
  });
});

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
                await job.conclude();
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
      const there = journal.jobs({ limit: 1000 }).length;
      if (notices.length === 0) expect(there).toBe(100);
      else least = Math.min(least, there);
      for (const { grouping } of journal.jobs({ limit: 1000 })) {
        expect(journal.load('https://erp.test', grouping.id)?.entries).toHaveLength(2);
      }
      journal.close();
    }
    // Rows of labels are small: a page has those of 72 groupings.
    expect(least).toBeGreaterThan(20);
    expect(least).toBeLessThan(100);
  });
});

test('the journal of a newer Doca is refused and stays as it is', () => {
  const bench = startBench(1);
  fillJournal(bench, 100);
  bench.journal.close();
  const other = new DatabaseSync(bench.journal.path);
  other.exec('PRAGMA user_version = 99; CREATE TABLE new_things (x)');
  other.close();
  const before = readFileSync(bench.journal.path);
  const names = readdirSync(bench.dir).sort();
  const { path } = bench.journal;
  const opened = openJournal({
    path,
    stationDir: join(bench.dir, 'station'),
    clock: systemClock,
    log: silentLog,
  });
  expect(opened).toMatchObject({ ok: false, fault: { kind: 'journal-newer' } });
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(bench.dir).sort()).toEqual(names);
});

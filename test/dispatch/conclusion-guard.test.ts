import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openJournal } from '../../src/main/journal/index.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import { silentLog } from '../../src/main/os/log.ts';
import type { JobState } from '#shared/domain/job.ts';
import { startBench, tempDir } from './support/bench.ts';
import type { Bench } from './support/bench.ts';
import { benchAfter, fillJournal, prepare } from './support/concluded.ts';
import { groupingId } from './support/fakes.ts';

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
    expect((await job.conclusion.request()).ok).toBe(false);
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
    await job.conclusion.request();
    const after = bench.crash((dir) => {
      loseJournal(dir);
      for (const name of readdirSync(backup)) renameSync(join(backup, name), join(dir, name));
    });
    const again = await after.open();
    expect(again.snapshot()).toMatchObject({ state: 'concluded', fault: null });
    expect(await again.conclusion.request()).toMatchObject({
      fault: { kind: 'already-concluded' },
    });
    expect(after.erp.concludeRequests).toBe(1);
  });

  test('is over if a person reported that nothing was done: then it can be requested, journal or not', async () => {
    const before = await benchAfter('concluding');
    const job = await before.open();
    expect(job.conclusion.resolve(false).ok).toBe(true);
    await job.close();
    expect(readGuard(before.dir)).toMatchObject({ grouping: groupingId, state: 'open again' });
    const after = before.crash(loseJournal);
    const again = await after.open();
    expect(again.snapshot().state).not.toBe('conclusion-unknown');
    await again.labels.collect();
    expect((await again.prints.resolve(true)).ok).toBe(true);
    expect((await again.conclusion.request()).ok).toBe(true);
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
    await job.labels.collect();
    const after = bench.crash(loseJournal);
    const again = await after.open();
    expect(again.snapshot()).toMatchObject({
      state: 'conclusion-unknown',
      fault: { kind: 'conclusion-unknown', detail: 'the journal was lost' },
    });
    expect(again.conclusion.resolve(false).ok).toBe(true);
    expect((await again.prints.resolve(false)).ok).toBe(true);
    expect(await prepare(again)).toBe(1);
    expect((await again.conclusion.request()).ok).toBe(true);
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
    expect(await job.conclusion.request()).toMatchObject({ fault: { kind: 'disk' } });
    expect(bench.erp.concludeRequests).toBe(0);
    rmSync(join(bench.dir, 'station', 'guards'));
    expect((await job.conclusion.request()).ok).toBe(true);
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
          return await job.conclusion.request();
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
    expect((await job.conclusion.request()).ok).toBe(true);
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

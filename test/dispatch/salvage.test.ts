import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { salvage } from '../../src/main/journal/salvage.ts';
import { schema } from '../../src/main/journal/schema.ts';

const pageBytes = 4096;

/** The journal of a station of some years, with one concluded job: its runs have these numbers. */
function writeJournal(from: number, to: number): string {
  const dir = mkdtempSync(join(tmpdir(), 'doca-salvage-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const path = join(dir, 'journal.db');
  const database = new DatabaseSync(path);
  database.exec(`
    ${schema}
    INSERT INTO jobs (id, company, groupingId, grouping, state, updatedAtMs)
      VALUES (1, 'one', 7, '{}', 'concluded', 0);
    WITH RECURSIVE numbers(id) AS
      (VALUES (${from}) UNION ALL SELECT id + 1 FROM numbers LIMIT ${to - from + 1})
    INSERT INTO print_runs (id, jobId, printer, shipmentIds, outcome, startedAtMs, spool)
      SELECT id, 1, 'printer', '[1]', 'done', 0, '{"title":"run ' || id || '."}' FROM numbers;
  `);
  database.close();
  return path;
}

/** Overwrites the page with this run, as a bad sector does. */
function damage(path: string, run: number): void {
  const bytes = readFileSync(path);
  const page = Math.floor(bytes.indexOf(`run ${run}.`) / pageBytes);
  bytes.fill(0xff, page * pageBytes, (page + 1) * pageBytes);
  writeFileSync(path, bytes);
}

function readRuns(path: string): readonly number[] {
  const target = new DatabaseSync(':memory:');
  target.exec(schema);
  salvage(path, target);
  const ids = target.prepare('SELECT id FROM print_runs ORDER BY id').all();
  target.close();
  return ids.map(({ id }) => Number(id));
}

test.each([
  ['none is', null],
  ['in the middle', 401_000],
  ['the last', 402_000],
])('of a damaged journal all runs are read but those of a bad page: %s', (_, run) => {
  const path = writeJournal(400_000, 402_000);
  if (run !== null) damage(path, run);
  const ids = readRuns(path);
  expect(ids.length).toBeGreaterThan(run === null ? 2_000 : 1_900);
  expect(ids.includes(run ?? 0)).toBe(false);
  expect([ids[0], run === 402_000 || ids.at(-1)]).toEqual([400_000, run === 402_000 || 402_000]);
});

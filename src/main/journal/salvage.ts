import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { readSqliteError, toDatabasePath } from '../os/sqlite.ts';
import { isMalformed } from './fault.ts';
import { loadJob } from './load.ts';
import { Database } from './database.ts';

type Row = Record<string, SQLInputValue>;

/**
 * The tables whose rows belong to one job; without one of these rows the journal's record of the
 * job may be wrong.
 */
const needed = ['shipments', 'label_files'] as const;

/**
 * Copies the readable part of a damaged journal: of each job all that its safety needs, or nothing
 * of it.
 */
export function salvage(damagedPath: string, target: DatabaseSync) {
  let source: DatabaseSync | null = null;
  try {
    source = new DatabaseSync(toDatabasePath(damagedPath), { readOnly: true, readBigInts: true });
    target.exec('BEGIN IMMEDIATE');
    copyJobs(source, target);
  } catch (error) {
    // Not even the list of tables can be read, or it differs: nothing of it can.
    skipDamage(error);
  } finally {
    if (target.isTransaction) target.exec('COMMIT');
    source?.close();
  }
}

/**
 * Rethrows errors that are not damage: a full disk must not cause the loss of the remaining jobs.
 */
function skipDamage(error: unknown) {
  const kind = readSqliteError(error);
  if (kind !== 'corrupt' && kind !== 'notADatabase' && kind !== 'ioError' && kind !== 'other')
    throw error;
}

function copyJobs(source: DatabaseSync, target: DatabaseSync) {
  const jobs = readRows(source, 'jobs');
  const runs = Map.groupBy(readRows(source, 'print_runs'), (row) => row['jobId']);
  for (const job of jobs) {
    const jobRuns = runs.get(job['id'] ?? null) ?? [];
    const isOpen = jobRuns.some(({ outcome }) => outcome === 'running' || outcome === 'unknown');
    // The row of the print under way is lost, and so is the list of its labels.
    if (job['state'] === 'printing' && !isOpen && (job['printVerdict'] ?? null) === null) continue;
    copyJob(source, target, job, jobRuns);
  }
  for (const table of ['floor_station', 'floor_memory', 'floor_outbox', 'made', 'issuers'] as const)
    tryAll(target, () => insert(target, table, source.prepare(`SELECT * FROM ${table}`).all()));
  // A lost one, or one that does not match its print any more, leaves that print in doubt as a
  // whole.
  for (const row of readRows(source, 'print_tallies', 'runId'))
    tryAll(target, () => insert(target, 'print_tallies', [row]));
}

function copyJob(source: DatabaseSync, target: DatabaseSync, job: Row, runs: readonly Row[]) {
  const copy = (table: string): void => {
    const select = source.prepare(`SELECT * FROM ${table} WHERE jobId = ?`);
    insert(target, table, select.all(job['id'] ?? null));
  };
  const whole = tryAll(target, () => {
    insert(target, 'jobs', [job]);
    needed.forEach(copy);
    insert(target, 'print_runs', runs);
  });
  if (whole) for (const table of ['floor_claims', 'events']) tryAll(target, () => copy(table));
}

/** Returns false, with nothing written, if anything cannot be read or cannot be right. */
function tryAll(target: DatabaseSync, work: () => void) {
  target.exec('SAVEPOINT part');
  try {
    work();
    target.exec('RELEASE part');
    return true;
  } catch (error) {
    skipDamage(error);
    target.exec('ROLLBACK TO part; RELEASE part');
    return false;
  }
}

function insert(target: DatabaseSync, table: string, rows: readonly Row[]) {
  const sql = new Database(target);
  for (const row of rows) sql.insert(table, row);
}

type NumberedTable = 'jobs' | 'print_runs' | 'print_tallies';

/** Ids are counted up from 1. */
const highestId = 2 ** 31;
/** Of one table: some seconds' work. A damaged page has some hundred rows. */
const mostUnreadable = 20_000;

/**
 * Returns the readable rows of a table: if a range of ids cannot be read, each half of it is tried.
 */
function readRows(source: DatabaseSync, table: NumberedTable, key = 'id'): Row[] {
  const select = source.prepare(
    `SELECT * FROM ${table} WHERE ${key} BETWEEN ? AND ? ORDER BY ${key}`,
  );
  let unreadable = 0;
  const read = (from: number, to: number): Row[] => {
    try {
      return select.all(from, to);
    } catch (error) {
      skipDamage(error);
      unreadable += 1;
      if (from === to || unreadable > mostUnreadable) return [];
      const middle = from + Math.floor((to - from) / 2);
      return [...read(from, middle), ...read(middle + 1, to)];
    }
  };
  return read(1, highestId);
}

/** Returns an unused path beside a journal, for a copy of it. */
export function findAsidePath(path: string, nowMs: number) {
  const stamp = new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-');
  const base = path.replace(/\.db$/, '');
  let target = `${base}.corrupt-${stamp}.db`;
  for (let copy = 2; existsSync(target); copy += 1) target = `${base}.corrupt-${stamp}-${copy}.db`;
  return target;
}

/** Removes jobs whose rows SQLite accepts but the program does not; returns their number. */
export function dropMalformed(database: DatabaseSync) {
  let dropped = 0;
  const sql = new Database(database);
  const select = database.prepare('SELECT id, company, groupingId FROM jobs');
  select.setReadBigInts(true);
  for (const { id = null, company, groupingId } of select.all()) {
    try {
      loadJob(sql, String(company), Number(groupingId));
    } catch (error) {
      if (!isMalformed(error)) throw error;
      sql.remove('jobs', { id });
      dropped += 1;
    }
  }
  return dropped;
}

import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { failed, fault, ok } from '../../../shared/index.ts';
import type { Fault, Result } from '../../../shared/index.ts';
import type { Clock } from '../../os/clock.ts';
import { readErrorCode } from '../../os/errors.ts';
import { makeOwnFileSync, makeOwnFolderSync } from '../../os/files.ts';
import { removeStaleLocks, runInGate } from '../../os/locks/sqlite.ts';
import type { Log } from '../../os/log.ts';
import { readSqliteError, toDatabasePath } from '../../os/sqlite.ts';
import { isDamage, JournalError, toStorageFault } from './fault.ts';
import { dropMalformed, findAsidePath, salvage } from './salvage.ts';
import { schema, schemaVersion } from './schema.ts';
import type { Bench } from '../../os/station.ts';
import { findLockFolder } from '../station/lock.ts';
import { Journal } from './journal.ts';

const busyTimeoutMs = 5000;

export interface OpenedJournal {
  readonly journal: Journal;
  /** For the packer's eyes. */
  readonly notices: readonly Fault[];
}

/**
 * Opens the journal, or makes it. Of a file that is damaged, what can be read goes into a new one, and the file is kept
 * aside; one that was another computer's or another user's is a copy, and becomes a station of its own. `notices` says both. The
 * journal of a newer Doca stays as it is: fault `journal-newer`. If the disk refuses, the fault is `disk` or `disk-full`.
 */
export function openJournal(services: {
  readonly path: string;
  /** What all of this user's journals share: see `findStationDir`. */
  readonly stationDir: string;
  /** See `readMachine`; not compared where not given. */
  readonly machine?: readonly string[] | undefined;
  /** Null, or not given, where no other account of this computer counts: training, tests, or a floor that tells of it. */
  readonly bench?: Bench | null | undefined;
  readonly clock: Clock;
  readonly log: Log;
}): Result<OpenedJournal> {
  const { path, stationDir, machine = [], bench = null, clock, log } = services;
  try {
    makeOwnFolderSync(dirname(path));
    const lockFolder = findLockFolder(stationDir);
    removeStaleLocks(lockFolder);
    // In the gate, so that of two processes that find the same damage only one moves the file away.
    return runInGate(lockFolder, () => {
      const notices: Fault[] = [];
      let database = openSound(path);
      if (database === null) {
        const { keptAs, jobs } = replaceDamaged(path, clock.now());
        log.warn('journal-corrupt', { keptAs, jobs });
        notices.push(fault('journal-corrupt', { detail: `kept as ${keptAs}; ${jobs} groupings were read from it` }));
        database = openSound(path);
      }
      if (database === null) throw new Error('a new journal is damaged');
      const journal = new Journal(database, path, stationDir, bench, clock);
      if (journal.settleStation(machine)) notices.push(fault('station-copied'));
      return ok({ journal, notices });
    });
  } catch (error) {
    const storage = error instanceof JournalError ? error.fault : toStorageFault(error);
    if (storage === null) throw error;
    log.warn('journal-failed', { kind: storage.kind });
    return failed(storage);
  }
}

/** The database, checked, for this user only; null where the file is damaged. */
function openSound(path: string): DatabaseSync | null {
  makeOwnFileSync(path);
  for (const beside of ['-wal', '-shm']) if (existsSync(path + beside)) makeOwnFileSync(path + beside);
  if (isNewer(readVersion(path))) throw new JournalError(fault('journal-newer'), null);
  const database = connect(path);
  try {
    if (isSound(database)) return database;
    database.close();
    return null;
  } catch (error) {
    database.close();
    if (isDamage(error)) return null;
    throw error;
  }
}

function connect(path: string): DatabaseSync {
  return new DatabaseSync(toDatabasePath(path), { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
}

function isSound(database: DatabaseSync): boolean {
  const version = findSoundVersion(database);
  if (version === null) return false;
  // fullfsync: macOS flushes the drive's own cache only when asked. Fewer checkpoints keep their fsync out of the way
  // of a running job; the log is emptied when the last connection closes.
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA fullfsync = ON;
    PRAGMA secure_delete = ON;
    PRAGMA wal_autocheckpoint = 4000;
  `);
  if (version === 0) makeTables(database);
  return true;
}

/** 0 of an empty file; null where the file is damaged, or is not a journal. */
function findSoundVersion(database: DatabaseSync): number | null {
  try {
    const version = readPragma(database, 'user_version');
    if (version !== 0 && version !== schemaVersion) return null;
    if (readPragma(database, 'quick_check') !== 'ok') return null;
    return describeSchema(database) === (version === 0 ? '[]' : describeSound()) ? version : null;
  } catch (error) {
    // For a format number that makes no sense, SQLite has no code but the one of a wrong statement, which none of these is.
    if (readSqliteError(error) === 'other') return null;
    throw error;
  }
}

/**
 * Its tables and indices, as they were made: bits that change a name or a constraint are damage that no check of SQLite's
 * sees.
 */
function describeSchema(database: DatabaseSync): string {
  const sql = `SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'index') ORDER BY name`;
  return JSON.stringify(database.prepare(sql).all());
}

function describeSound(): string {
  const database = new DatabaseSync(':memory:');
  try {
    database.exec(schema);
    return describeSchema(database);
  } finally {
    database.close();
  }
}

function makeTables(database: DatabaseSync): void {
  database.exec(`BEGIN IMMEDIATE; ${schema} PRAGMA user_version = ${schemaVersion}; COMMIT`);
}

/** The version of a file's schema, read without changing a byte of it; null where none can be read. */
function readVersion(path: string): number | null {
  let database: DatabaseSync | null = null;
  try {
    // Where no log lies beside it, SQLite need not make one to read.
    const how = existsSync(`${path}-wal`) ? '' : '?immutable=1';
    const address = `file:${encodeURIComponent(toDatabasePath(path))}${how}`;
    database = new DatabaseSync(address, { readOnly: true, timeout: busyTimeoutMs });
    const version = readPragma(database, 'user_version');
    return typeof version === 'number' ? version : null;
  } catch (error) {
    if (readSqliteError(error) === null) throw error;
    return null;
  } finally {
    database?.close();
  }
}

/** Versions count up one by one; a number far beyond is damage. */
function isNewer(version: number | null): boolean {
  return version !== null && version > schemaVersion && version < 10_000;
}

/**
 * Puts a new journal, with what can be read of the damaged one, in its place, and that one aside. The new one is whole
 * before it is there. Gives the other's new name, and how many jobs came over.
 */
function replaceDamaged(path: string, nowMs: number): { readonly keptAs: string; readonly jobs: number } {
  const fresh = `${path}.new`;
  for (const suffix of ['', '-wal', '-shm']) rmSync(fresh + suffix, { force: true });
  makeOwnFileSync(fresh);
  const database = connect(fresh);
  let jobs: number;
  try {
    makeTables(database);
    salvage(path, database);
    dropMalformed(database);
    jobs = Number(Object.values(database.prepare('SELECT count(*) FROM jobs').get() ?? {})[0]);
  } finally {
    database.close();
  }
  const keptAs = setAside(path, nowMs);
  renameSync(fresh, path);
  return { keptAs, jobs };
}

function readPragma(database: DatabaseSync, name: string): unknown {
  const row = database.prepare(`PRAGMA ${name}`).get();
  return row === undefined ? undefined : Object.values(row)[0];
}

/** Renames the journal with what belongs to it; gives its new name. */
function setAside(path: string, nowMs: number): string {
  const target = findAsidePath(path, nowMs);
  for (const suffix of ['', '-wal', '-shm']) {
    try {
      renameSync(path + suffix, target + suffix);
    } catch (error) {
      if (readErrorCode(error) !== 'ENOENT') throw error;
    }
  }
  return basename(target);
}

import { closeSync, existsSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { failed, fault, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import type { Clock } from '../os/clock.ts';
import { readErrorCode } from '../os/errors.ts';
import { makeOwnFileSync, makeOwnFolderSync } from '../os/files.ts';
import { removeStaleLocks, runInGate } from '../os/locks/sqlite.ts';
import type { Log } from '../os/log.ts';
import { readSqliteError, toDatabasePath } from '../os/sqlite.ts';
import { isDamage, JournalError, toStorageFault } from './fault.ts';
import { dropMalformed, findAsidePath, salvage } from './salvage.ts';
import { schema, schemaVersion } from './schema.ts';
import type { SharedPlace } from '../os/station.ts';
import { findLockFolder } from './station/lock.ts';
import { Journal } from './journal.ts';

const busyTimeoutMs = 5000;

interface OpenedJournal {
  readonly journal: Journal;
  /** Shown to the packer. */
  readonly notices: readonly Fault[];
}

/**
 * Opens the journal, or creates it. The readable part of a damaged file goes into a new one, and
 * the file is kept; the file of another computer or user is a copy, and becomes a station of its
 * own. `notices` reports both. The journal of a newer Doca stays as it is: fault `journal-newer`.
 * If the disk fails, the fault is `disk` or `disk-full`.
 */
export function openJournal(services: {
  readonly path: string;
  /** Shared by all of this user's journals: see `findStationDir`. */
  readonly stationDir: string;
  /** See `readMachine`. Default: not compared. */
  readonly machine?: readonly string[] | undefined;
  /**
   * Null, or omitted, if other accounts of this computer do not matter: training, tests, or a
   * floor.
   */
  readonly sharedPlace?: SharedPlace | null | undefined;
  readonly clock: Clock;
  readonly log: Log;
}): Result<OpenedJournal> {
  const { path, stationDir, machine = [], sharedPlace = null, clock, log } = services;
  try {
    makeOwnFolderSync(dirname(path));
    const lockFolder = findLockFolder(stationDir);
    removeStaleLocks(lockFolder);
    // In the gate, so that only one of two processes that find the same damage moves the file away.
    return runInGate(lockFolder, () => {
      const notices: Fault[] = [];
      let database = openSound(path);
      if (database === null) {
        const { keptAs, jobs } = replaceDamaged(path, clock.now());
        log.warn('journal-corrupt', { keptAs, jobs });
        notices.push(
          fault('journal-corrupt', {
            detail: `kept as ${keptAs}; ${jobs} groupings were read from it`,
          }),
        );
        database = openSound(path);
      }
      if (database === null) throw new Error('a new journal is damaged');
      const journal = new Journal(database, path, stationDir, sharedPlace, clock);
      if (journal.adoptStation(machine)) notices.push(fault('station-copied'));
      return ok({ journal, notices });
    });
  } catch (error) {
    const storage = error instanceof JournalError ? error.fault : toStorageFault(error);
    if (storage === null) throw error;
    log.warn('journal-failed', { kind: storage.kind });
    return failed(storage);
  }
}

/** Returns the database, checked, for this user only; null if the file is damaged. */
function openSound(path: string): DatabaseSync | null {
  makeOwnFileSync(path);
  for (const beside of ['-wal', '-shm'])
    if (existsSync(path + beside)) makeOwnFileSync(path + beside);
  refuseNewer(readVersion(path));
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

function connect(path: string) {
  return new DatabaseSync(toDatabasePath(path), {
    timeout: busyTimeoutMs,
    enableForeignKeyConstraints: true,
  });
}

function isSound(database: DatabaseSync) {
  const version = findSoundVersion(database);
  if (version === null) return false;
  // fullfsync: macOS flushes the drive's own cache only on request. Fewer checkpoints keep their
  // fsync out of the way of a running job; the log is emptied when the last connection closes.
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

/** Returns 0 for an empty file; null if the file is damaged, or is not a journal. */
function findSoundVersion(database: DatabaseSync): number | null {
  try {
    const version = Number(readValue(database, 'PRAGMA user_version'));
    // It may be in the log alone.
    refuseNewer(version);
    if (version !== 0 && version !== schemaVersion) return null;
    if (readValue(database, 'PRAGMA quick_check') !== 'ok') return null;
    const sound = version === 0 ? '[]' : describeSound();
    return describeSchema(database) === sound ? version : null;
  } catch (error) {
    // For an impossible format number, SQLite only has the code of a wrong statement, which none of
    // these is.
    if (readSqliteError(error) === 'other') return null;
    throw error;
  }
}

/**
 * Returns tables and indices as they were created, in which SQLite's own checks do not see changed
 * bits.
 */
function describeSchema(database: DatabaseSync) {
  const sql = `SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'index') ORDER BY name`;
  return JSON.stringify(database.prepare(sql).all());
}

function describeSound() {
  const database = new DatabaseSync(':memory:');
  try {
    database.exec(schema);
    return describeSchema(database);
  } finally {
    database.close();
  }
}

function makeTables(database: DatabaseSync) {
  database.exec(`BEGIN IMMEDIATE; ${schema} PRAGMA user_version = ${schemaVersion}; COMMIT`);
}

/** Returns the version in a file's header without changing a byte of it. */
function readVersion(path: string) {
  const header = Buffer.alloc(64);
  const file = openSync(path, 'r');
  try {
    readSync(file, header);
  } finally {
    closeSync(file);
  }
  return header.readUInt32BE(60);
}

/** Versions count up one by one; a number far beyond is damage. */
function refuseNewer(version: number) {
  if (version > schemaVersion && version < 10_000)
    throw new JournalError(fault('journal-newer'), null);
}

/**
 * Replaces a damaged journal, at once, by a new one with its readable part. Returns where the old
 * one is kept.
 */
function replaceDamaged(path: string, nowMs: number) {
  const fresh = `${path}.new`;
  for (const suffix of ['', '-wal', '-shm']) rmSync(fresh + suffix, { force: true });
  makeOwnFileSync(fresh);
  const database = connect(fresh);
  let jobs: number;
  try {
    makeTables(database);
    salvage(path, database);
    dropMalformed(database);
    jobs = Number(readValue(database, 'SELECT count(*) FROM jobs'));
  } finally {
    database.close();
  }
  const keptAs = setAside(path, nowMs);
  renameSync(fresh, path);
  return { keptAs, jobs };
}

function readValue(database: DatabaseSync, sql: string): unknown {
  return Object.values(database.prepare(sql).get() ?? {})[0];
}

/** Renames the journal with its side files; returns its new name. */
function setAside(path: string, nowMs: number) {
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

import { existsSync, renameSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { failed, fault, ok } from '../../../shared/index.ts';
import type { Fault, Result } from '../../../shared/index.ts';
import type { Clock } from '../../os/clock.ts';
import { readErrorCode } from '../../os/errors.ts';
import { makeOwnFileSync, makeOwnFolderSync } from '../../os/files.ts';
import type { Log } from '../../os/log.ts';
import { isDamage, toStorageFault } from './fault.ts';
import { migrations, schemaVersion } from './schema.ts';
import { findLockFolder, runInGate, removeStaleLocks } from '../station/lock.ts';
import { Journal } from './journal.ts';

const busyTimeoutMs = 5000;

export interface OpenedJournal {
  readonly journal: Journal;
  readonly notice: Fault | null;
}

/**
 * Opens the journal, or makes it. A file that cannot be read is kept aside and a new one started; `notice` says so and
 * is for the packer's eyes. Where the disk refuses even that, the fault is `disk` or `disk-full`.
 */
export function openJournal(services: {
  readonly path: string;
  /** What all of this user's journals share: see `findStationDir`. */
  readonly stationDir: string;
  readonly clock: Clock;
  readonly log: Log;
}): Result<OpenedJournal> {
  const { path, stationDir, clock, log } = services;
  try {
    makeOwnFolderSync(dirname(path));
    const lockFolder = findLockFolder(stationDir);
    removeStaleLocks(lockFolder);
    // In the gate, so that of two processes that find the same damage only one moves the file away.
    return runInGate(lockFolder, () => {
      const database = openSound(path);
      if (database !== null) return ok({ journal: new Journal(database, path, stationDir, clock), notice: null });
      const keptAs = setAside(path, clock.now());
      log.warn('journal-corrupt', { keptAs });
      const fresh = openSound(path);
      if (fresh === null) throw new Error('a new journal is damaged');
      return ok({
        journal: new Journal(fresh, path, stationDir, clock),
        notice: fault('journal-corrupt', { detail: `kept as ${keptAs}` }),
      });
    });
  } catch (error) {
    const storage = toStorageFault(error);
    if (storage === null) throw error;
    log.warn('journal-failed', { kind: storage.kind });
    return failed(storage);
  }
}

/** The database, checked and migrated, for this user only; null where the file is not a journal that this program can read. */
function openSound(path: string): DatabaseSync | null {
  makeOwnFileSync(path);
  for (const beside of ['-wal', '-shm']) if (existsSync(path + beside)) makeOwnFileSync(path + beside);
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
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

function isSound(database: DatabaseSync): boolean {
  const version = readPragma(database, 'user_version');
  if (typeof version !== 'number' || version > schemaVersion) return false;
  if (readPragma(database, 'quick_check') !== 'ok') return false;
  // fullfsync: macOS flushes the drive's own cache only when asked. Fewer checkpoints keep their fsync out of the way
  // of a running job; the log is emptied when the last connection closes.
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA fullfsync = ON;
    PRAGMA secure_delete = ON;
    PRAGMA wal_autocheckpoint = 4000;
  `);
  if (version === 0 && database.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined) return false;
  for (const [index, sql] of migrations.entries()) {
    if (index < version) continue;
    database.exec(`BEGIN IMMEDIATE; ${sql} PRAGMA user_version = ${index + 1}; COMMIT`);
  }
  return true;
}

function readPragma(database: DatabaseSync, name: string): unknown {
  const row = database.prepare(`PRAGMA ${name}`).get();
  return row === undefined ? undefined : Object.values(row)[0];
}

/** Renames the journal with what belongs to it; gives its new name. */
function setAside(path: string, nowMs: number): string {
  const stamp = new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-');
  const base = path.replace(/\.db$/, '');
  let target = `${base}.corrupt-${stamp}.db`;
  for (let copy = 2; existsSync(target); copy += 1) target = `${base}.corrupt-${stamp}-${copy}.db`;
  for (const suffix of ['', '-wal', '-shm']) {
    try {
      renameSync(path + suffix, target + suffix);
    } catch (error) {
      if (readErrorCode(error) !== 'ENOENT') throw error;
    }
  }
  return basename(target);
}

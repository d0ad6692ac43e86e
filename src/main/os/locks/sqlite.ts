import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../clock.ts';
import { makeOwnFileSync, makeOwnFolderSync } from '../files.ts';
import { readSqliteError, toDatabasePath } from '../sqlite.ts';

/**
 * Locks between processes that vanish with their holder, however it ends: each is a small SQLite
 * file in an exclusive transaction, which SQLite maps to the operating system's file locks on
 * Windows, macOS and Linux.
 *
 * Files are created, tried and removed only while the gate, one more such lock, is held: otherwise
 * one process could lock a file that was just removed while another locks a new one of the same
 * name.
 */
export interface Lock {
  /** Its file stays for the next sweep if it cannot be removed now. */
  release(): void;
}

/** At a program's start all stands still so long for another process, later nothing does. */
const gateTimeoutMs = 5000;
const pauseMs = 50;
/** The operating system's locks are between processes; this is for two callers in one. */
const lockedHere = new Set<string>();

function openLocked(path: string, timeoutMs: number): DatabaseSync {
  makeOwnFileSync(path);
  const database = new DatabaseSync(toDatabasePath(path), { timeout: timeoutMs });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Returns the lock, or null if another process has it. */
function tryOpenLocked(path: string): DatabaseSync | null {
  try {
    return openLocked(path, 0);
  } catch (error) {
    if (readSqliteError(error) === 'busy') return null;
    throw error;
  }
}

/**
 * A lock's file means nothing by existing, so one that cannot be removed now is left for the next
 * sweep.
 */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
  }
}

/** Runs `work`, which is short, while no other process is in a gate of this folder. */
export function runInGate<T>(folder: string, work: () => T, timeoutMs = gateTimeoutMs): T {
  makeOwnFolderSync(folder);
  const gate = openLocked(join(folder, 'gate'), timeoutMs);
  try {
    return work();
  } finally {
    gate.close();
  }
}

/** There from before the lock is taken until it is released, or until the next sweep. */
export function findLockFile(folder: string, name: string): string {
  return join(folder, `${name}.lock`);
}

/**
 * Returns the lock of this name, or null if this or another process has it. Its file is removed
 * with it. Waits for a process in the gate; throws SQLite's `busy` if it stays there.
 */
export async function takeLock(folder: string, name: string, clock: Clock): Promise<Lock | null> {
  for (let left = gateTimeoutMs / pauseMs; ; left -= 1) {
    try {
      return tryLock(folder, name);
    } catch (error) {
      if (left === 0 || readSqliteError(error) !== 'busy') throw error;
    }
    await clock.sleep(pauseMs);
  }
}

function tryLock(folder: string, name: string): Lock | null {
  const path = findLockFile(folder, name);
  if (lockedHere.has(path)) return null;
  const database = runInGate(folder, () => tryOpenLocked(path), 0);
  if (database === null) return null;
  lockedHere.add(path);
  let isLocked = true;
  return {
    release: () => {
      if (!isLocked) return;
      isLocked = false;
      const remove = (): void => {
        database.close();
        removeQuietly(path);
      };
      try {
        runInGate(folder, remove, 0);
      } catch {
        if (database.isOpen) database.close();
      }
      lockedHere.delete(path);
    },
  };
}

export type SharedLock = ReturnType<typeof shareLock>;

/**
 * Joins the holders, or becomes the first. The name is theirs alone, for ever; its file stays for
 * the next sweep.
 */
export function shareLock(folder: string, prefix: string) {
  return runInGate(folder, () => {
    const isInUse = (found: string) => {
      const free = tryOpenLocked(join(folder, found));
      free?.close();
      return free === null;
    };
    const known = readdirSync(folder).find(
      (found) => found.startsWith(`${prefix}.`) && isInUse(found),
    );
    const name = known ?? `${prefix}.${randomUUID()}.lock`;
    const path = join(folder, name);
    makeOwnFileSync(path);
    const database = new DatabaseSync(toDatabasePath(path));
    // An open read holds the file's shared lock.
    database.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    return { name, release: (): void => (database.isOpen ? database.close() : undefined) };
  });
}

export function removeStaleLocks(folder: string): void {
  runInGate(folder, () => {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (!name.endsWith('.lock') || lockedHere.has(path)) continue;
      const database = tryOpenLocked(path);
      if (database === null) continue;
      database.close();
      removeQuietly(path);
    }
  });
}

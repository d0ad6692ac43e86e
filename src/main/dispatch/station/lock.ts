import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { failed, fault, ok } from '../../../shared/index.ts';
import type { Result } from '../../../shared/index.ts';
import { makeOwnFileSync, makeOwnFolderSync } from '../../os/files.ts';
import { readSqliteError, toDatabasePath } from '../../os/sqlite.ts';
import { nameCompany } from './company-name.ts';

/**
 * Locks between processes that vanish with their holder, however it ends: each is a small SQLite file held in an
 * exclusive transaction, which SQLite maps to the operating system's file locks on Windows, macOS and Linux alike.
 *
 * Files are made, tried and removed only while the gate, one more such lock, is held: otherwise somebody could lock a
 * file that was just removed while somebody else locks a new one of the same name.
 */
export interface Lock {
  release(): void;
}

/** Where the locks lie: one folder for a user, so that all who work for one company meet, wherever their journals are. */
export function findLockFolder(stationDir: string): string {
  return join(stationDir, 'locks');
}

const gateTimeoutMs = 5000;
/** The operating system's locks are between processes; this is for two callers in one. */
const heldHere = new Set<string>();

function hold(path: string, timeoutMs: number): DatabaseSync {
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

/** The lock, or null where another process has it. */
function tryHold(path: string): DatabaseSync | null {
  try {
    return hold(path, 0);
  } catch (error) {
    if (readSqliteError(error) === 'busy') return null;
    throw error;
  }
}

/** A lock's file says nothing by being there, so one that cannot be removed now is left for the next sweep. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
  }
}

/** Runs `work`, which is short, while no other process is in a gate of this folder. */
export function runInGate<T>(folder: string, work: () => T): T {
  makeOwnFolderSync(folder);
  const gate = hold(join(folder, 'gate'), gateTimeoutMs);
  try {
    return work();
  } finally {
    gate.close();
  }
}

/** The lock of one grouping of one company; `already-open` where this or another process has it. */
export function lockGrouping(folder: string, company: string, groupingId: number): Result<Lock> {
  const path = join(folder, `${nameCompany(company)}-${groupingId}.lock`);
  if (heldHere.has(path)) return failed(fault('already-open'));
  const database = runInGate(folder, () => tryHold(path));
  if (database === null) return failed(fault('already-open'));
  heldHere.add(path);
  let held = true;
  return ok({
    release: () => {
      if (!held) return;
      held = false;
      try {
        runInGate(folder, () => {
          database.close();
          removeQuietly(path);
        });
      } finally {
        // Whatever became of the file: the lock itself is let go.
        if (database.isOpen) database.close();
        heldHere.delete(path);
      }
    },
  });
}

/** Removes what killed processes left behind. */
export function removeStaleLocks(folder: string): void {
  runInGate(folder, () => {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (!name.endsWith('.lock') || heldHere.has(path)) continue;
      const database = tryHold(path);
      if (database === null) continue;
      database.close();
      removeQuietly(path);
    }
  });
}

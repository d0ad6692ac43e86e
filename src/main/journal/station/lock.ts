import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { throwFault } from '../../os/errors.ts';
import type { Clock } from '../../os/clock.ts';
import { workOnDisk } from '../../os/files.ts';
import { findLockFile, takeLock, type Lock } from '../../os/locks/sqlite.ts';
import { nameCompany } from './company-key.ts';

/**
 * The folder of locks: one for a user, so that all programs for one company share it, wherever
 * their journals are.
 */
export function findLockFolder(stationDir: string) {
  return join(stationDir, 'locks');
}

/**
 * Returns the lock of one grouping of one company; throws `already-open` if this or another process
 * has it, and the disk's faults.
 */
export async function lockGrouping(
  folder: string,
  company: string,
  groupingId: number,
  clock: Clock,
): Promise<Lock> {
  const name = nameLock(company, groupingId);
  const lock = await workOnDisk(() => takeLock(folder, name, clock));
  return lock ?? throwFault('already-open');
}

/** Returns true if the grouping is open in a program of this user, or was when it died. */
export function mayBeOpen(folder: string, company: string, groupingId: number) {
  return existsSync(findLockFile(folder, nameLock(company, groupingId)));
}

function nameLock(company: string, groupingId: number) {
  return `${nameCompany(company)}-${groupingId}`;
}

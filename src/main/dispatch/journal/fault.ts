import { fault } from '../../../shared/index.ts';
import type { Fault } from '../../../shared/index.ts';

/**
 * Thrown by the journal when the disk or the file fails it. The job catches it at its door and gives the fault; in
 * between nothing goes on, because nothing may happen that the journal does not know of.
 */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  readonly fault: Fault;

  constructor(fault: Fault, cause: unknown) {
    super(`journal: ${fault.kind}${fault.detail === null ? '' : ` (${fault.detail})`}`, { cause });
    this.fault = fault;
  }
}

const sqliteCodes = { busy: 5, readonly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 };

/** SQLite's primary result code, or null for an error that is not SQLite's. */
function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  return error.errcode & 0xff;
}

/** True where another connection holds the file. */
export function isBusy(error: unknown): boolean {
  return sqliteCode(error) === sqliteCodes.busy;
}

/** True where the file itself is what is wrong. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === sqliteCodes.corrupt || code === sqliteCodes.notADatabase;
}

/** The fault behind an error of SQLite or of the file system; null for anything else, which is a bug. */
export function toStorageFault(error: unknown): Fault | null {
  const code = sqliteCode(error);
  if (code === null) return fileFault(error);
  const detail = error instanceof Error ? error.message : null;
  switch (code) {
    case sqliteCodes.full:
      return fault('disk-full', { detail });
    case sqliteCodes.corrupt:
    case sqliteCodes.notADatabase:
      return fault('journal-corrupt', { detail });
    case sqliteCodes.busy:
    case sqliteCodes.readonly:
    case sqliteCodes.ioError:
    case sqliteCodes.cannotOpen:
      return fault('disk', { detail });
    default:
      return null;
  }
}

/** The fault behind an error of `node:fs`. */
export function fileFault(error: unknown): Fault | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null;
  const full = error.code === 'ENOSPC' || error.code === 'EDQUOT';
  return fault(full ? 'disk-full' : 'disk', { detail: `${String(error.syscall)}: ${String(error.code)}` });
}

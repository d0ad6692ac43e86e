import { fault, type Fault } from '../../../shared/index.ts';
import { FaultError } from '../../os/errors.ts';
import { toDiskFault } from '../../os/files.ts';

/**
 * Thrown by the journal when the disk or the file fails it. The job catches it at its door and gives the fault; in
 * between nothing goes on, because nothing may happen that the journal does not know of.
 */
export class JournalError extends FaultError {
  override readonly name = 'JournalError';
}

const sqliteCodes = { busy: 5, readonly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 };

/** SQLite's primary result code, or null for an error that is not SQLite's. */
function readSqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  return error.errcode & 0xff;
}

/** True where another connection holds the file. */
export function isBusy(error: unknown): boolean {
  return readSqliteCode(error) === sqliteCodes.busy;
}

/** True where the file itself is what is wrong. */
export function isDamage(error: unknown): boolean {
  const code = readSqliteCode(error);
  return code === sqliteCodes.corrupt || code === sqliteCodes.notADatabase;
}

/** The fault behind an error of SQLite or of the file system; null for anything else, which is a bug. */
export function toStorageFault(error: unknown): Fault | null {
  const code = readSqliteCode(error);
  if (code === null) return toDiskFault(error);
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

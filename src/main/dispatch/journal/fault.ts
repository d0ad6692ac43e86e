import { ZodError } from 'zod';
import { assertNever, fault, type Fault } from '../../../shared/index.ts';
import { FaultError, readErrorCode, readErrorMessage } from '../../os/errors.ts';
import { toDiskFault } from '../../os/files.ts';
import { readSqliteError } from '../../os/sqlite.ts';

/**
 * Thrown if disk or journal fail; the job's door returns the fault. Nothing happens that is not in
 * the journal.
 */
export class JournalError extends FaultError {
  override readonly name = 'JournalError';
}

export function isDamage(error: unknown): boolean {
  const kind = readSqliteError(error);
  return kind === 'corrupt' || kind === 'notADatabase';
}

/**
 * Returns true for a row that makes no sense: another shape, a number that was never written, or no
 * JSON for SQLite.
 */
export function isMalformed(error: unknown): boolean {
  if (error instanceof ZodError || readErrorCode(error) === 'ERR_OUT_OF_RANGE') return true;
  return readSqliteError(error) === 'other' && readErrorMessage(error) === 'malformed JSON';
}

/**
 * Returns the fault for an error of SQLite or of the file system; null for any other, which is a
 * bug.
 */
export function toStorageFault(error: unknown): Fault | null {
  const kind = readSqliteError(error);
  const detail = error instanceof Error ? error.message : null;
  switch (kind) {
    case null:
      return toDiskFault(error);
    case 'full':
      return fault('disk-full', { detail });
    case 'corrupt':
    case 'notADatabase':
      return fault('journal-corrupt', { detail });
    case 'busy':
    case 'readonly':
    case 'ioError':
    case 'cannotOpen':
      return fault('disk', { detail });
    case 'other':
      return null;
    default:
      return assertNever(kind);
  }
}

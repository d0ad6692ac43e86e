import { ZodError } from 'zod';
import { assertNever, fault, type Fault } from '../../../shared/index.ts';
import { FaultError, readErrorCode } from '../../os/errors.ts';
import { toDiskFault } from '../../os/files.ts';
import { readSqliteError } from '../../os/sqlite.ts';

/**
 * Thrown by the journal when the disk or the file fails it. The job catches it at its door and gives the fault; in
 * between nothing goes on, because nothing may happen that the journal does not know of.
 */
export class JournalError extends FaultError {
  override readonly name = 'JournalError';
}

/** True where the file itself is what is wrong. */
export function isDamage(error: unknown): boolean {
  const kind = readSqliteError(error);
  return kind === 'corrupt' || kind === 'notADatabase';
}

/** True where a row was read that makes no sense: not the shape that was written, or a number that nobody wrote. */
export function isMalformed(error: unknown): boolean {
  return error instanceof ZodError || readErrorCode(error) === 'ERR_OUT_OF_RANGE';
}

/** The fault behind an error of SQLite or of the file system; null for anything else, which is a bug. */
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

import { ZodError } from 'zod';
import { failed, fault, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import { FaultError, readErrorCode, readErrorMessage } from '../os/errors.ts';
import { toDiskFault } from '../os/files.ts';
import { readSqliteError } from '../os/sqlite.ts';

/**
 * Thrown if disk or journal fail; the job's door returns the fault. Nothing happens that is not in
 * the journal.
 */
export class JournalError extends FaultError {
  override readonly name = 'JournalError';
}

/** Returns the fault that work ended with; null if the journal failed, or after a defect. */
export function readFault(error: unknown): Fault | null {
  return error instanceof FaultError && !(error instanceof JournalError) ? error.fault : null;
}

/** Returns the work's result; if the journal fails, that goes on to the job's door. */
export async function tryWork<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work());
  } catch (error) {
    const known = readFault(error);
    if (known === null) throw error;
    return failed(known);
  }
}

export function isDamage(error: unknown) {
  const kind = readSqliteError(error);
  return kind === 'corrupt' || kind === 'notADatabase';
}

/**
 * Returns true for a row that makes no sense: another shape, a number that was never written, or no
 * JSON for SQLite.
 */
export function isMalformed(error: unknown) {
  if (error instanceof ZodError || readErrorCode(error) === 'ERR_OUT_OF_RANGE') return true;
  return readSqliteError(error) === 'other' && readErrorMessage(error) === 'malformed JSON';
}

/** As `toDiskFault`; a damaged file is the journal. */
export function toStorageFault(error: unknown): Fault | null {
  return isDamage(error)
    ? fault('journal-corrupt', { detail: readErrorMessage(error) })
    : toDiskFault(error);
}

import type { Answer } from '#shared/contract/define.ts';
import {
  fail,
  failed,
  fault,
  type Fault,
  type FaultParts,
  type Result,
} from '#shared/faults/faults.ts';
import type { Log } from './log.ts';

export class FaultError extends Error {
  readonly fault: Fault;

  constructor(reason: Fault, cause: unknown = null) {
    super(`${reason.kind}${reason.detail === null ? '' : ` (${reason.detail})`}`, { cause });
    this.fault = reason;
  }
}

export function throwFault(...what: FaultParts): never {
  throw new FaultError(fault(...what));
}

/** Of something that nobody can do so: the screens do not offer it. */
export function refuse(detail: string): never {
  throwFault('invalid-input', { detail });
}

/** Returns the value of a result, or throws its fault. */
export function need<T>(result: Result<T>): T {
  if (!result.ok) throw new FaultError(result.fault);
  return result.value;
}

/** Returns the work's result; a fault that it throws is its result too. */
export async function catchFaults<T>(work: () => Answer<T>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FaultError) return failed(error.fault);
    throw error;
  }
}

/**
 * For work that nobody catches: a defect becomes the fault `internal`, logged without its message.
 */
export async function catchAll<T>(
  what: string,
  log: Log,
  work: () => Answer<T>,
): Promise<Result<T>> {
  try {
    return await catchFaults(work);
  } catch (error) {
    log.warn('defect', { what, error: describeError(error) });
    return fail('internal', { detail: `${what}: ${nameOf(error)}`, reached: 'maybe' });
  }
}

/** Returns the system's code of an error, such as `ENOENT`, or null. */
export function readErrorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null;
}

/** Returns the error's class for logs, because its message could quote data. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

export function readErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns an error's class and stack for the log, without the message, which can quote data. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const stack = error.stack ?? '';
  const words = stack.indexOf(error.message);
  const places = stack
    .slice(words < 0 ? 0 : words + error.message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) =>
      line.trim().replace(/(?<![^\s()])\(?[^\s()]*[\\/]([^\\/\s()]+:\d+:\d+)\)?$/, '$1'),
    );
  return [error.constructor.name, ...places].join(' ');
}

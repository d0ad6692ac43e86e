import { failed, fault } from '../../shared/index.ts';
import type { Fault, Result } from '../../shared/index.ts';
import type { Log } from './log.ts';

/** An error that says as which fault people are to be told of it. */
export class FaultError extends Error {
  readonly fault: Fault;

  constructor(told: Fault, cause: unknown) {
    super(`${told.kind}${told.detail === null ? '' : ` (${told.detail})`}`, { cause });
    this.fault = told;
  }
}

/**
 * For work that nobody can catch from: the window's requests, and what goes on by itself. A defect is told as `internal`
 * and logged, without its words, which could quote personal data.
 */
export async function catchAll<T>(what: string, log: Log, work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FaultError) return failed(error.fault);
    log.warn('defect', { what, error: describeError(error) });
    return failed(fault('internal', { detail: `${what}: ${nameOf(error)}`, reached: 'maybe' }));
  }
}

/** The system's code of an error, such as `ENOENT`; null for an error that has none. */
export function readErrorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** What kind of error it is: for logs, where its words could quote what was being worked on. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

export function readErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * An error for the log: its class and where it came from. The message stays out, because it can quote what was being
 * worked on.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const stack = error.stack ?? '';
  const words = stack.indexOf(error.message);
  const places = stack
    .slice(words < 0 ? 0 : words + error.message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim().replace(/(?<![^\s()])\(?[^\s()]*[\\/]([^\\/\s()]+:\d+:\d+)\)?$/, '$1'));
  return [error.constructor.name, ...places].join(' ');
}

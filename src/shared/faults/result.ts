import { fault, type Fault } from './faults.ts';

/** The result of a fallible operation: its value, or a fault for a person. Bugs throw instead. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: Fault };

export function ok(): Result<void>;
export function ok<T>(value: T): Result<T>;
export function ok<T>(value?: T): Result<T | undefined> {
  return { ok: true, value };
}

export function failed(reason: Fault): { readonly ok: false; readonly fault: Fault } {
  return { ok: false, fault: reason };
}

/** The result of work that fails here, with a new fault. */
export function fail(...of: Parameters<typeof fault>) {
  return failed(fault(...of));
}

/** Ends an exhaustive switch: a forgotten case does not compile. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}

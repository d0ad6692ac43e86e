import { uptime } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { readErrorCode } from './errors.ts';

/**
 * Returns true if a process of this machine runs, under any account. Its id may belong to another
 * one by now.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return readErrorCode(error) !== 'ESRCH';
  }
}

/** Returns the start of this computer in epoch milliseconds by the present clock. */
export function findBootTimeMs(nowMs: number): number {
  return Math.round(nowMs - uptime() * 1000);
}

/** Clocks are corrected now and then. A larger difference counts as another start. */
const toleranceMs = 5_000;

export function isSameBoot(oneMs: number, otherMs: number): boolean {
  return Math.abs(oneMs - otherMs) <= toleranceMs;
}

/**
 * Makes V8 collect garbage before it takes more memory: main stays below 300 MB at 5,000 shipments,
 * where it took 500, for a third more of a core. Electron's main leaves V8's flags open
 * (`javascript_environment.cc`).
 */
export function keepHeapSmall(): void {
  for (const flag of ['--heap-growing-percent=5', '--semi-space-growth-factor=1'])
    setFlagsFromString(flag);
}

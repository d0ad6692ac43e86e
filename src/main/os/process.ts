import { uptime } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { readErrorCode } from './errors.ts';

/** Whether a process of this machine runs, whoever it belongs to. Its id may have gone to another one by now. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return readErrorCode(error) !== 'ESRCH';
  }
}

/** When this computer was started, in epoch milliseconds as the clock has them now. */
export function findBootTimeMs(nowMs: number): number {
  return Math.round(nowMs - uptime() * 1000);
}

/** Clocks are corrected now and then. More than that, and it must be taken for another start. */
const toleranceMs = 5_000;

/** Whether two such times can be of one and the same start of the computer. */
export function isSameBoot(oneMs: number, otherMs: number): boolean {
  return Math.abs(oneMs - otherMs) <= toleranceMs;
}

/**
 * Has V8 tidy up before it takes more memory than it must: main at 5,000 shipments stays below 300 MB, where it took 500, for a
 * third more of a core. It can be told while it runs: Electron's main leaves V8's flags open (`javascript_environment.cc`).
 */
export function keepHeapSmall(): void {
  for (const flag of ['--heap-growing-percent=5', '--semi-space-growth-factor=1']) setFlagsFromString(flag);
}

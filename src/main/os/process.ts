import { uptime } from 'node:os';
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

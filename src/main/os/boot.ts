import { uptime } from 'node:os';

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

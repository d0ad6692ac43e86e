import type { WaitReason } from './types.ts';

export interface Workstation {
  /** Jobs that collect, print or conclude at this moment. */
  readonly runningJobs: number;
  /** Groupings that are open and not concluded. */
  readonly openGroupings: number;
}

/** A period of work at this workstation. It begins with the first touch after a long pause. */
export type Shift = Readonly<ReturnType<typeof startShift>>;

const shiftPauseMs = 4 * 3_600_000;
const idleMs = 30 * 60_000;

/** For the program's start: somebody has just sat down. */
export function startShift(nowMs: number) {
  /** `hasPrinted`: a print of this shift has ended well. */
  return { lastTouchedAtMs: nowMs, hasPrinted: false };
}

/** A key, a scan, a click, a request of the window. */
export function noteTouch(shift: Shift, nowMs: number): Shift {
  const isNew = nowMs - shift.lastTouchedAtMs >= shiftPauseMs;
  return { lastTouchedAtMs: nowMs, hasPrinted: isNew ? false : shift.hasPrinted };
}

export function notePrint(shift: Shift, nowMs: number): Shift {
  return { ...noteTouch(shift, nowMs), hasPrinted: true };
}

/**
 * Never during a job, never between a shift's first touch and its first print, when a queue of
 * parcels waits. `asked`: a person wants it now; `quitting`: the program ends anyway; otherwise
 * only at an idle desk.
 */
export function findWaitReason(
  { runningJobs, openGroupings }: Workstation,
  shift: Shift,
  nowMs: number,
  occasion: 'asked' | 'quitting' | 'by-itself',
): WaitReason | null {
  if (runningJobs > 0) return 'job-running';
  const idleForMs = nowMs - shift.lastTouchedAtMs;
  const isOver = idleForMs >= shiftPauseMs;
  if (openGroupings > 0 && !isOver) return 'grouping-open';
  if (!shift.hasPrinted && !isOver) return 'before-first-print';
  return occasion === 'by-itself' && idleForMs < idleMs ? 'in-use' : null;
}

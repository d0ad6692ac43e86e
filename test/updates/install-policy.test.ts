import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  notePrint,
  startShift,
  noteTouch,
  findWaitReason,
} from '../../src/main/updates/install-policy.ts';
import type { Shift, Workstation } from '../../src/main/updates/install-policy.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const morning: Shift = startShift(0);
const working: Shift = notePrint(morning, hourMs);
const desk = (change: Partial<Workstation> = {}): Workstation => ({
  runningJobs: 0,
  openGroupings: 0,
  ...change,
});

describe('an update may be installed', () => {
  it('on request, at a desk with nothing open', () => {
    expect(findWaitReason(desk(), working, hourMs + minuteMs, 'asked')).toBeNull();
  });
  it('by itself only at an idle desk', () => {
    expect(findWaitReason(desk(), working, hourMs + 29 * minuteMs, 'by-itself')).toBe('in-use');
    expect(findWaitReason(desk(), working, hourMs + 31 * minuteMs, 'by-itself')).toBeNull();
  });
  it('overnight, whatever was left open', () => {
    expect(findWaitReason(desk({ openGroupings: 1 }), morning, 9 * hourMs, 'by-itself')).toBeNull();
  });
  it('when the program ends after work', () => {
    expect(findWaitReason(desk(), working, hourMs + minuteMs, 'quitting')).toBeNull();
  });
});

describe('an update waits', () => {
  it('for a job, also if the desk looks idle and a user requests it', () => {
    for (const occasion of ['asked', 'quitting', 'by-itself'] as const) {
      expect(findWaitReason(desk({ runningJobs: 1 }), working, 99 * hourMs, occasion)).toBe(
        'job-running',
      );
    }
  });
  it('while a grouping is open', () => {
    expect(findWaitReason(desk({ openGroupings: 1 }), working, hourMs + minuteMs, 'asked')).toBe(
      'grouping-open',
    );
  });
  it("until the shift's first print", () => {
    expect(findWaitReason(desk(), morning, minuteMs, 'asked')).toBe('before-first-print');
    expect(findWaitReason(desk(), morning, minuteMs, 'quitting')).toBe('before-first-print');
    expect(findWaitReason(desk(), notePrint(morning, minuteMs), 2 * minuteMs, 'asked')).toBeNull();
  });
  it('again in the next shift, which begins with the first touch after a long pause', () => {
    expect(noteTouch(working, 4 * hourMs).hasPrinted).toBe(true);
    const nextMorning = noteTouch(working, 6 * hourMs);
    expect(nextMorning.hasPrinted).toBe(false);
    expect(findWaitReason(desk(), nextMorning, 6 * hourMs + minuteMs, 'asked')).toBe(
      'before-first-print',
    );
  });
});

it('never happens during a job, nor before the first print of the current shift', () => {
  fc.assert(
    fc.property(
      fc.nat(3),
      fc.nat(3),
      fc.boolean(),
      fc.integer({ min: 0, max: 8 * hourMs }),
      fc.constantFrom('asked' as const, 'quitting' as const, 'by-itself' as const),
      (runningJobs, openGroupings, hasPrinted, idleMs, occasion) => {
        const shift: Shift = { lastTouchedAtMs: hourMs, hasPrinted };
        if (
          findWaitReason({ runningJobs, openGroupings }, shift, hourMs + idleMs, occasion) !== null
        )
          return;
        expect(runningJobs).toBe(0);
        expect(hasPrinted || idleMs >= 4 * hourMs).toBe(true);
        expect(openGroupings === 0 || idleMs >= 4 * hourMs).toBe(true);
      },
    ),
  );
});

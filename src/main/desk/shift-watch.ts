import type { RequestChannel, Result } from '../../shared/index.ts';
import type { Clock } from '../platform.ts';
import { printed, startShift, touched } from '../updates/index.ts';
import type { Shift } from '../updates/index.ts';

/** Follows the shift at this workstation, by what its window asks for: behind each request is a key, a scan or a click. */
export interface ShiftWatch {
  shift(): Shift;
  asked(): void;
  answered(channel: RequestChannel, input: unknown, answer: Result<unknown>): void;
}

export function createShiftWatch(clock: Pick<Clock, 'now'>): ShiftWatch {
  let shift = startShift(clock.now());
  return {
    shift: () => shift,
    asked() {
      shift = touched(shift, clock.now());
    },
    answered(channel, input, answer) {
      if (answer.ok && isPrint(channel, input)) shift = printed(shift, clock.now());
    },
  };
}

/** A print that ended well, or one of which the packer says so. */
function isPrint(channel: RequestChannel, input: unknown): boolean {
  if (channel === 'print.start') return true;
  return channel === 'print.resolve' && (input as { readonly printed: boolean }).printed;
}

import type { RequestChannel, Result } from '../../shared/index.ts';
import type { Clock } from '../os/clock.ts';
import type { QueueEntry } from '../printing/index.ts';
import { notePrint, startShift, noteTouch } from '../updates/index.ts';
import type { Shift } from '../updates/index.ts';

/**
 * Follows the shift at this workstation: behind each request of its window is a key, a scan or a click, and what was printed
 * is in the print queue, also where nobody asked for it.
 */
export interface ShiftWatch {
  shift(): Shift;
  asked(): void;
  answered(channel: RequestChannel, input: unknown, answer: Result<unknown>): void;
  /** Called after each change of the queue. */
  queueChanged(entries: readonly Pick<QueueEntry, 'id' | 'last'>[]): void;
}

export function createShiftWatch(clock: Pick<Clock, 'now'>): ShiftWatch {
  let shift = startShift(clock.now());
  let newestPrinted = 0;
  return {
    shift: () => shift,
    asked() {
      shift = noteTouch(shift, clock.now());
    },
    answered(channel, input, answer) {
      if (answer.ok && saysItPrinted(channel, input)) shift = notePrint(shift, clock.now());
    },
    queueChanged(entries) {
      const done = entries.filter(({ id, last }) => last.state === 'done' && id > newestPrinted);
      if (done.length === 0) return;
      newestPrinted = Math.max(...done.map(({ id }) => id));
      shift = notePrint(shift, clock.now());
    },
  };
}

/** The packer looked at the paper of a print whose end nobody knew. */
function saysItPrinted(channel: RequestChannel, input: unknown): boolean {
  return channel === 'print.resolve' && (input as { readonly printed: boolean }).printed;
}

import { isPaperUnknown } from '#shared/faults/faults.ts';
import type { JobSnapshot } from '#shared/domain/job.ts';

/**
 * Returns which labels in doubt are on paper if this one of them was the last to come out: a
 * printer keeps the order of the print. Null if that is unknown, or the label is not in doubt.
 */
export function listOutUpTo(
  { fault, printVerdict }: Pick<JobSnapshot, 'fault' | 'printVerdict'>,
  lastId: number,
): readonly number[] | null {
  const perhaps = printVerdict?.perhaps ?? [];
  const isKnown = perhaps.includes(lastId) && !isPaperUnknown(fault);
  return isKnown ? perhaps.slice(0, perhaps.indexOf(lastId) + 1) : null;
}

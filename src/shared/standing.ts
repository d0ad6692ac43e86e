import type { Tallies } from './domain/decision.ts';
import type { JobSnapshot, LabelSnapshot } from './domain/job.ts';
import { asksAboutPaper } from './faults/faults.ts';

/** Labels are on their way. A concluded grouping collects too if its labels come only then. */
export function isCollecting({ state }: Pick<JobSnapshot, 'state'>, tallies: Tallies): boolean {
  return state === 'collecting' || tallies.locating + tallies.downloading + tallies.late > 0;
}

/** The ERP is making the label and is asked for it again by itself. */
export function isLate({ state, fault }: Pick<LabelSnapshot, 'state' | 'fault'>): boolean {
  return state !== 'failed' && fault?.kind === 'label-not-yet';
}

/** The ERP provides labels only after the conclusion, which is still to come. */
export function mustConcludeFirst(head: Pick<JobSnapshot, 'state' | 'labelsAfterConclusion'>): boolean {
  return head.labelsAfterConclusion && head.state !== 'concluded';
}

/** A person has to say whether some labels are on paper. */
export function isPrintUnknown(head: Pick<JobSnapshot, 'state' | 'fault' | 'printVerdict'>): boolean {
  const doubtful = (head.printVerdict?.perhaps.length ?? 0) > 0 || asksAboutPaper(head.fault);
  return doubtful && head.state !== 'concluding' && head.state !== 'printing';
}

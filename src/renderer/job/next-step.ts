import { asksAboutPaper, fault } from '../../shared/index.ts';
import type { GroupingSummary } from '../../shared/index.ts';
import type { JobHead, Tallies } from './job-model.ts';
import { isCollecting, countSettled, noTallies } from './job-model.ts';

/** What the packer does next with this grouping: the words and the effect of the primary button. */
export type NextStep =
  | { readonly kind: 'give-token' | 'resolve-conclusion' | 'resolve-print' | 'wait-print' | 'wait-conclusion' }
  | { readonly kind: 'conclude-first' | 'conclude' | 'manifest' | 'next-grouping' }
  | { readonly kind: 'wait-labels'; readonly done: number; readonly total: number }
  /** `wait-others`: nothing is left but what other stations have. */
  | { readonly kind: 'collect' | 'retry' | 'go-without' | 'decide' | 'check' | 'wait-others'; readonly count: number }
  /** `more`: other labels are still on their way. */
  | { readonly kind: 'print'; readonly count: number; readonly more: boolean };

/** What of a job the next step follows from, besides its counts. */
type StepHead = Pick<JobHead, 'state' | 'labelsAfterConclusion' | 'fault' | 'pause' | 'printVerdict' | 'share'>;

export type Stage = 'labels' | 'print' | 'check' | 'conclude';
export const stages: readonly Stage[] = ['labels', 'print', 'check', 'conclude'];

/** What a next step depends on besides the job. */
export interface Asked {
  readonly manifestSeen?: boolean;
  /** Labels are printed by themselves with the last parcel that is checked: checking comes first. */
  readonly printWhenChecked?: boolean;
}

export function findNextStep(head: StepHead, tallies: Tallies, asked: Asked = {}): NextStep {
  if (head.state === 'conclusion-unknown') return { kind: 'resolve-conclusion' };
  if (isPrintUnknown(head)) return { kind: 'resolve-print' };
  if (head.state === 'concluding' || isConcludedElsewhereNow(head)) return { kind: 'wait-conclusion' };
  if (head.state === 'printing') return { kind: 'wait-print' };
  if (head.pause?.reason === 'token') return { kind: 'give-token' };
  return findLabelStep(head, tallies, asked) ?? findLastStep(head, tallies, asked);
}

function findLabelStep(head: StepHead, tallies: Tallies, { printWhenChecked }: Asked): NextStep | null {
  const { total, retryable, undecided, without, checked } = tallies;
  // What this station took comes first; nobody else prints it.
  const ready = tallies.taken > 0 ? tallies.taken : tallies.ready;
  const open = total - countSettled(tallies);
  if (mustConcludeFirst(head)) return { kind: 'conclude-first' };
  if (isCollecting(head, tallies)) {
    return ready > 0
      ? { kind: 'print', count: ready, more: open > 0 }
      : { kind: 'wait-labels', done: countSettled(tallies), total };
  }
  if (open > 0) return { kind: 'collect', count: open };
  if (retryable > 0) return { kind: 'retry', count: retryable };
  if (without > 0) return { kind: 'go-without', count: without };
  if (ready > 0 && printWhenChecked === true && checked < total) return { kind: 'check', count: total - checked };
  if (ready > 0) return { kind: 'print', count: ready, more: false };
  if (undecided > 0) return { kind: 'decide', count: undecided };
  return null;
}

function findLastStep(head: StepHead, tallies: Tallies, { manifestSeen = false }: Asked): NextStep {
  if (tallies.total === 0) return { kind: 'next-grouping' };
  const unchecked = tallies.total - tallies.checked;
  if (head.state !== 'concluded' && tallies.elsewhere > 0 && unchecked <= tallies.elsewhere) {
    return { kind: 'wait-others', count: tallies.elsewhere };
  }
  if (unchecked > 0 && !(manifestSeen && head.state === 'concluded')) return { kind: 'check', count: unchecked };
  if (head.state !== 'concluded') return { kind: 'conclude' };
  return manifestSeen ? { kind: 'next-grouping' } : { kind: 'manifest' };
}

/** The next step of a grouping in a list, which is the one that it has when it is opened. */
export function findListedStep(listed: GroupingSummary, asked: Asked = {}): NextStep {
  const { shipments: total, ready, printed, failed, retryable, without, accepted, checked } = listed;
  const { state, labelsAfterConclusion } = listed;
  const tallies: Tallies = {
    ...noTallies,
    ...{ total, ready, printed, retryable, without, accepted, checked },
    pending: total - ready - printed - failed - without - accepted,
    undecided: failed - retryable,
  };
  const question = listed.asksAboutPaper ? fault('print-unknown') : null;
  const pause = listed.waitsForToken ? ({ reason: 'token' } as const) : null;
  return findNextStep(
    { state, labelsAfterConclusion, fault: question, pause, printVerdict: null, share: null },
    tallies,
    asked,
  );
}

/** Another station is in the middle of it; one that died there leaves it to this one. */
function isConcludedElsewhereNow({ share, state }: StepHead): boolean {
  const { conclusion = null, stations = [] } = share ?? {};
  if (state === 'concluded' || conclusion?.state !== 'concluding' || conclusion.isHere) return false;
  return !stations.some(({ station, isAlive, isHere }) => station === conclusion.station && !isAlive && !isHere);
}

/** The ERP gives labels only after the conclusion, which is still to come. */
export function mustConcludeFirst(head: StepHead): boolean {
  return head.labelsAfterConclusion && head.state !== 'concluded';
}

/** Of some labels it is not known whether they are on paper, and the packer has not said so yet. */
export function isPrintUnknown(head: StepHead): boolean {
  const doubtful = (head.printVerdict?.perhaps.length ?? 0) > 0 || asksAboutPaper(head.fault);
  return doubtful && head.state !== 'concluding' && head.state !== 'printing';
}

/** Where in the row of steps the next step is. */
export function findStage(step: NextStep): Stage {
  switch (step.kind) {
    case 'give-token':
    case 'wait-labels':
    case 'collect':
    case 'retry':
    case 'go-without':
    case 'decide':
      return 'labels';
    case 'print':
      return step.more ? 'labels' : 'print';
    case 'wait-print':
    case 'wait-others':
    case 'resolve-print':
      return 'print';
    case 'check':
      return 'check';
    case 'resolve-conclusion':
    case 'wait-conclusion':
    case 'conclude-first':
    case 'conclude':
    case 'manifest':
    case 'next-grouping':
      return 'conclude';
  }
}

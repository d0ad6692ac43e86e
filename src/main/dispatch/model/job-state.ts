import type { JobState } from '#shared/domain/job.ts';
import type { FaultKind } from '#shared/faults/faults.ts';
import type { JobSummary } from '../../journal/index.ts';

/**
 * Collecting, printing and conclusion are separate because they overlap: labels are printed while
 * others come.
 */
export interface JobCore {
  /** `checking`: the grouping is being read again; the request to conclude has not been sent. */
  readonly conclusion: 'open' | 'checking' | 'concluding' | 'concluded' | 'unknown';
  readonly collecting: boolean;
  readonly print: 'idle' | 'running' | 'unknown';
}

export type JobEvent =
  /** A person takes a word back, or corrects a shipment. */
  | { readonly type: 'amend' }
  | { readonly type: 'collect' }
  | { readonly type: 'collect-ended' }
  | { readonly type: 'print' }
  | { readonly type: 'print-ended'; readonly known: boolean }
  /** A print that a dead program left is followed, or ended. */
  | { readonly type: 'print-followed' }
  | { readonly type: 'print-resolved' }
  | { readonly type: 'check' }
  | { readonly type: 'check-failed' }
  /** The request to conclude is about to be sent. */
  | { readonly type: 'conclude' }
  | { readonly type: 'conclusion-ended'; readonly outcome: 'concluded' | 'refused' | 'unknown' }
  | { readonly type: 'conclusion-resolved'; readonly concluded: boolean };

export const freshJob: JobCore = { conclusion: 'open', collecting: false, print: 'idle' };

export type JobStep =
  | { readonly core: JobCore }
  | { readonly refusal: FaultKind; readonly reason: string };

const refuse = (refusal: FaultKind, reason: string): JobStep => ({ refusal, reason });

const unfit = {
  collecting: refuse('not-ready', 'labels are being collected'),
  printing: refuse('not-ready', 'a print is running'),
  inDoubt: refuse('print-unknown', 'the print before is not cleared up'),
  concluding: refuse('not-ready', 'the grouping is being concluded'),
  defect: refuse('internal', 'not in this state'),
};

/** The job's state machine. The refusals of `check` and `conclude` prevent a second conclusion. */
export function nextJob(core: JobCore, event: JobEvent): JobStep {
  const { conclusion, collecting, print } = core;
  switch (event.type) {
    case 'amend':
      if (conclusion === 'open' && print === 'idle') return { core };
      return refuse('not-ready', 'the grouping is being printed or concluded');
    case 'collect':
      if (collecting) return unfit.collecting;
      if (isConcluding(core)) return unfit.concluding;
      return { core: { ...core, collecting: true } };
    case 'collect-ended':
      return collecting ? { core: { ...core, collecting: false } } : unfit.defect;
    case 'print':
      if (print === 'unknown') return unfit.inDoubt;
      if (print === 'running') return unfit.printing;
      if (isConcluding(core)) return unfit.concluding;
      return { core: { ...core, print: 'running' } };
    case 'print-ended':
      if (print !== 'running') return unfit.defect;
      return { core: { ...core, print: event.known ? 'idle' : 'unknown' } };
    case 'print-followed':
    case 'print-resolved':
      if (print !== 'unknown') return refuse('not-ready', 'no print to clear up');
      return { core: { ...core, print: event.type === 'print-resolved' ? 'idle' : 'running' } };
    case 'check':
      if (conclusion === 'concluded') return refuse('already-concluded', 'concluded before');
      if (conclusion === 'unknown')
        return refuse('conclusion-unknown', 'the conclusion before is not cleared up');
      if (isConcluding(core)) return unfit.concluding;
      if (collecting) return unfit.collecting;
      if (print === 'unknown') return unfit.inDoubt;
      if (print === 'running') return unfit.printing;
      return { core: { ...core, conclusion: 'checking' } };
    case 'check-failed':
      return conclusion === 'checking' ? { core: { ...core, conclusion: 'open' } } : unfit.defect;
    case 'conclude':
      return conclusion === 'checking'
        ? { core: { ...core, conclusion: 'concluding' } }
        : unfit.defect;
    case 'conclusion-ended':
      if (conclusion !== 'concluding') return unfit.defect;
      return {
        core: { ...core, conclusion: event.outcome === 'refused' ? 'open' : event.outcome },
      };
    case 'conclusion-resolved':
      // The person has looked in the ERP: that outweighs Doca's record, at any time.
      if (isConcluding(core)) return unfit.concluding;
      if (conclusion !== 'unknown' && event.concluded === (conclusion === 'concluded'))
        return refuse('not-ready', 'no conclusion to clear up');
      return { core: { ...core, conclusion: event.concluded ? 'concluded' : 'open' } };
  }
}

export function isConcluding({ conclusion }: JobCore): boolean {
  return conclusion === 'checking' || conclusion === 'concluding';
}

/** The shown and stored state of the grouping. */
export function readJobState(core: JobCore, labels: RestingTally): JobState {
  const { conclusion, collecting, print } = core;
  if (conclusion === 'unknown') return 'conclusion-unknown';
  if (conclusion !== 'open' && conclusion !== 'checking') return conclusion;
  if (print === 'running') return 'printing';
  if (collecting) return 'collecting';
  if (labels.total === 0 || labels.settled < labels.total) return 'loaded';
  return labels.ready === 0 && labels.printed > 0 ? 'printed' : 'ready';
}

type RestingTally = Readonly<Record<'total' | 'settled' | 'ready' | 'printed', number>>;

/**
 * The meaning of a stored state after its process is gone. A print that ran then has its own row.
 */
export function restoreCore(stored: JobState, openPrint: boolean): JobCore {
  const print = openPrint ? 'unknown' : 'idle';
  if (stored === 'concluded') return { ...freshJob, conclusion: stored, print };
  if (stored === 'concluding' || stored === 'conclusion-unknown')
    return { ...freshJob, conclusion: 'unknown', print };
  return { ...freshJob, print };
}

/** Returns the state of a job that is not open: its process's work does not go on any more. */
export function readClosedState(job: JobSummary): JobState {
  const { shipments: total, ready, printed, failed, without, accepted } = job;
  const settled = ready + printed + failed + without + accepted;
  return readJobState(restoreCore(job.state, job.hasOpenPrint), { total, settled, ready, printed });
}

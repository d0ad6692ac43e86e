import type { Light, Problem } from '../faults/problems.ts';

export type NextStep =
  | {
      readonly kind:
        | 'give-token'
        | 'resolve-conclusion'
        | 'resolve-print'
        | 'wait-print'
        | 'wait-conclusion';
    }
  | { readonly kind: 'conclude-first' | 'conclude' | 'manifest' | 'next-grouping' }
  | { readonly kind: 'wait-labels'; readonly done: number; readonly total: number }
  /** `wait-others`: only other stations have anything left to do. */
  | {
      readonly kind: 'collect' | 'retry' | 'go-without' | 'decide' | 'check' | 'wait-others';
      readonly count: number;
    }
  /** The ERP is making them and is asked again by itself. */
  | { readonly kind: 'ask-now'; readonly count: number }
  /** `more`: other labels are still on their way. */
  | { readonly kind: 'print'; readonly count: number; readonly more: boolean };

/**
 * Counts of shipments by state; one that may go without its label or its print counts as `accepted`
 * alone.
 */
export const noTallies = {
  total: 0,
  pending: 0,
  coming: 0,
  /** Those of these that the ERP is still making. */
  late: 0,
  /** Ready and not printed yet, without those that another station has. */
  ready: 0,
  /** Those of `ready` that this station has reserved. */
  taken: 0,
  /** Ready, and reserved by another station. */
  others: 0,
  /** Here or at another station. */
  printed: 0,
  /** Failed, and may be retried. */
  retryable: 0,
  /** Failed until somebody does something about it. */
  undecided: 0,
  /**
   * The ERP does not provide these labels, and nobody has said that they come from another source.
   */
  without: 0,
  accepted: 0,
  checked: 0,
  /** All but those that stay here: they are to be checked. */
  going: 0,
};
export type Tallies = Readonly<Record<keyof typeof noTallies, number>>;

/** When the carrier of a shipping method takes no more parcels today. */
export interface Cutoff {
  readonly time: string;
  /** Negative after it. */
  readonly minutesLeft: number;
  /** It comes before the labels that are left are on paper. */
  readonly isMissed: boolean;
}

/** Before the conclusion, whose screen shows every problem that stands against it. */
export interface ConclusionDecision {
  /** `see`: the next step concludes, and a person has to settle what they see first. */
  readonly step: NextStep | { readonly kind: 'see' };
  /** A person may conclude with the problems that they see. */
  readonly mayGoAnyway: boolean;
}

/** The conclusions that main draws from a job; every way into the program shows these. */
export interface Decision {
  readonly tallies: Tallies;
  readonly problems: readonly Problem[];
  readonly step: NextStep;
  readonly conclusion: ConclusionDecision;
  readonly light: Light;
}

/** Returns the number of labels that came. */
export function countFetched({ ready, others, printed }: Tallies): number {
  return ready + others + printed;
}

/** Returns the number of labels that may still come by themselves. */
export function countOpen({ pending, coming }: Tallies): number {
  return pending + coming;
}

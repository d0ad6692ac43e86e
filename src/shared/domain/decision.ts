/** What stands against concluding, in the order in which it is shown; `accepted` is what a person has decided about. */
export const exceptionKinds = [
  'cancelled',
  'unauthorised',
  'removed',
  'added',
  'changed',
  'stopped',
  'many',
  'unchecked',
  'failed',
  'waiting',
  'without',
  'unprinted',
  'fewer',
  'accepted',
] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

/** All shipments of one kind; `removed` ones are in the snapshot's difference alone. */
export interface Exception {
  readonly kind: ExceptionKind;
  readonly shipmentIds: readonly number[];
}

/** What a person does next with a grouping. */
export type NextStep =
  | { readonly kind: 'give-token' | 'resolve-conclusion' | 'resolve-print' | 'wait-print' | 'wait-conclusion' }
  | { readonly kind: 'conclude-first' | 'conclude' | 'manifest' | 'next-grouping' }
  | { readonly kind: 'wait-labels'; readonly done: number; readonly total: number }
  /** `wait-others`: nothing is left but what other stations have. */
  | { readonly kind: 'collect' | 'retry' | 'go-without' | 'decide' | 'check' | 'wait-others'; readonly count: number }
  /** The ERP is making them, and is asked again by itself. */
  | { readonly kind: 'ask-now'; readonly count: number }
  /** `more`: other labels are still on their way. */
  | { readonly kind: 'print'; readonly count: number; readonly more: boolean };

/** How many shipments are where; one that may go without its label or its print counts as `accepted` and nowhere else. */
export interface Tallies {
  readonly total: number;
  readonly pending: number;
  readonly locating: number;
  readonly downloading: number;
  /** Those of these that the ERP is still making. */
  readonly late: number;
  /** Ready and not printed yet; those that another station has are not among them. */
  readonly ready: number;
  /** Those of `ready` that this station said it prints. */
  readonly taken: number;
  /** Ready, and another station has them. */
  readonly elsewhere: number;
  /** Here, or at another station. */
  readonly printed: number;
  /** Failed, and may be tried again as it is. */
  readonly retryable: number;
  /** Failed for good, or until somebody does something about it. */
  readonly undecided: number;
  /** The ERP does not give these labels, and nobody has said that they come from elsewhere. */
  readonly without: number;
  readonly accepted: number;
  readonly checked: number;
}

export const noTallies: Tallies = {
  total: 0,
  pending: 0,
  locating: 0,
  downloading: 0,
  late: 0,
  ready: 0,
  taken: 0,
  elsewhere: 0,
  printed: 0,
  retryable: 0,
  undecided: 0,
  without: 0,
  accepted: 0,
  checked: 0,
};

/** What follows from a job; main decides it, and whatever shows the job shows this. */
export interface Decision {
  readonly tallies: Tallies;
  readonly exceptions: readonly Exception[];
  readonly step: NextStep;
}

/** Labels that are not going to change by themselves any more. */
export function countSettled(tallies: Tallies): number {
  return tallies.total - tallies.pending - tallies.locating - tallies.downloading;
}

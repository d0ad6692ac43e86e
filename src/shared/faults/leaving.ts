/**
 * All that may stand against a parcel's leaving, in display order. `red`: it must not leave, or the
 * conclusion will be refused; `amber`: a person has to see to it; `work`: amber too, and only what
 * is still to be done.
 */
export const leavingKinds = {
  'grouping-empty': 'red',
  forbidden: 'red',
  'sale-cancelled': 'red',
  'invoice-cancelled': 'red',
  'invoice-rejected': 'red',
  'invoice-denied': 'red',
  'conclusion-refused': 'amber',
  cutoff: 'amber',
  'invoice-unauthorised': 'amber',
  'invoice-unknown': 'amber',
  'no-invoice': 'amber',
  'no-recipient': 'amber',
  'no-postal-code': 'amber',
  'no-weight': 'amber',
  'grouping-changed': 'amber',
  'label-outlived': 'amber',
  'label-of-another': 'amber',
  'label-many-pages': 'amber',
  'printed-before': 'amber',
  'label-in-panel': 'amber',
  'not-ready': 'amber',
  'fewer-labels': 'amber',
  waiting: 'work',
  unprinted: 'work',
  unchecked: 'work',
} as const;
export type LeavingKind = keyof typeof leavingKinds;

/** One reason, with all shipments that it concerns; none if it concerns the grouping as a whole. */
export interface LeavingReason {
  readonly kind: LeavingKind;
  readonly shipmentIds: readonly number[];
  /**
   * The carrier's time, or the shipping method whose service has to act; null if there is nothing
   * to name.
   */
  readonly detail: string | null;
}

/** May the grouping leave? Green: nothing that is known stands against it. */
export interface Leaving {
  readonly tone: 'green' | 'amber' | 'red';
  readonly reasons: readonly LeavingReason[];
}

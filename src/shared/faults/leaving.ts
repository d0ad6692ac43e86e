/**
 * All that may stand against a parcel's leaving, in display order. `red`: it must not leave, or the
 * conclusion will be refused; `amber`: a person has to see to it; `work`: the ordinary steps
 * that are left.
 */
export const leavingKinds = {
  'grouping-empty': 'red',
  forbidden: 'red',
  'sale-cancelled': 'red',
  'invoice-cancelled': 'red',
  'invoice-rejected': 'red',
  'invoice-denied': 'red',
  'conclusion-refused': 'amber',
  /** A fault, which the detail names. */
  trouble: 'amber',
  cutoff: 'amber',
  'invoice-unauthorised': 'amber',
  'invoice-unknown': 'amber',
  'invoice-unread': 'amber',
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
  'label-after-conclusion': 'work',
  'under-way': 'work',
  unread: 'work',
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

/**
 * May the grouping leave? Green is a statement: each row is on paper, or goes by a person's word,
 * and was checked; the ERP's list was read minutes ago; no step, fault or question is open.
 */
export interface Leaving {
  readonly tone: 'green' | 'work' | 'amber' | 'red';
  readonly reasons: readonly LeavingReason[];
}

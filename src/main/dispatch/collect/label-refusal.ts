import { fault as newFault } from '../../../shared/index.ts';
import type { Fault, NamedRef } from '../../../shared/index.ts';
import { readRefusal } from '../../erp/index.ts';
import { findMarketplace } from './marketplaces.ts';

/**
 * Reads the ERP's refusal to list label URLs. Once the grouping is concluded, a label that comes after the conclusion
 * is still being made.
 */
export function readLabelRefusal(
  refusal: Fault,
  isConcluded: boolean,
  shippingMethod: NamedRef | null = null,
): { readonly state: 'failed' | 'none'; readonly fault: Fault } {
  const { status, erpMessage, erpDetails, reached } = refusal;
  const meaning = readRefusal(refusal);
  if (meaning === 'in-panel') {
    const detail = findMarketplace(shippingMethod?.name ?? null);
    return { state: 'none', fault: newFault('label-in-panel', { status, erpMessage, erpDetails, reached, detail }) };
  }
  if (meaning === 'after-conclusion') {
    const kind = isConcluded ? 'label-not-yet' : 'label-after-conclusion';
    return { state: 'failed', fault: newFault(kind, { status, erpMessage, erpDetails, reached }) };
  }
  // A list without links, and words instead.
  if (refusal.kind === 'validation' && status === 200)
    return { state: 'failed', fault: { ...refusal, kind: 'label-missing' } };
  return { state: 'failed', fault: refusal };
}

/** The ERP will provide the label: after the conclusion, or some time after it. */
export function isToCome({ kind }: Fault): boolean {
  return kind === 'label-after-conclusion' || kind === 'label-not-yet';
}

import { fault as newFault } from '../../../shared/index.ts';
import type { Fault, NamedRef } from '../../../shared/index.ts';
import { readRefusal } from '../../erp/index.ts';
import { findMarketplace } from './marketplaces.ts';

/**
 * Reads the ERP's refusal to list label URLs. If the grouping is concluded and the ERP has not noticed yet, the label
 * is just not there, and may be at the next try.
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
    const kind = isConcluded ? 'label-missing' : 'label-after-conclusion';
    return { state: 'failed', fault: newFault(kind, { status, erpMessage, erpDetails, reached }) };
  }
  // A list without links, and words in their place.
  if (refusal.kind === 'validation' && status === 200)
    return { state: 'failed', fault: { ...refusal, kind: 'label-missing' } };
  return { state: 'failed', fault: refusal };
}

import { fault as newFault } from '../../../shared/index.ts';
import type { Fault } from '../../../shared/index.ts';
import { readRefusal } from '../../erp/index.ts';

/**
 * Reads the ERP's refusal to list label URLs. If the grouping is concluded and the ERP has not noticed yet, the label
 * is just not there, and may be at the next try.
 */
export function readLabelRefusal(
  refusal: Fault,
  isConcluded: boolean,
): { readonly state: 'failed' | 'none'; readonly fault: Fault } {
  const { status, erpMessage, erpDetails, reached } = refusal;
  const meaning = readRefusal(refusal);
  if (meaning === 'no-labels') return { state: 'none', fault: refusal };
  if (meaning === 'after-conclusion') {
    const kind = isConcluded ? 'label-missing' : 'label-after-conclusion';
    return { state: 'failed', fault: newFault(kind, { status, erpMessage, erpDetails, reached }) };
  }
  // A list without links, and words in their place.
  if (refusal.kind === 'validation' && status === 200)
    return { state: 'failed', fault: { ...refusal, kind: 'label-missing' } };
  return { state: 'failed', fault: refusal };
}

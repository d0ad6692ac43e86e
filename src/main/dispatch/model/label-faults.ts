/** What a fault means for a label: try again, fetch anew, go without. */
import { fault as newFault } from '../../../shared/index.ts';
import type { Fault, FaultKind } from '../../../shared/index.ts';
import { saysAfterConclusion, saysNoLabels } from './erp-words.ts';

/** Faults that may be gone at the next try; the others are tried again only when the packer names the shipment. */
const retryable: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'network',
  'timeout',
  'rate-limited',
  'unavailable',
  'server',
  'bad-response',
  'label-missing',
  'label-expired',
  'label-forbidden',
  'label-network',
  'label-timeout',
  'label-empty',
  'label-unknown-format',
  'label-corrupt',
  'label-unrenderable',
  'disk-full',
  'disk',
]);

export function isRetryable(kind: FaultKind): boolean {
  return retryable.has(kind);
}

/** Faults of a file's content: another try must not meet the same file again. */
const contentFaults: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'label-too-large',
  'label-empty',
  'label-unknown-format',
  'label-kind-epl',
  'label-kind-tspl',
  'label-kind-cpcl',
  'label-kind-svg',
  'label-kind-unknown',
  'label-corrupt',
  'label-encrypted',
  'label-archive-unsafe',
  'label-archive-empty',
  'label-unrenderable',
  'label-duplicate',
  'label-of-another',
]);

export function isContentFault(kind: FaultKind): boolean {
  return contentFaults.has(kind);
}

/** The link has run out: storage hosts say so with 404 or 410, and those with signed links with 403. */
export function isStaleLink(kind: FaultKind): boolean {
  return kind === 'label-expired' || kind === 'label-forbidden';
}

/**
 * Reads the ERP's refusal to list label URLs. Where the grouping is concluded and the ERP has not noticed yet, the label
 * is just not there, and may be at the next try.
 */
export function readLabelRefusal(
  refusal: Fault,
  isConcluded: boolean,
): { readonly state: 'failed' | 'none'; readonly fault: Fault } {
  if (refusal.kind !== 'validation') return { state: 'failed', fault: refusal };
  const { status, erpMessage, erpDetails, reached } = refusal;
  if (saysNoLabels(erpMessage, erpDetails)) return { state: 'none', fault: refusal };
  if (saysAfterConclusion(erpMessage, erpDetails)) {
    const kind = isConcluded ? 'label-missing' : 'label-after-conclusion';
    return { state: 'failed', fault: newFault(kind, { status, erpMessage, erpDetails, reached }) };
  }
  // A list without links, and words in their place.
  if (status === 200) return { state: 'failed', fault: { ...refusal, kind: 'label-missing' } };
  return { state: 'failed', fault: refusal };
}

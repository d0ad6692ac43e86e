import type { FaultKind } from '#shared/faults/faults.ts';

/**
 * Faults that may be gone at the next attempt; the others are retried only if the packer names the
 * shipment.
 */
const retryable: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'network',
  'certificate',
  'gateway',
  'proxy-password',
  'proxy-refused',
  'timeout',
  'rate-limited',
  'unavailable',
  'server',
  'bad-response',
  'label-missing',
  'label-not-yet',
  'label-expired',
  'label-network',
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

/** Faults of a file's content: another attempt must not meet the same file again. */
export const contentFaults: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'label-too-large',
  'label-empty',
  'label-unknown-format',
  'label-kind-language',
  'label-kind-picture',
  'label-kind-unknown',
  'label-corrupt',
  'label-encrypted',
  'label-archive-unsafe',
  'label-archive-empty',
  'label-unrenderable',
  'label-duplicate',
  'label-of-another',
  'label-many-pages',
]);

import type { LabelFile } from '#shared/domain/job.ts';
import { type Fault, type FaultKind, isOfDownload, isOfLabel } from '#shared/faults/faults.ts';

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

/** Returns the place of a label's file after this failure. */
export function findFile({ kind }: Pick<Fault, 'kind'>): LabelFile {
  if (kind === 'label-after-conclusion') return 'withheld';
  if (kind === 'label-in-panel') return 'panel';
  return retryable.has(kind) ? 'failed' : 'refused';
}

/**
 * Another attempt must not meet the same files again; those that came stay if others could not be
 * downloaded.
 */
export function isOfFile(fault: Fault): boolean {
  return isOfLabel(fault) && !isOfDownload(fault);
}

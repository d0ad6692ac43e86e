import fc from 'fast-check';
import { labelBlocks, labelFiles, type LabelSnapshot } from '#shared/domain/job.ts';

type Facts = Pick<LabelSnapshot, 'file' | 'block' | 'waived'>;

function nameWaiver(block: LabelSnapshot['block']): LabelSnapshot['waived'] {
  if (block === 'printed-before') return 'keeps';
  return block === 'shipment-cancelled' || block === 'invoice-unauthorised' ? 'stays' : 'without';
}

/** Any label: only one that is here, or never came, is blocked. */
export const labelFacts = (
  file: fc.Arbitrary<LabelSnapshot['file']> = fc.constantFrom(...labelFiles),
): fc.Arbitrary<Facts> =>
  fc
    .record({ file, blocked: fc.constantFrom(null, null, ...labelBlocks), isWaived: fc.boolean() })
    .map(({ file: place, blocked, isWaived }) => {
      const block = place === 'ready' || place === 'missing' ? blocked : null;
      return { file: place, block, waived: isWaived ? nameWaiver(block) : null };
    });

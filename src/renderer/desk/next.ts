import type { GroupingSummary } from '#shared/contract/job.ts';
import type { Screen } from '../app/index.ts';

export function findNextScreen({ groupingId, step }: GroupingSummary): Screen {
  if (step.kind === 'check') return { name: 'check', groupingId };
  if (step.kind === 'conclude' || step.kind === 'manifest') return { name: 'conclude', groupingId };
  return { name: 'grouping', groupingId };
}

import type { OpenJob } from '#shared/contract/job.ts';
import type { Result } from '#shared/faults/faults.ts';
import type { Problem, ProblemKind } from '#shared/faults/problems.ts';
import { listExceptions } from '#shared/domain/job.ts';

type Ask = (
  channel: 'job.open',
  input: { readonly groupingId: number },
) => Promise<Result<OpenJob>>;

/** Acknowledges the problems of an open grouping: unchecked parcels, and these kinds. */
export async function see(
  ask: Ask,
  groupingId: number,
  ...more: ProblemKind[]
): Promise<readonly Problem[]> {
  const open = await ask('job.open', { groupingId });
  if (!open.ok) throw new Error(open.fault.kind);
  return listExceptions(open.value.snapshot).filter(
    ({ kind }) => kind === 'unchecked' || more.includes(kind),
  );
}

import type { OpenJob } from '#shared/contract/job.ts';
import type { Exception, ExceptionKind } from '#shared/domain/decision.ts';
import type { Result } from '#shared/faults/faults.ts';

type Ask = (
  channel: 'job.open',
  input: { readonly groupingId: number },
) => Promise<Result<OpenJob>>;

/** Acknowledges the exceptions of an open grouping: unchecked parcels, and these kinds. */
export async function see(
  ask: Ask,
  groupingId: number,
  ...more: ExceptionKind[]
): Promise<readonly Exception[]> {
  const open = await ask('job.open', { groupingId });
  if (!open.ok) throw new Error(open.fault.kind);
  return open.value.snapshot.exceptions.filter(
    ({ kind }) => kind === 'unchecked' || more.includes(kind),
  );
}

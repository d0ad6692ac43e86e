import type { Exception, ExceptionKind, OpenJob, Result } from '../../src/shared/index.ts';

type Ask = (channel: 'job.open', input: { readonly groupingId: number }) => Promise<Result<OpenJob>>;

/** What a person sees of an open grouping and lets go: parcels that nobody checked, and these. */
export async function see(ask: Ask, groupingId: number, ...more: ExceptionKind[]): Promise<readonly Exception[]> {
  const open = await ask('job.open', { groupingId });
  if (!open.ok) throw new Error(open.fault.kind);
  return open.value.snapshot.exceptions.filter(({ kind }) => kind === 'unchecked' || more.includes(kind));
}

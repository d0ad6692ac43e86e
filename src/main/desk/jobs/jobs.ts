import { fail, ok, type Result } from '#shared/faults/faults.ts';
import { openGrouping, type JobServices } from '../../dispatch/index.ts';
import { throwFault } from '../../os/errors.ts';
import { followJob, type OpenedJob, type OpenedJobOptions } from './opened-job.ts';

export type JobRegistry = ReturnType<typeof createJobRegistry>;

/** The open groupings of one ERP: one job for each, however often it is requested. */
export function createJobRegistry(services: JobServices, options: OpenedJobOptions) {
  const open = new Map<number, OpenedJob>();
  const opening = new Map<number, Promise<Result<OpenedJob>>>();
  const closing = new Map<number, Promise<void>>();
  const closed = new AbortController();

  const openFresh = async (groupingId: number): Promise<Result<OpenedJob>> => {
    await closing.get(groupingId);
    const job = await openGrouping(services, groupingId, closed.signal);
    if (!job.ok) return job;
    if (closed.signal.aborted) {
      await job.value.close();
      return fail('cancelled');
    }
    const opened = followJob(job.value, options);
    open.set(groupingId, opened);
    opened.collectWanted();
    return ok(opened);
  };

  const close = (groupingId: number): Promise<void> => {
    const opened = open.get(groupingId);
    if (opened === undefined) return closing.get(groupingId) ?? Promise.resolve();
    open.delete(groupingId);
    const end = opened.close().finally(() => closing.delete(groupingId));
    closing.set(groupingId, end);
    return end;
  };

  return {
    async open(groupingId: number): Promise<Result<OpenedJob>> {
      if (closed.signal.aborted) return fail('cancelled');
      const known = open.get(groupingId);
      if (known !== undefined) return ok(known);
      const underWay = opening.get(groupingId);
      if (underWay !== undefined) return underWay;
      const begun = openFresh(groupingId).finally(() => opening.delete(groupingId));
      opening.set(groupingId, begun);
      return begun;
    },
    find: (groupingId: number) => open.get(groupingId),
    /** Throws the fault `invalid-input` if the grouping is not open. */
    opened: (groupingId: number) =>
      open.get(groupingId) ?? throwFault('invalid-input', { detail: 'the grouping is not open' }),
    all: (): readonly OpenedJob[] => [...open.values()],
    close,
    /** Closes everything and opens nothing more. */
    async closeAll(): Promise<void> {
      closed.abort();
      await Promise.allSettled(opening.values());
      await Promise.all([...open.keys()].map(close));
      await Promise.all(closing.values());
    },
  };
}

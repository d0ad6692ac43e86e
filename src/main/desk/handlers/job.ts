import { failed, fault, ok } from '../../../shared/index.ts';
import type { GroupingSummary } from '../../../shared/index.ts';
import type { JobSummary } from '../../dispatch/index.ts';
import { withJob } from '../context.ts';
import type { DeskContext } from '../context.ts';
import { parseTrackingAddress } from '../tracking-address.ts';
import type { DeskHandlers } from '../types.ts';

type Channels =
  | 'desk.list'
  | 'job.open'
  | 'job.close'
  | 'job.collect'
  | 'job.cancel'
  | 'job.retry'
  | 'job.accept'
  | 'job.open-tracking'
  | 'job.conclude'
  | 'job.resolve-conclusion';

const unfinishedShown = 50;
const recentShown = 20;

export function makeJobHandlers(context: DeskContext): Pick<DeskHandlers, Channels> {
  const { connection, once, options } = context;

  return {
    'desk.list': () => {
      const workspace = connection.workspace();
      if (!workspace.ok) return Promise.resolve(ok({ unfinished: [], recent: [] }));
      const { journal, erpOrigin } = workspace.value;
      const list = (concluded: boolean, limit: number): readonly GroupingSummary[] =>
        journal.jobs({ erpOrigin, concluded, limit }).map(summary);
      return Promise.resolve(ok({ unfinished: list(false, unfinishedShown), recent: list(true, recentShown) }));
    },
    'job.open': async ({ groupingId }) => {
      const workspace = connection.workspace();
      if (!workspace.ok) return workspace;
      const opened = await workspace.value.jobs.open(groupingId);
      return opened.ok ? ok(opened.value.current()) : opened;
    },
    'job.close': async ({ groupingId }) => {
      const workspace = connection.workspace();
      if (workspace.ok) await workspace.value.jobs.close(groupingId);
      return ok();
    },
    'job.collect': (input) => withJob(context, input, (opened) => opened.start((signal) => opened.job.collect(signal))),
    'job.cancel': (input) =>
      withJob(context, input, (opened) => {
        opened.cancel();
        return ok();
      }),
    'job.retry': ({ shipmentIds, ...ref }) =>
      withJob(context, ref, (opened) => opened.start((signal) => opened.job.retry(shipmentIds ?? undefined, signal))),
    'job.accept': ({ shipmentIds, ...ref }) =>
      withJob(context, ref, (opened, { autoPrint }) => {
        const accepted = opened.job.accept(shipmentIds);
        if (accepted.ok) autoPrint.consider(opened);
        return accepted;
      }),
    'job.open-tracking': ({ shipmentId, ...ref }) =>
      withJob(context, ref, async ({ job }) => {
        const entry = job.snapshot().shipments.find(({ shipment }) => shipment.id === shipmentId);
        const address = parseTrackingAddress(entry?.shipment.logistics?.trackingUrl ?? null);
        if (address === null) return failed(fault('invalid-input', { detail: 'no https tracking address' }));
        await options.openExternal(address);
        return ok();
      }),
    'job.conclude': ({ beforeLabels, acceptDifference, groupingId }) =>
      withJob(context, { groupingId }, (opened, { erpOrigin }) =>
        once.run(`job.conclude ${erpOrigin} ${groupingId}`, async () => {
          const concluded = await opened.finish(() => opened.job.conclude({ beforeLabels, acceptDifference }));
          if (concluded.ok) opened.collectWanted();
          return concluded;
        }),
      ),
    'job.resolve-conclusion': ({ concluded, ...ref }) =>
      withJob(context, ref, (opened) => {
        const resolved = opened.job.resolveConclusion(concluded);
        if (resolved.ok && concluded) opened.collectWanted();
        return resolved;
      }),
  };
}

function summary(job: JobSummary): GroupingSummary {
  const { grouping, state, shipments, ready, printed, failed: failures, updatedAtMs } = job;
  return {
    groupingId: grouping.id,
    identification: grouping.identification,
    date: grouping.date,
    shippingMethod: grouping.shippingMethod?.name ?? null,
    state,
    shipments,
    ready,
    printed,
    failed: failures,
    updatedAtMs,
  };
}

import { failed, fault, findDayStart, ok } from '../../../shared/index.ts';
import type { DeskList, GroupingSummary, Handlers, jobRequests, Result, Settings } from '../../../shared/index.ts';
import { findListedStep, isRetryable, readClosedState } from '../../dispatch/index.ts';
import type { JobSummary } from '../../dispatch/index.ts';
import type { OpenedJob } from '../jobs/opened-job.ts';
import type { Common } from './common.ts';

const unfinishedShown = 50;
const recentShown = 20;

export function makeJobHandlers({ connection, once, options }: Common): Handlers<typeof jobRequests> {
  return {
    'desk.list': async () => {
      const workspace = connection.workspace();
      if (!workspace.ok) return ok(emptyList);
      const { journal, jobs, room } = workspace.value;
      const settings = room.settings();
      const owner = await workspace.value.owner();
      if (!owner.ok) return owner;
      const company = owner.value;
      const list = (concluded: boolean, limit: number): readonly GroupingSummary[] =>
        journal
          .jobs({ company, concluded, limit })
          .map((job) => summarise(job, jobs.opened(job.grouping.id), settings));
      return ok({
        today: journal.tallySince(company, findDayStart(options.clock.now())),
        unfinished: list(false, unfinishedShown),
        unfinishedTotal: journal.countUnfinished(company),
        recent: list(true, recentShown),
      });
    },
    'job.open': async ({ groupingId }) => {
      const workspace = await connection.awaitWorkspace();
      if (!workspace.ok) return workspace;
      const opened = await workspace.value.jobs.open(groupingId);
      return opened.ok ? ok(opened.value.current()) : opened;
    },
    'job.close': async ({ groupingId }) => {
      const workspace = connection.workspace();
      if (workspace.ok) await workspace.value.jobs.close(groupingId);
      return ok();
    },
    'job.collect': (input) => connection.withJob(input, (opened) => opened.start((job) => job.collect())),
    'job.cancel': (input) =>
      connection.withJob(input, ({ job }) => {
        job.cancel();
        return ok();
      }),
    'job.retry': ({ shipmentIds, ...ref }) =>
      connection.withJob(ref, (opened) => opened.start((job) => job.retry(shipmentIds ?? undefined))),
    'job.accept': ({ shipmentIds, ...ref }) =>
      connection.withJob(ref, ({ job }, { autoPrint }) => {
        const accepted = job.accept(shipmentIds);
        if (accepted.ok) autoPrint.consider(job);
        return accepted;
      }),
    'job.take-back': ({ shipmentIds, ...ref }) => connection.withJob(ref, ({ job }) => job.takeBack(shipmentIds)),
    'job.choose-pages': ({ shipmentIds, choice, ...ref }) =>
      connection.withJob(ref, ({ job }) => job.choosePages(shipmentIds, choice)),
    'job.accept-fewer': ({ shipmentIds, ...ref }) => connection.withJob(ref, ({ job }) => job.acceptFewer(shipmentIds)),
    'job.confirm': ({ shipmentIds, ...ref }) =>
      connection.withJob(ref, ({ job }, { autoPrint }) => {
        const confirmed = job.confirm(shipmentIds);
        if (confirmed.ok) autoPrint.consider(job);
        return confirmed;
      }),
    'job.correct': ({ shipmentId, grossWeightKg, trackingCode, ...ref }) =>
      connection.withJob(ref, async (opened, { room }) => {
        if (!room.settings().correctShipments) return failed(fault('invalid-input', { detail: 'not allowed here' }));
        if (grossWeightKg === null && trackingCode === null) return ok();
        const corrected = await opened.job.correct(shipmentId, {
          ...(grossWeightKg === null ? {} : { grossWeightKg }),
          ...(trackingCode === null ? {} : { trackingCode }),
        });
        if (corrected.ok) opened.collectWanted();
        return corrected;
      }),
    'job.open-tracking': ({ shipmentId, ...ref }) =>
      connection.withJob(ref, async ({ job }) => {
        const entry = job.snapshot().shipments.find(({ shipment }) => shipment.id === shipmentId);
        const address = parseTrackingAddress(entry?.shipment.logistics?.trackingUrl ?? null);
        if (address === null) return failed(fault('invalid-input', { detail: 'no https tracking address' }));
        await options.openExternal(address);
        return ok();
      }),
    'job.conclude': ({ beforeLabels, groupingId, seen }) =>
      connection.withJob({ groupingId }, (opened, { id, room }) =>
        once.run(`job.conclude ${id} ${groupingId}`, async () => {
          const may = seen.filter(({ kind }) => kind !== 'unchecked' || !room.settings().mustCheck);
          return opened.job.conclude({ beforeLabels, seen: may, mustBeChecked: true });
        }),
      ),
    'job.resolve-conclusion': ({ concluded, ...ref }) =>
      connection.withJob(ref, ({ job }) => job.resolveConclusion(concluded)),
    'job.labels-anyway': (input) => connection.withJob(input, (opened) => opened.start((job) => job.labelsAnyway())),
  };
}

const emptyList: DeskList = {
  today: { labels: 0, parcels: 0, groupings: 0 },
  unfinished: [],
  unfinishedTotal: 0,
  recent: [],
};

/** Combines the journal's data with those of an open grouping. */
export function summarise(job: JobSummary, opened: Result<OpenedJob>, settings: Settings): GroupingSummary {
  const { grouping, hasOpenPrint, hasDoubt, heldBack, failedBy, concludedAtMs, ...counts } = job;
  const { shipments, ready, printed, failed: failures, without, accepted, checked, updatedAtMs } = counts;
  const now = opened.ok ? opened.value.job.snapshot() : null;
  const state = now?.state ?? readClosedState(job);
  const listed = {
    groupingId: grouping.id,
    identification: grouping.identification,
    date: grouping.date,
    shippingMethod: grouping.shippingMethod?.name ?? null,
    state,
    shipments,
    ready,
    printed,
    failed: failures,
    retryable: failedBy.filter(isRetryable).length,
    without,
    accepted,
    checked,
    labelsAfterConclusion: state !== 'concluded' && heldBack > 0,
    asksAboutPaper: state !== 'printing' && (hasDoubt || hasOpenPrint),
    waitsForToken: now?.pause?.reason === 'token',
    concludedAtMs: state === 'concluded' ? concludedAtMs : null,
    updatedAtMs,
  };
  return { ...listed, step: now?.step ?? findListedStep(listed, settings) };
}

const longestAddress = 2_000;

/**
 * Returns a tracking link that may be opened in the browser: https, without a password, of a sane length. Null
 * otherwise.
 */
export function parseTrackingAddress(raw: string | null): string | null {
  if (raw === null || raw.length > longestAddress) return null;
  const url = URL.parse(raw.trim());
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  return url.href;
}

import type { Handlers } from '#shared/contract/define.ts';
import type { DeskList, GroupingSummary, jobRequests } from '#shared/contract/job.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { ok } from '#shared/faults/faults.ts';
import { findDayStart } from '#shared/formats.ts';
import {
  describeGrouping,
  findCutoff,
  findListedStep,
  isRetryable,
  type JobSummary,
  readClosedState,
} from '../../dispatch/index.ts';
import { need, throwFault } from '../../os/errors.ts';
import type { OpenedJob } from '../jobs/opened-job.ts';
import type { DeskParts } from './common.ts';

const unfinishedShown = 50;
const recentShown = 20;

export function makeJobHandlers({
  connection,
  once,
  options,
}: DeskParts): Handlers<typeof jobRequests> {
  return {
    'desk.list': connection.onCompany(({ journal, jobs, room }, company) => {
      const settings = room.settings();
      const nowMs = options.clock.now();
      const list = (concluded: boolean, limit: number): readonly GroupingSummary[] =>
        journal
          .jobs({ company, concluded, limit })
          .map((job) => summarise(job, jobs.find(job.grouping.id), settings, nowMs));
      return {
        today: journal.tallySince(company, findDayStart(nowMs)),
        pace: journal.tallySince(company, nowMs - 3_600_000).parcels,
        unfinished: list(false, unfinishedShown),
        unfinishedTotal: journal.countUnfinished(company),
        recent: list(true, recentShown),
      };
    }, emptyList),
    'job.open': async ({ groupingId }) => {
      const { jobs, ahead } = await connection.awaitWorkspace();
      const opened = need(await jobs.open(groupingId));
      ahead.show(opened.job, groupingId);
      return opened.current();
    },
    'job.leave': async ({ groupingId }) => {
      const { ahead, room } = await connection.awaitWorkspace();
      const left = ahead.leave(groupingId);
      // Others may have to be opened in its place, for which nobody waits.
      if (!room.settings().printsOnScan) need(await left);
    },
    'job.collect': connection.onJob((opened) => opened.start((job) => job.collect())),
    'job.cancel': connection.onJob(({ job }) => {
      job.cancel();
      return ok();
    }),
    'job.retry': connection.onJob((opened, { shipmentIds }) =>
      opened.start((job) => job.retry(shipmentIds ?? undefined)),
    ),
    'job.accept': connection.onJob(({ job }, { shipmentIds }, { autoPrint }) => {
      need(job.accept(shipmentIds));
      autoPrint.consider(job);
      return ok();
    }),
    'job.take-back': connection.onJob(({ job }, { shipmentIds }) => job.takeBack(shipmentIds)),
    'job.choose-pages': connection.onJob(({ job }, { shipmentIds, choice }) =>
      job.choosePages(shipmentIds, choice),
    ),
    'job.accept-fewer': connection.onJob(({ job }, { shipmentIds }) =>
      job.acceptFewer(shipmentIds),
    ),
    'job.confirm': connection.onJob(({ job }, { shipmentIds }, { autoPrint }) => {
      need(job.confirm(shipmentIds));
      autoPrint.consider(job);
      return ok();
    }),
    'job.correct': connection.onJob(
      async (opened, { shipmentId, grossWeightKg, trackingCode }, { room }) => {
        if (!room.settings().correctShipments)
          throwFault('invalid-input', { detail: 'not allowed here' });
        if (grossWeightKg === null && trackingCode === null) return ok();
        const correction = {
          ...(grossWeightKg === null ? {} : { grossWeightKg }),
          ...(trackingCode === null ? {} : { trackingCode }),
        };
        need(await opened.job.correct(shipmentId, correction));
        opened.collectWanted();
        return ok();
      },
    ),
    'job.open-tracking': connection.onJob(async ({ job }, { shipmentId }) => {
      const entry = job.snapshot().shipments.find(({ shipment }) => shipment.id === shipmentId);
      const address = parseTrackingAddress(entry?.shipment.logistics?.trackingUrl ?? null);
      if (address === null) throwFault('invalid-input', { detail: 'no https tracking address' });
      await options.openExternal(address);
      return ok();
    }),
    'job.conclude': once(
      connection.onJob(({ job }, { beforeLabels, seen }, { room }) => {
        const may = seen.filter(({ kind }) => kind !== 'unchecked' || !room.settings().mustCheck);
        return job.conclude({ beforeLabels, seen: may, mustBeChecked: true });
      }),
      ({ groupingId }) => groupingId,
    ),
    'job.resolve-conclusion': connection.onJob(({ job }, { concluded }) =>
      job.resolveConclusion(concluded),
    ),
    'job.labels-anyway': connection.onJob((opened) => opened.start((job) => job.labelsAnyway())),
    'job.conclusion': connection.onJob(({ job }, { groupingId }, { journal }) => {
      const last = journal
        .events(job.company, groupingId)
        .findLast(({ kind, shipmentId }) => kind === 'concluded' && shipmentId === null);
      return ok(last ?? null);
    }),
  };
}

const emptyList: DeskList = {
  today: { labels: 0, parcels: 0, groupings: 0 },
  pace: 0,
  unfinished: [],
  unfinishedTotal: 0,
  recent: [],
};

export function summarise(
  job: JobSummary,
  opened: OpenedJob | undefined,
  settings: Settings,
  nowMs: number,
): GroupingSummary {
  const {
    company: _,
    grouping,
    hasOpenPrint,
    hasDoubt,
    withheld,
    failedBy,
    concludedAtMs,
    ...counts
  } = job;
  const { shipments, ready, printed, accepted } = counts;
  const now = opened?.job.snapshot();
  const state = now?.state ?? readClosedState(job);
  const isConcluded = state === 'concluded';
  const work = { left: shipments - printed - accepted, ready };
  const listed = {
    ...describeGrouping(grouping),
    ...counts,
    state,
    retryable: failedBy.filter(isRetryable).length,
    labelsAfterConclusion: !isConcluded && withheld > 0,
    asksAboutPaper: now?.printing !== true && (hasDoubt || hasOpenPrint),
    waitsForToken: now?.pause?.reason === 'token',
    concludedAtMs: isConcluded ? concludedAtMs : null,
    cutoff: isConcluded ? null : findCutoff(grouping.shippingMethod, settings.cutoffs, work, nowMs),
  };
  return { ...listed, step: now?.step ?? findListedStep(listed, settings) };
}

const longestAddress = 2_000;

/**
 * Returns a tracking link that a browser may open: https, no password, of a sane length. Null
 * otherwise.
 */
export function parseTrackingAddress(raw: string | null): string | null {
  if (raw === null || raw.length > longestAddress) return null;
  const url = URL.parse(raw.trim());
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    return null;
  return url.href;
}

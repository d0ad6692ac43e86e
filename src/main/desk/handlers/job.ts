import type { Answer, Handlers, JobRef } from '#shared/contract/define.ts';
import type { RequestInput } from '#shared/contract/index.ts';
import type {
  DeskList,
  groupingRequests,
  GroupingSummary,
  importRequests,
  jobRequests,
  ListedGrouping,
} from '#shared/contract/job.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { ok } from '#shared/faults/faults.ts';
import { findDayStart, formatDate, writeDay } from '#shared/formats.ts';
import {
  describeGrouping,
  earlierDays,
  findCutoff,
  findListedStep,
  type GroupingJob,
  readClosedState,
} from '../../dispatch/index.ts';
import type { JobSummary } from '../../journal/index.ts';
import { need, refuse } from '../../os/errors.ts';
import type { OpenedJob } from '../jobs/opened-job.ts';
import type { DeskParts } from '../parts/parts.ts';

const unfinishedShown = 50;
const recentShown = 20;
const earlierShown = 100;

export function makeJobHandlers({
  connection,
  downloads,
  once,
  options,
}: DeskParts): Handlers<typeof jobRequests & typeof groupingRequests & typeof importRequests> {
  /** Makes a handler of work after which some labels may be printed by themselves. */
  const onLabels = <I extends JobRef>(work: (job: GroupingJob, input: I) => Answer<void>) =>
    connection.onJob(async ({ job }, input: I, { autoPrint }) => {
      const done = await work(job, input);
      if (done.ok) autoPrint.consider(job);
      return done;
    });
  const take = onLabels((job, file: RequestInput<'import.take'>) => job.labels.import(file));
  return {
    'desk.list': connection.onCompany(({ journal, jobs, room }, company) => {
      const settings = room.settings();
      const nowMs = options.clock.now();
      const list = (concluded: boolean, limit: number) =>
        journal.past
          .jobs({ company, concluded, limit })
          .map((job) => summarise(job, jobs.find(job.grouping.id), settings, nowMs));
      return {
        today: journal.past.tallySince(company, findDayStart(nowMs)),
        pace: journal.past.tallySince(company, nowMs - 3_600_000).parcels,
        unfinished: list(false, unfinishedShown),
        unfinishedTotal: journal.past.countUnfinished(company),
        recent: list(true, recentShown),
      };
    }, emptyList),
    'desk.groupings': connection.onCompany(
      async ({ journal, jobs, listing, room }, company, { wanted }) => {
        const listed = await listing.read(wanted);
        if (listed === null) return null;
        const { groupings, isCut } = need(listed);
        const groupingIds = groupings.map(({ id }) => id);
        const filter = { company, groupingIds, limit: groupings.length };
        const known = new Map(journal.past.jobs(filter).map((job) => [job.grouping.id, job]));
        const nowMs = options.clock.now();
        const settings = room.settings();
        const rows = groupings
          .map((row) => {
            const job = known.get(row.id);
            const shown: ListedGrouping = {
              ...describeGrouping(row),
              known: job === undefined ? null : summarise(job, jobs.find(row.id), settings, nowMs),
              cutoff: findCutoff(
                row.shippingMethod,
                settings.cutoffs,
                { left: 0, ready: 0 },
                nowMs,
              ),
            };
            return { day: readDay(row.date), shown };
          })
          .sort((a, b) => b.day.localeCompare(a.day) || b.shown.groupingId - a.shown.groupingId);
        const today = writeDay(nowMs);
        const earlier = rows.filter(
          ({ day, shown }) => day < today && shown.known?.state !== 'concluded',
        );
        return {
          today: rows.filter(({ day }) => day >= today).map(({ shown }) => shown),
          earlier: earlier.slice(0, earlierShown).map(({ shown }) => shown),
          earlierDays,
          isCut: isCut || earlier.length > earlierShown,
        };
      },
      null,
    ),
    'job.open': async ({ groupingId }) => {
      const { jobs, ahead } = await connection.awaitWorkspace();
      const opened = need(await jobs.open(groupingId));
      ahead.show(opened.job, groupingId);
      return opened.current();
    },
    'job.leave': async ({ groupingId }) => {
      const { ahead, jobs, room } = await connection.awaitWorkspace();
      const open = jobs.all().map(({ job }) => job.snapshot().grouping.id);
      const left = groupingId === null ? open : [groupingId];
      for (const id of left) ahead.hide(id);
      if (room.settings().printsOnScan) for (const id of left) ahead.keep(id);
      else await Promise.all(left.map((id) => jobs.leave(id)));
    },
    'job.collect': connection.onJob((opened) => opened.start((job) => job.labels.collect())),
    'job.cancel': connection.onJob(({ job }) => {
      job.cancel();
      return ok();
    }),
    'job.retry': connection.onJob((opened, { shipmentIds }) =>
      opened.start((job) => job.labels.retry(shipmentIds ?? undefined)),
    ),
    'job.accept': onLabels((job, { shipmentIds }) => job.words.accept(shipmentIds)),
    'job.take-back': connection.onJob(({ job }, { shipmentIds }) =>
      job.words.takeBack(shipmentIds),
    ),
    'job.choose-pages': connection.onJob(({ job }, { shipmentIds, choice }) =>
      job.labels.choosePages(shipmentIds, choice),
    ),
    'job.accept-fewer': connection.onJob(({ job }, { shipmentIds }) =>
      job.words.acceptFewer(shipmentIds),
    ),
    'job.confirm': onLabels((job, { shipmentIds }) => job.words.confirm(shipmentIds)),
    'job.correct': connection.onJob(
      async (opened, { shipmentId, grossWeightKg, trackingCode }, { room }) => {
        if (!room.settings().correctShipments) refuse('not allowed here');
        if (grossWeightKg === null && trackingCode === null) return ok();
        const correction = {
          ...(grossWeightKg !== null && { grossWeightKg }),
          ...(trackingCode !== null && { trackingCode }),
        };
        need(await opened.job.labels.correct(shipmentId, correction));
        opened.collectWanted();
        return ok();
      },
    ),
    'job.open-tracking': connection.onJob(async ({ job }, { shipmentId }) => {
      const entry = job.snapshot().shipments.find(({ shipment }) => shipment.id === shipmentId);
      const address = parseTrackingAddress(entry?.shipment.logistics?.trackingUrl ?? null);
      if (address === null) refuse('no https tracking address');
      await options.openExternal(address);
      return ok();
    }),
    'job.conclude': once(
      connection.onJob(({ job }, { beforeLabels, seen }, { room }) => {
        const may = seen.filter(({ kind }) => kind !== 'unchecked' || !room.settings().mustCheck);
        return job.conclusion.request({ beforeLabels, seen: may, mustBeChecked: true });
      }),
      ({ groupingId }) => groupingId,
    ),
    'job.resolve-conclusion': connection.onJob(({ job }, { concluded }) =>
      job.conclusion.resolve(concluded),
    ),
    'job.labels-anyway': connection.onJob((opened) =>
      opened.start((job) => job.conclusion.askAnyway()),
    ),
    'job.conclusion': connection.onJob(({ job }, { groupingId }, { journal }) => {
      const last = journal.past
        .events(job.company, groupingId)
        .findLast(({ kind, shipmentId }) => kind === 'concluded' && shipmentId === null);
      return ok(last ?? null);
    }),
    'import.take': take,
    'import.offers': () => downloads.offered(),
    'import.take-offer': async ({ groupingId, id }) =>
      take({ groupingId, ...(await downloads.take(id)) }),
    'import.drop-offer': ({ id }) => downloads.drop(id),
    'import.put': onLabels((job, { id, shipmentId }) => job.labels.putImported(id, shipmentId)),
    'import.show': connection.onJob(({ job }, { id }) => job.labels.showImported(id)),
    'import.panel': async ({ groupingId }) => {
      const panel = connection.findWorkspace()?.practice?.panel ?? refuse('there is no training');
      await options.openSignInPage(`${panel}${groupingId}`);
    },
    'import.dismiss': connection.onJob(({ job }) => job.labels.dismissImported()),
  };
}

const emptyList: DeskList = {
  today: { labels: 0, parcels: 0, groupings: 0 },
  pace: 0,
  unfinished: [],
  unfinishedTotal: 0,
  recent: [],
};

/**
 * Returns `YYYY-MM-DD`, also from a time stamp or a Brazilian date. An unknown day comes after all
 * others: it is not over.
 */
function readDay(date: string | null): string {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})/.exec(formatDate(date ?? '')) ?? [];
  return year === undefined ? '9' : `${year}-${month}-${day}`;
}

function summarise(
  job: JobSummary,
  opened: OpenedJob | undefined,
  settings: Settings,
  nowMs: number,
): GroupingSummary {
  const { company: _, grouping, hasOpenPrint, hasDoubt, withheld, concludedAtMs, ...counts } = job;
  const { shipments, ready, printed, accepted } = counts;
  const now = opened?.job.snapshot();
  const state = now?.state ?? readClosedState(job);
  const isConcluded = state === 'concluded';
  const work = { left: shipments - printed - accepted, ready };
  const listed = {
    ...describeGrouping(grouping),
    ...counts,
    state,
    labelsAfterConclusion: !isConcluded && withheld > 0,
    asksAboutPaper: hasDoubt || hasOpenPrint,
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
  const url = raw === null || raw.length > longestAddress ? null : URL.parse(raw.trim());
  const isSafe = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return isSafe ? url.href : null;
}

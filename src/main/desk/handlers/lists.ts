import type { Handlers } from '#shared/contract/define.ts';
import type {
  DeskList,
  GroupingList,
  groupingRequests,
  GroupingSummary,
  ListedGrouping,
} from '#shared/contract/job.ts';
import { findDayStart, formatDate, writeDay } from '#shared/formats.ts';
import {
  describeGrouping,
  earlierDays,
  type ErpGroupings,
  findCutoff,
  findListedStep,
  readClosedState,
} from '../../dispatch/index.ts';
import type { JobSummary } from '../../journal/index.ts';
import { need } from '../../os/errors.ts';
import type { DeskParts } from '../parts/parts.ts';
import type { Workspace } from '../workspace/workspace.ts';

const unfinishedShown = 50;
const recentShown = 20;
const earlierShown = 100;

export function makeListHandlers({
  connection,
  options: { clock },
}: DeskParts): Handlers<typeof groupingRequests> {
  return {
    'desk.list': connection.onCompany(
      (workspace, company) => listWork(workspace, company, clock.now()),
      emptyList,
    ),
    'desk.groupings': connection.onCompany(async (workspace, company, { wanted }) => {
      const listed = await workspace.listing.read(wanted);
      return listed && listGroupings(workspace, company, need(listed), clock.now());
    }, null),
  };
}

function listWork(workspace: Workspace, company: string, nowMs: number): DeskList {
  const { past } = workspace.journal;
  const list = (concluded: boolean, limit: number) =>
    past.jobs({ company, concluded, limit }).map((job) => summarise(workspace, job, nowMs));
  return {
    today: past.tallySince(company, findDayStart(nowMs)),
    pace: past.tallySince(company, nowMs - 3_600_000).parcels,
    unfinished: list(false, unfinishedShown),
    unfinishedTotal: past.countUnfinished(company),
    recent: list(true, recentShown),
  };
}

/** The ERP's list, with what this workstation knows of each grouping. */
function listGroupings(
  workspace: Workspace,
  company: string,
  { groupings, isCut }: ErpGroupings,
  nowMs: number,
): GroupingList {
  const { cutoffs } = workspace.room.settings();
  const groupingIds = groupings.map(({ id }) => id);
  const filter = { company, groupingIds, limit: groupings.length };
  const jobs = workspace.journal.past.jobs(filter);
  const known = new Map(jobs.map((job) => [job.grouping.id, job]));
  const rows = groupings
    .map((row) => {
      const job = known.get(row.id);
      const shown: ListedGrouping = {
        ...describeGrouping(row),
        known: job === undefined ? null : summarise(workspace, job, nowMs),
        cutoff: findCutoff(row.shippingMethod, cutoffs, { left: 0, ready: 0 }, nowMs),
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
  { jobs, room }: Pick<Workspace, 'jobs' | 'room'>,
  job: JobSummary,
  nowMs: number,
): GroupingSummary {
  const { company: _, grouping, hasOpenPrint, hasDoubt, withheld, concludedAtMs, ...counts } = job;
  const { shipments, ready, printed, accepted } = counts;
  const settings = room.settings();
  const now = jobs.find(grouping.id)?.job.snapshot();
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

import type { Handlers } from '#shared/contract/define.ts';
import type { groupingRequests, ListedGrouping } from '#shared/contract/job.ts';
import { formatDate, writeDay } from '#shared/formats.ts';
import { describeGrouping, earlierDays, findCutoff } from '../../dispatch/index.ts';
import { need } from '../../os/errors.ts';
import { summarise } from './job.ts';
import type { DeskParts } from './common.ts';

const earlierShown = 100;

export function makeGroupingHandlers({
  connection,
  options,
}: DeskParts): Handlers<typeof groupingRequests> {
  return {
    'desk.groupings': connection.onCompany(
      async ({ journal, jobs, listing, room }, company, { wanted }) => {
        const listed = await listing.read(wanted);
        if (listed === null) return null;
        const { groupings, isCut } = need(listed);
        const groupingIds = groupings.map(({ id }) => id);
        const filter = { company, groupingIds, limit: groupings.length };
        const known = new Map(journal.jobs(filter).map((job) => [job.grouping.id, job]));
        const nowMs = options.clock.now();
        const settings = room.settings();
        const rows = groupings
          .map((row) => {
            const job = known.get(row.id);
            const nothing = { left: 0, ready: 0 };
            const shown: ListedGrouping = {
              ...describeGrouping(row),
              known: job === undefined ? null : summarise(job, jobs.find(row.id), settings, nowMs),
              cutoff: findCutoff(row.shippingMethod, settings.cutoffs, nothing, nowMs),
            };
            return { day: readDay(row.date), shown };
          })
          .sort(
            (a, b) =>
              (b.day ?? '9').localeCompare(a.day ?? '9') || b.shown.groupingId - a.shown.groupingId,
          );
        const today = writeDay(nowMs);
        // An unknown or future day is not over.
        const isOver = (day: string | null): boolean => day !== null && day < today;
        const earlier = rows.filter(
          ({ day, shown }) => isOver(day) && shown.known?.state !== 'concluded',
        );
        return {
          today: rows.filter(({ day }) => !isOver(day)).map(({ shown }) => shown),
          earlier: earlier.slice(0, earlierShown).map(({ shown }) => shown),
          earlierDays,
          isCut: isCut || earlier.length > earlierShown,
        };
      },
      null,
    ),
  };
}

/** `YYYY-MM-DD`, also from a time stamp or a Brazilian date. */
function readDay(date: string | null): string | null {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})/.exec(formatDate(date ?? '')) ?? [];
  return year === undefined ? null : `${year}-${month}-${day}`;
}

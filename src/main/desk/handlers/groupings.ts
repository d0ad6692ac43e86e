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
            const summary =
              job === undefined ? null : summarise(job, jobs.find(row.id), settings, nowMs);
            return { row, day: readDay(row.date), summary };
          })
          .sort((a, b) => (b.day ?? '9').localeCompare(a.day ?? '9') || b.row.id - a.row.id);
        const describe = ({ row, summary }: (typeof rows)[number]): ListedGrouping => {
          const nothing = { left: 0, ready: 0 };
          const cutoff = findCutoff(row.shippingMethod, settings.cutoffs, nothing, nowMs);
          return { ...describeGrouping(row), known: summary, cutoff };
        };
        const today = writeDay(nowMs);
        // An unknown or future day is not over.
        const isOver = (day: string | null): boolean => day !== null && day < today;
        const earlier = rows.filter(
          ({ day, summary }) => isOver(day) && summary?.state !== 'concluded',
        );
        return {
          today: rows.filter(({ day }) => !isOver(day)).map(describe),
          earlier: earlier.slice(0, earlierShown).map(describe),
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

import type {
  DeskList,
  GroupingList,
  GroupingSummary,
  ListedGrouping,
} from '#shared/contract/job.ts';

type Own = Pick<DeskList, 'unfinished' | 'recent'>;

/**
 * Returns groupings begun here and not concluded: the own list is limited, and the ERP's has some
 * of the rest.
 */
export function listBegun(own: Own, listed: GroupingList | null): readonly GroupingSummary[] {
  const ids = listIds(own);
  const others = [...(listed?.today ?? []), ...(listed?.earlier ?? [])].flatMap(({ known }) =>
    known === null || known.state === 'concluded' || ids.has(known.groupingId) ? [] : [known],
  );
  return [...own.unfinished, ...others];
}

/**
 * Returns the ERP's groupings that were never opened here, by shipping method: the method of the
 * newest first, and the newest first within it. Those that were opened since the ERP was asked are
 * in this workstation's own list by now.
 */
export function listUnopened(rows: readonly ListedGrouping[], own: Own): readonly ListedGrouping[] {
  const opened = listIds(own);
  const unopened = rows.filter(
    ({ known, groupingId }) => known === null && !opened.has(groupingId),
  );
  return [...Map.groupBy(unopened, ({ shippingMethod }) => shippingMethod).values()].flat();
}

function listIds({ unfinished, recent }: Own): ReadonlySet<number> {
  return new Set([...unfinished, ...recent].map(({ groupingId }) => groupingId));
}

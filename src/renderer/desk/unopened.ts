import type { DeskList, GroupingList, GroupingSummary, ListedGrouping } from '../../shared/index.ts';

type Own = Pick<DeskList, 'unfinished' | 'recent'>;

/** Returns groupings begun here and not concluded: the own list is limited, and the ERP's has some of the rest. */
export function listBegun({ unfinished, recent }: Own, listed: GroupingList | null): readonly GroupingSummary[] {
  const own = listIds({ unfinished, recent });
  const others = listAll(listed).flatMap(({ known }) =>
    known === null || known.state === 'concluded' || own.has(known.groupingId) ? [] : [known],
  );
  return [...unfinished, ...others];
}

/**
 * Returns the ERP's groupings that were never opened here, by shipping method: the method of the newest first, and the
 * newest first within it. Those that were opened since the ERP was asked are in this workstation's own list by now.
 */
export function listUnopened(rows: readonly ListedGrouping[], own: Own): readonly ListedGrouping[] {
  const opened = listIds(own);
  const methods = new Map<string | null, ListedGrouping[]>();
  for (const row of rows) {
    if (row.known !== null || opened.has(row.groupingId)) continue;
    const others = methods.get(row.shippingMethod);
    if (others === undefined) methods.set(row.shippingMethod, [row]);
    else others.push(row);
  }
  return [...methods.values()].flat();
}

function listIds({ unfinished, recent }: Own): ReadonlySet<number> {
  return new Set([...unfinished, ...recent].map(({ groupingId }) => groupingId));
}

function listAll(listed: GroupingList | null): readonly ListedGrouping[] {
  return listed === null ? [] : [...listed.today, ...listed.earlier];
}

import type { GroupingChoice } from '#shared/contract/scan.ts';
import type { GroupingName } from '#shared/domain/records.ts';
import { ok, type Result } from '#shared/faults/faults.ts';
import type { GroupingRow } from '../../erp/index.ts';
import type { Journal } from '../../journal/index.ts';
import type { GroupingListing } from './listing.ts';

interface Sources {
  readonly journal: { readonly past: Pick<Journal['past'], 'jobs'> };
  readonly listing: Pick<GroupingListing, 'find' | 'findSeen'>;
}

const mostChoices = 9;

/**
 * Returns the groupings that this station knows by that number, as people call them or as an id.
 */
export function findKnownGroupings(
  { journal }: Pick<Sources, 'journal'>,
  company: string,
  number: number,
): readonly GroupingChoice[] {
  return journal.past
    .jobs({ company, number: String(number), limit: mostChoices })
    .map(({ grouping, shipments }) => ({ ...describeGrouping(grouping), shipments }));
}

/**
 * Returns the groupings of a number that this station knows, else those in the service's list. If
 * neither has one, it can only be an id, which is all that the contract has. `quick`: only the part
 * of the list that was read before.
 */
export async function findGroupings(
  sources: Sources,
  company: string,
  number: number,
  how: { readonly quick: boolean; readonly signal?: AbortSignal | undefined },
): Promise<Result<readonly GroupingChoice[]>> {
  const known = findKnownGroupings(sources, company, number);
  if (known.length > 0) return ok(known);
  const { listing } = sources;
  const listed = how.quick ? ok(listing.findSeen(number)) : await listing.find(number, how.signal);
  if (!listed.ok) return listed;
  return ok(listed.value.map((row) => ({ ...describeGrouping(row), shipments: row.rows })));
}

export function describeGrouping({
  id,
  identification,
  date,
  shippingMethod,
}: GroupingRow): GroupingName {
  return { groupingId: id, identification, date, shippingMethod: shippingMethod?.name ?? null };
}

import { readNumber } from '#shared/identities/code.ts';
import type { GroupingPage, GroupingRow } from '../../erp/index.ts';

/** A number in the list, and the place of its row. */
interface Mark {
  readonly offset: number;
  readonly number: number;
}

export const mostRequests = 8;
/** From so many rows on the newest predict the rows per number better than the whole list. */
const enoughRows = 300;

/**
 * The list has the newest first and can be requested by place alone. Numbers grow with time, so the
 * place follows from the rows that the numbers before it take: those of the nearest known part, at
 * first of the whole list. If that comes no closer, the rest is halved. Returns null if that is not
 * known after `mostRequests`.
 */
export async function searchList(
  readPage: (offset: number) => Promise<GroupingPage>,
  wanted: number,
): Promise<readonly GroupingRow[] | null> {
  let top: Mark | null = null;
  let above: Mark | null = null;
  let below: Mark | null = null;
  let offset = 0;
  let misses = 0;
  for (let asked = 1; asked <= mostRequests; asked += 1) {
    const { groupings, entries, total } = await readPage(offset);
    const found = groupings.filter((row) => readRunningNumber(row) === wanted);
    if (found.length > 0) return found;
    const numbers = groupings.map(readRunningNumber).filter((number) => number !== null);
    const first = Math.max(0, ...numbers);
    const last = Math.min(...numbers);
    const isPastEnd = entries === 0 && offset > 0;
    // A list without numbers, or without this one.
    if (
      (numbers.length === 0 && !isPastEnd) ||
      (wanted < first && wanted > last) ||
      (offset === 0 && wanted > first)
    )
      return [];
    top ??= { offset: 0, number: first };
    const before: number = (below?.offset ?? Infinity) - (above?.offset ?? 0);
    if (wanted > first) below = { offset, number: first };
    else above = { offset: offset + entries - 1, number: last };
    const end: Mark = below ?? {
      offset: total === null ? Infinity : Math.max(total, offset + entries),
      number: 0,
    };
    const start = above ?? top;
    const left = end.offset - start.offset - 1;
    if (left <= 0) return [];
    misses = left > before / 2 ? misses + 1 : 0;
    // Between two known numbers, or on from the last one as far as it went until there.
    const from = below === null && (total === null || start.offset >= enoughRows) ? top : start;
    const to = from === start ? end : start;
    const rowsOfOne = (to.offset - from.offset) / Math.max(1, from.number - to.number);
    const guess = start.offset + rowsOfOne * (start.number - wanted);
    const middle = misses > 1 ? start.offset + left / 2 : guess;
    const highest = Math.max(start.offset + 1, end.offset - entries);
    offset = Math.min(highest, Math.max(start.offset + 1, Math.round(middle - entries / 2)));
  }
  return null;
}

/** Returns a grouping's running number; null if it has a name that is not a number. */
export function readRunningNumber({
  identification,
}: Pick<GroupingRow, 'identification'>): number | null {
  return readNumber((identification ?? '').trim());
}

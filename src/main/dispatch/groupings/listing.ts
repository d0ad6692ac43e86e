import type { Result } from '#shared/faults/faults.ts';
import { findDayStart, writeDay } from '#shared/formats.ts';
import type { ErpClient, Extensions, GroupingPage, GroupingRow } from '../../erp/index.ts';
import type { Clock } from '../../os/clock.ts';
import { need } from '../../os/errors.ts';
import { tryWork } from '../journal/fault.ts';
import { readRunningNumber, searchList } from './search.ts';

/** Older open groupings are searched by their number. */
export const earlierDays = 7;
const pageLength = 100;
/** For an account with more rows in a week, the newest. */
const mostRows = 2_000;
/** The Desk is opened more often than a colleague makes a grouping, and requests are few. */
const freshMs = 20_000;
/** While nothing is new, each poll comes after twice the pause. */
const longestIdleMs = 8 * 60_000;
/** Rows that were deleted or moved to another day disappear with the next full read. */
const anewMs = 2 * 3_600_000;

export interface ErpGroupings {
  /** The newest first. */
  readonly groupings: readonly FoundGrouping[];
  /** There are more than these. */
  readonly isCut: boolean;
}

export interface FoundGrouping extends GroupingRow {
  /** Its rows that were read: the list has one per shipment. */
  readonly rows: number;
}

/**
 * The ERP's own list of the last days. A poll costs one request, which tells all news; one more for
 * older days.
 */
export class GroupingListing {
  readonly #erp: Pick<ErpClient, 'as'>;
  readonly #extensions: Extensions;
  readonly #clock: Pick<Clock, 'now'>;
  #poll: { readonly atMs: number; readonly answer: Promise<Result<ErpGroupings> | null> } | null =
    null;
  #rows: readonly GroupingRow[] = [];
  /** The number of rows of the list, with unreadable ones. */
  #depth = 0;
  #total: number | null = null;
  #isWhole = false;
  #begunMs = -Infinity;
  #idleMs = freshMs;

  constructor(erp: Pick<ErpClient, 'as'>, extensions: Extensions, clock: Pick<Clock, 'now'>) {
    this.#erp = erp;
    this.#extensions = extensions;
    this.#clock = clock;
  }

  /**
   * Null if the service has no list. `wanted`: by a person, who does not wait for the next poll.
   */
  read(wanted: boolean): Promise<Result<ErpGroupings> | null> {
    const nowMs = this.#clock.now();
    const restMs = wanted || !this.#isWhole ? freshMs : this.#idleMs;
    if (this.#poll !== null && Math.abs(nowMs - this.#poll.atMs) < restMs) return this.#poll.answer;
    const answer = this.#extensions.ask('groupings', () => tryWork(() => this.#readNews(nowMs)));
    const poll = { atMs: nowMs, answer };
    this.#poll = poll;
    const forget = (): void => {
      if (this.#poll === poll) this.#poll = null;
    };
    // After a failure the next caller tries again.
    answer.then((given) => {
      if (given?.ok === false) forget();
    }, forget);
    return answer;
  }

  findSeen(number: number): readonly FoundGrouping[] {
    return countRows(this.#rows.filter((row) => readRunningNumber(row) === number));
  }

  /**
   * Returns those with this running number in the whole list; none if there is no list, or the
   * search gave up.
   */
  async find(number: number, signal?: AbortSignal): Promise<Result<readonly FoundGrouping[]>> {
    const newest = this.#rows.map(readRunningNumber).find((one) => one !== null) ?? -1;
    const seen = number <= newest ? this.#rows : [];
    const { extras } = this.#erp.as('person');
    const readPage = async (offset: number): Promise<GroupingPage> => {
      // Rows that the Desk has read cost nothing.
      if (offset === 0 && seen.length > 0)
        return { groupings: [...seen], entries: seen.length, total: null };
      const query = { from: null, limit: pageLength, offset };
      const page = await this.#extensions.ask('groupings', () =>
        extras.listGroupings(query, signal),
      );
      return page === null ? { groupings: [], entries: 0, total: 0 } : need(page);
    };
    return tryWork(async () => countRows((await searchList(readPage, number)) ?? []));
  }

  async #readNews(nowMs: number): Promise<ErpGroupings> {
    const from = writeDay(findDayStart(nowMs, earlierDays));
    const { extras } = this.#erp.as('background');
    const ask = async (offset: number): Promise<GroupingPage> =>
      need(await extras.listGroupings({ from, limit: pageLength, offset }));
    const { groupings, entries, total } = await ask(0);
    const unknown = this.#isTop(groupings) ? 0 : -1;
    const more = total === null || this.#total === null ? unknown : total - this.#total;
    const isAnew = Math.abs(nowMs - this.#begunMs) > anewMs || more < 0 || more > entries;
    const isSame = !isAnew && more === 0 && this.#isTop(groupings);
    this.#idleMs = isSame ? Math.min(2 * this.#idleMs, longestIdleMs) : freshMs;
    if (isAnew) {
      this.#begunMs = nowMs;
      this.#rows = groupings;
      this.#depth = entries;
    } else {
      this.#rows = [...groupings, ...this.#rows.slice(Math.max(0, groupings.length - more))];
      this.#depth = Math.max(entries, this.#depth + more);
    }
    this.#total = total;
    const isEnd = (read: number): boolean =>
      this.#depth >= Math.min(total ?? (read < pageLength ? 0 : Infinity), mostRows);
    this.#isWhole = isEnd(entries);
    if (!this.#isWhole) {
      const next = await ask(this.#depth);
      this.#rows = [...this.#rows, ...next.groupings];
      this.#depth += next.entries;
      this.#isWhole = next.entries === 0 || isEnd(next.entries);
    }
    return {
      groupings: countRows(this.#rows),
      isCut: !this.#isWhole || this.#depth >= mostRows,
    };
  }

  #isTop(groupings: readonly GroupingRow[]): boolean {
    return groupings.length > 0 && groupings.every(({ id }, index) => id === this.#rows[index]?.id);
  }
}

function countRows(rows: readonly GroupingRow[]): readonly FoundGrouping[] {
  const byId = Map.groupBy(rows, ({ id }) => id);
  return [...byId.values()].flatMap((same) =>
    same.slice(0, 1).map((row) => ({ ...row, rows: same.length })),
  );
}

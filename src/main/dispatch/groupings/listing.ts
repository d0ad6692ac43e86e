import { ok, type Result } from '#shared/faults/faults.ts';
import { findDayStart, writeDay } from '#shared/formats.ts';
import type { ErpRequests, Extensions, GroupingPage, GroupingRow, Turn } from '../../erp/index.ts';
import type { Clock } from '../../os/clock.ts';
import { need, throwFault } from '../../os/errors.ts';
import { tryWork } from '../../journal/index.ts';
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

interface ListingErp {
  readonly as: (turn: Turn) => ErpRequests<never, 'listGroupings'>;
}

/**
 * The ERP's own list of the last days. A poll costs one request, which tells all news; one more for
 * older days.
 */
export class GroupingListing {
  readonly #erp: ListingErp;
  readonly #extensions: Extensions;
  readonly #clock: Pick<Clock, 'now'>;
  #poll: { readonly atMs: number; readonly answer: Promise<Result<ErpGroupings> | null> } | null =
    null;
  /** The top of the list, without a gap. */
  #rows: readonly GroupingRow[] = [];
  /** Those of the reading before, until this one is whole. */
  #earlier: readonly GroupingRow[] = [];
  #total: number | null = null;
  #isWhole = false;
  /** Read anew at the next poll: rows were removed while it was read. */
  #hasGap = false;
  #begunMs = -Infinity;
  #idleMs = freshMs;

  constructor(erp: ListingErp, extensions: Extensions, clock: Pick<Clock, 'now'>) {
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
    return countRows(this.#listAll().filter((row) => readRunningNumber(row) === number));
  }

  /**
   * Returns those with this running number in the whole list; none if there is no list. Fault
   * `number-unsure` if the search gave up.
   */
  async find(number: number, signal?: AbortSignal): Promise<Result<readonly FoundGrouping[]>> {
    const seen = this.findSeen(number);
    if (seen.length > 0) return ok(seen);
    const { extras } = this.#erp.as('person');
    const readPage = async (offset: number): Promise<GroupingPage> => {
      const query = { from: null, limit: pageLength, offset };
      const ask = () => extras.listGroupings(query, signal);
      const page = await this.#extensions.ask('groupings', ask, signal);
      return page === null ? { groupings: [], entries: 0, total: 0 } : need(page);
    };
    return tryWork(async () => {
      const rows = await searchList(readPage, number);
      return rows === null ? throwFault('number-unsure') : countRows(rows);
    });
  }

  async #readNews(nowMs: number) {
    const from = writeDay(findDayStart(nowMs, earlierDays));
    const { extras } = this.#erp.as('background');
    const ask = async (offset: number): Promise<GroupingPage> =>
      need(await extras.listGroupings({ from, limit: pageLength, offset }));
    const { groupings, entries, total } = await ask(0);
    const below = this.#findBelow(groupings);
    const isFewer = (total ?? Infinity) < (this.#total ?? 0);
    const isAnew =
      below === null || isFewer || this.#hasGap || Math.abs(nowMs - this.#begunMs) > anewMs;
    const isTop = groupings.every(({ id }, at) => id === this.#rows[at]?.id);
    const isSame = !isAnew && isTop && total === this.#total;
    this.#idleMs = isSame ? Math.min(2 * this.#idleMs, longestIdleMs) : freshMs;
    if (isAnew) {
      this.#earlier = this.#listAll();
      this.#hasGap = false;
      this.#begunMs = nowMs;
      this.#isWhole = false;
    }
    this.#rows = [...groupings, ...(isAnew ? [] : below)];
    this.#setEnd(entries, entries, total);
    if (!this.#isWhole) await this.#readOn(ask);
    if (this.#isWhole && !this.#hasGap) this.#earlier = [];
    return {
      groupings: countRows(this.#listAll()),
      isCut: !this.#isWhole || this.#rows.length >= mostRows,
    };
  }

  /**
   * Returns the known rows below the list's first page; null if the page's last grouping is not
   * among them. Numbers of rows do not tell: groupings come and go.
   */
  #findBelow(page: readonly GroupingRow[]): readonly GroupingRow[] | null {
    const last = page.at(-1)?.id;
    const end = this.#rows.findLastIndex(({ id }) => id === last);
    if (end === -1) return this.#rows.length === 0 ? [] : null;
    const onPage = new Set(page.map(({ id }) => id));
    const own = this.#rows.filter(({ id }) => id === last);
    const cut = own.slice(page.filter(({ id }) => id === last).length);
    return [...cut, ...this.#rows.slice(end + 1).filter(({ id }) => !onPage.has(id))];
  }

  /**
   * Reads the next page. It begins in a known row, with unreadable ones too: else rows above were
   * removed meanwhile.
   */
  async #readOn(ask: (offset: number) => Promise<GroupingPage>): Promise<void> {
    const rows = this.#rows;
    const last = rows.at(-1)?.id;
    const offset = Math.max(0, rows.length - 1);
    const { groupings, entries, total } = await ask(offset);
    // All places are others by now: the next poll tells which.
    if (total !== this.#total) return;
    const first = groupings[0]?.id;
    const known = new Set(rows.map(({ id }) => id));
    this.#hasGap ||= rows.length > 0 && (first === undefined ? entries === 0 : !known.has(first));
    const own = groupings.filter(({ id }) => id === last).slice(1);
    this.#rows = [...rows, ...own, ...groupings.filter(({ id }) => !known.has(id))];
    this.#setEnd(offset + entries, entries, total);
  }

  /** Once whole, it stays so: newer groupings come at its top. */
  #setEnd(readTo: number, entries: number, total: number | null): void {
    this.#total = total;
    const end = total ?? (entries < pageLength ? 0 : Infinity);
    this.#isWhole ||= entries === 0 || readTo >= Math.min(end, mostRows);
  }

  #listAll() {
    const read = new Set(this.#rows.map(({ id }) => id));
    return [...this.#rows, ...this.#earlier.filter(({ id }) => !read.has(id))];
  }
}

function countRows(rows: readonly GroupingRow[]): readonly FoundGrouping[] {
  const byId = Map.groupBy(rows, ({ id }) => id);
  return [...byId.values()].flatMap((same) =>
    same.slice(0, 1).map((row) => ({ ...row, rows: same.length })),
  );
}

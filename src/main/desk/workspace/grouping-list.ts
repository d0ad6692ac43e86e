import { findDayStart, ok, writeDay } from '../../../shared/index.ts';
import type { Result } from '../../../shared/index.ts';
import type { ErpClient, Extensions, GroupingRow } from '../../erp/index.ts';
import type { Clock } from '../../os/clock.ts';

/** What was still open at the end of a week is looked for by its number. */
export const earlierDays = 7;
const pageLength = 100;
/** Of an account that has more groupings in a week, the newest. */
const mostPages = 5;
/** The Desk is opened more often than a colleague makes a grouping, and requests are few. */
const freshMs = 20_000;

export interface ErpGroupings {
  readonly groupings: readonly GroupingRow[];
  /** There are more than these. */
  readonly isCut: boolean;
}

/** The ERP's own list of its groupings of the last days, asked for as rarely as can be. */
export class GroupingListing {
  readonly #erp: ErpClient;
  readonly #extensions: Extensions;
  readonly #clock: Pick<Clock, 'now'>;
  #last: { readonly atMs: number; readonly answer: Promise<Result<ErpGroupings> | null> } | null = null;

  constructor(erp: ErpClient, extensions: Extensions, clock: Pick<Clock, 'now'>) {
    this.#erp = erp;
    this.#extensions = extensions;
    this.#clock = clock;
  }

  /** Null where the service has no list. */
  read(): Promise<Result<ErpGroupings> | null> {
    const nowMs = this.#clock.now();
    if (this.#last !== null && Math.abs(nowMs - this.#last.atMs) < freshMs) return this.#last.answer;
    const answer = this.#extensions.ask('groupings', () => this.#readPages(nowMs));
    const last = { atMs: nowMs, answer };
    this.#last = last;
    const forget = (): void => {
      if (this.#last === last) this.#last = null;
    };
    // What went wrong is tried again by whoever asks next.
    answer.then((given) => {
      if (given?.ok === false) forget();
    }, forget);
    return answer;
  }

  async #readPages(nowMs: number): Promise<Result<ErpGroupings>> {
    const from = writeDay(findDayStart(nowMs, earlierDays));
    const found = new Map<number, GroupingRow>();
    let offset = 0;
    for (let page = 1; ; page += 1) {
      const answer = await this.#erp.extras.listGroupings({ from, limit: pageLength, offset });
      if (!answer.ok) return answer;
      const { groupings, entries, total } = answer.value;
      for (const grouping of groupings) if (!found.has(grouping.id)) found.set(grouping.id, grouping);
      offset += entries;
      // A service may give shorter pages than it is asked for.
      const hasMore = entries > 0 && (total === null ? entries >= pageLength : offset < total);
      if (!hasMore || page >= mostPages) return ok({ groupings: [...found.values()], isCut: hasMore });
    }
  }
}

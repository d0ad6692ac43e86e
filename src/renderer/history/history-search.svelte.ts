import type { HistoryPage, HistoryQuery } from '#shared/contract/history.ts';
import type { HistoryKind } from '#shared/domain/history.ts';
import type { HistoryRow } from '#shared/domain/records.ts';
import type { Fault } from '#shared/faults/faults.ts';
import { findDayStart } from '#shared/formats.ts';
import type { App } from '../app/index.ts';
import { findSpan, type Period, readDay } from './days.ts';

const pageRows = 200;
/** The request is sent when typing pauses. */
const typingMs = 150;
/** A window stays open for days. */
const dayEveryMs = 60_000;

export class HistorySearch {
  readonly #app: App;
  query = $state('');
  of = $state<HistoryQuery['of']>('events');
  kind = $state<HistoryKind | null>(null);
  period = $state<Period>('all');
  /** As typed, such as `9/3` or `09032026`; used if the period is `day`. */
  day = $state('');
  page = $state.raw<HistoryPage | null>(null);
  /** The start of the present day. */
  todayMs = $state(findDayStart(Date.now()));
  #asked: HistoryQuery | null = null;
  fault = $state.raw<Fault | null>(null);
  #loading = $state(false);

  readonly rows = $derived<readonly HistoryRow[]>(this.page?.rows ?? []);
  readonly total = $derived(this.page?.total ?? 0);
  readonly hasMore = $derived((this.page?.next ?? null) !== null);
  /** A row of the grouping that all found rows belong to; null for several. */
  readonly only = $derived.by((): HistoryRow | null => {
    const [first = null] = this.rows;
    const isOne = this.rows.every(({ groupingId }) => groupingId === first?.groupingId);
    return isOne && !this.hasMore ? first : null;
  });
  readonly isNarrowed = $derived(
    this.query.trim() !== '' || this.kind !== null || this.period !== 'all',
  );

  constructor(app: App) {
    this.#app = app;
  }

  /** The present query; a new object for each change. */
  readonly wanted = $derived.by((): HistoryQuery => {
    const { fromMs, toMs } = findSpan(this.period, this.day, this.todayMs);
    const kinds = this.kind === null ? null : [this.kind];
    return { query: this.query.trim().slice(0, 200), of: this.of, kinds, fromMs, toMs };
  });

  /** Call it in an effect: after midnight today is another day. */
  followDay(): () => void {
    const timer = setInterval(() => {
      this.todayMs = findDayStart(Date.now());
    }, dayEveryMs);
    return () => clearInterval(timer);
  }

  /** Call it in an effect: sends the query, again when it changes. */
  follow(): () => void {
    const { wanted } = this;
    let current = true;
    const ask = async (): Promise<void> => {
      const answer = await this.#read(wanted, null);
      if (!current) return;
      this.fault = answer.ok ? null : answer.fault;
      this.page = answer.ok ? answer.value : { rows: [], total: 0, next: null };
      this.#asked = wanted;
    };
    const timer = setTimeout(() => void ask(), wanted.query === '' ? 0 : typingMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }

  async more(): Promise<void> {
    const { page } = this;
    const asked = this.#asked;
    if (page === null || asked === null || page.next === null || this.#loading) return;
    this.#loading = true;
    const answer = await this.#read(asked, page.next);
    this.#loading = false;
    // The query has changed by now.
    if (this.page !== page) return;
    if (answer.ok)
      this.page = {
        ...answer.value,
        rows: [...page.rows, ...answer.value.rows],
        total: page.total,
      };
    else this.fault = answer.fault;
  }

  #read(query: HistoryQuery, before: number | null) {
    return this.#app.request('history.search', { ...query, before, limit: pageRows });
  }

  choosePeriod(period: Period): void {
    this.period = period;
    this.day = '';
  }

  /** Until the text is a day, all days are shown. */
  chooseDay(typed: string): void {
    this.day = typed;
    this.period = readDay(typed) === null ? 'all' : 'day';
  }

  clear(): void {
    this.query = '';
    this.kind = null;
    this.choosePeriod('all');
  }
}

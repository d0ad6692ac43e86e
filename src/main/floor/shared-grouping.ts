import { createHash } from 'node:crypto';
import { z } from 'zod';
import { fail, ok, type Result } from '#shared/faults/faults.ts';
import type { Clock } from '../os/clock.ts';
import { Serial } from '#shared/serial.ts';
import { leaveOnAbort } from '../os/timeout.ts';
import type { Change, Link } from './link.ts';
import { makeNews, newsAnswer, readNews, type Here, type NewsAnswer } from './news.ts';
import type { FloorScope, GroupingNews, LabelCopy, TakenOver } from './types.ts';

/** Changes of many stations on one grouping are read together, at most this often. */
const restMs = 50;

/** The schema's answers to refused requests. */
const refusal = z.enum([
  'floor-taken',
  'floor-printing',
  'floor-concluding',
  'floor-busy',
  'floor-restored',
  'conclusion-unknown',
]);
const takenOver = z.object({
  free: z.array(z.number()),
  inDoubt: z.array(z.object({ shipmentId: z.number(), copy: z.number() })),
});

export interface SharedServices {
  readonly link: Link;
  readonly clock: Clock;
  readonly here: () => Here;
  /**
   * Resolves when the server has all earlier events of this station: a request must not overtake
   * them.
   */
  readonly sendFirst: () => Promise<void>;
  readonly closed: (grouping: SharedOnServer) => void;
}

/**
 * One grouping, as this station shares it. `floor-away`: no answer in time; the request may be sent
 * again.
 */
export type SharedGrouping = Omit<
  Pick<SharedOnServer, keyof SharedOnServer>,
  'digest' | 'restart' | 'receive' | 'readSoon'
>;

export class SharedOnServer {
  /** Its name in notifications. */
  readonly digest: string;
  readonly #services: SharedServices;
  readonly #scope: FloorScope;
  readonly #listener: (news: GroupingNews) => void;
  readonly #reads = new Serial();
  #afterSeq: number;
  #last: {
    readonly answer: NewsAnswer;
    readonly claims: NonNullable<NewsAnswer['claims']>;
  } | null = null;
  #news: GroupingNews | null = null;
  #isReadWaiting = false;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(
    services: SharedServices,
    scope: FloorScope,
    afterSeq: number,
    listener: (news: GroupingNews) => void,
  ) {
    this.#services = services;
    this.#scope = scope;
    this.#afterSeq = afterSeq;
    this.#listener = listener;
    this.digest = createHash('sha256')
      .update(`${scope.company}\n${scope.groupingId}`)
      .digest('hex')
      .slice(0, 32);
  }

  /** The last news; null before the first. */
  news(): GroupingNews | null {
    return this.#news;
  }

  /** Reads now; the listener gets the news as well, also if the caller does not wait for it. */
  refresh(signal?: AbortSignal): Promise<Result<GroupingNews>> {
    const read = this.#reads.run(() => this.#read());
    return leaveOnAbort(read, signal, () => fail('cancelled'));
  }

  /** The database is another one, or was restored: everything there is news. */
  restart() {
    this.#afterSeq = 0;
    this.#last = null;
    this.#news = null;
  }

  /** Another station changed it. */
  receive(revision: number) {
    if (this.#last === null || revision > this.#last.answer.revision) this.readSoon();
  }

  readSoon() {
    if (this.#isReadWaiting || this.#isClosed) return;
    this.#isReadWaiting = true;
    void this.#reads.run(async () => {
      const restsMs = this.#readAtMs + restMs - performance.now();
      if (restsMs > 0) await this.#services.clock.sleep(restsMs);
      this.#isReadWaiting = false;
      await this.#read();
    });
  }

  /** Claims all of these or none before any is sent; own ones count. Fault `floor-taken`. */
  claim(copies: readonly LabelCopy[], signal?: AbortSignal) {
    return this.#change('claim', splitCopies(copies), signal);
  }

  /** Reserves rows for this station. Fault `floor-taken`. */
  take(copies: readonly LabelCopy[]) {
    return this.#change('take', splitCopies(copies));
  }

  /** Releases rows that were reserved and not claimed since. */
  giveBack(shipmentIds: readonly number[]) {
    return this.#change('give-back', { shipments: shipmentIds });
  }

  /** Fault `floor-printing` if that station is alive and printing. */
  async takeOver(stationId: string): Promise<Result<TakenOver>> {
    const asked = await this.#ask('take-over', { from: stationId });
    if (!asked.ok) return asked;
    const answer = takenOver.safeParse(asked.value).data;
    return answer === undefined ? fail('floor-server', { detail: 'take-over' }) : ok(answer);
  }

  /**
   * Only if no label is claimed or in doubt elsewhere. Faults `floor-concluding`, `floor-busy`. If
   * a station died while concluding: fault `conclusion-unknown`, and this station has to say how it
   * ended.
   */
  beginConclusion() {
    return this.#change('begin-conclusion', {});
  }

  /**
   * Checks right before claimed labels are sent (or, without copies, before concluding) that the
   * claims are still this station's: it may have slept. No other takes them over for 15 s then.
   * Faults `floor-taken`, `floor-concluding`.
   */
  hold(copies: readonly LabelCopy[]) {
    return this.#change('hold', splitCopies(copies));
  }

  close() {
    this.#isClosed = true;
    this.#services.closed(this);
  }

  async #change(what: Change['what'], more: object, signal?: AbortSignal): Promise<Result<void>> {
    const asked = await this.#ask(what, more, signal);
    if (!asked.ok) return asked;
    return asked.value === null ? ok() : fail('floor-server', { detail: what });
  }

  async #ask(what: Change['what'], more: object, signal?: AbortSignal): Promise<Result<unknown>> {
    const { link, here, sendFirst } = this.#services;
    await sendFirst();
    const { stationId, person } = here();
    const asked = await link.change({ what, ...this.#scope, stationId, person, more }, signal);
    const refusing = asked.ok ? refusal.safeParse(asked.value).data : undefined;
    if (refusing === undefined) return asked;
    const names = link.waitedFor.map(({ name }) => name).join(', ');
    return fail(refusing, { detail: refusing === 'floor-restored' ? names : null });
  }

  async #read(): Promise<Result<GroupingNews>> {
    if (this.#isClosed) return fail('cancelled');
    const { link } = this.#services;
    const { company, groupingId } = this.#scope;
    this.#readAtMs = performance.now();
    const known = this.#last?.answer;
    const values = [company, groupingId, this.#afterSeq, known?.key, known?.revision];
    const asked = await link.ask<{ readonly news: unknown }>(
      { name: 'news', text: readNews, values },
      { by: 'listener' },
    );
    if (!asked.ok) return asked;
    const [row] = asked.value;
    const answer = row === undefined ? nothingYet : newsAnswer.safeParse(row.news).data;
    return answer === undefined ? fail('floor-server', { detail: 'news' }) : ok(this.#keep(answer));
  }

  #keep(answer: NewsAnswer): GroupingNews {
    const before = this.#last;
    const claims = answer.claims ?? before?.claims ?? [];
    this.#last = { answer, claims };
    this.#afterSeq = answer.seq;
    const isNews =
      before === null || this.#news === null || nameNews(before.answer) !== nameNews(answer);
    const news = makeNews(answer, claims, this.#services.here());
    this.#news = news;
    if (isNews && !this.#isClosed) this.#listener(news);
    return news;
  }
}

/** No station has reported anything of it, or all of it was forgotten. */
const nothingYet: NewsAnswer = {
  key: 0,
  revision: 0,
  seq: 0,
  conclusion: null,
  events: [],
  claims: [],
  stations: [],
};

function nameNews({ key, revision, stations }: NewsAnswer) {
  return JSON.stringify([key, revision, stations]);
}

function splitCopies(copies: readonly LabelCopy[]) {
  return {
    shipments: copies.map(({ shipmentId }) => shipmentId),
    copies: copies.map(({ copy }) => copy),
  };
}

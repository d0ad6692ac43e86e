import { once } from 'node:events';
import { z } from 'zod';
import type { FloorState, KnownStation } from '#shared/domain/floor.ts';
import { fail, failed, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import { isAborted, pauseUnlessAborted } from '../os/clock.ts';
import { leaveOnAbort, limitTime } from '../os/timeout.ts';
import type { Statement } from './connection.ts';
import { throwFault } from '../os/errors.ts';
import { isRefusedData, readFloorFault, readSqlState } from './floor-fault.ts';
import { joinServer, stationLocks, type Joined } from './join.ts';
import type { FloorMemory, FloorScope, FloorServices } from './types.ts';

/** The interval of a station's heartbeats; after three missing ones it does not count as alive. */
const beatMs = 5_000;
/** A later answer counts as none: with the pause before, a dead connection is found within 10 s. */
const beatLimitMs = 3_000;
const firstPauseMs = 250;
const longestPauseMs = 5_000;
/** For a person who has to unlock the keychain. */
const passwordMs = 60_000;

const knownStation = z.object({ id: z.string(), name: z.string() });
const greeting = z.object({
  life: z.string(),
  mark: z.number(),
  waitedFor: z.array(knownStation),
  stations: z.array(knownStation),
});

/**
 * A station's change of a grouping; the schema's procedure `change` defines arguments and results.
 */
export interface Change extends FloorScope {
  readonly what:
    | 'claim'
    | 'take'
    | 'give-back'
    | 'take-over'
    | 'begin-conclusion'
    | 'hold'
    | 'tell';
  readonly stationId: string;
  readonly person: string | null;
  readonly more: object;
}

interface ChangeAnswer {
  readonly p_answer: unknown;
  /** A bigint, as text. */
  readonly p_mark: string;
}

export interface LinkHooks {
  /**
   * Called before any request, for data that others must know first. Rejects if the server cannot
   * take it.
   */
  readonly prepare: () => Promise<void>;
  /**
   * The database is new: everything known here is sent again, and everything there is read again.
   */
  readonly reborn: () => void;
  /** State or fault. */
  readonly changed: () => void;
  readonly notice: (payload: string) => void;
  /** At once after joining, and then at intervals. */
  readonly beat: () => void;
}

/** A station's connection to the server: made, kept and made again until it is closed. */
export class Link {
  readonly #services: FloorServices;
  readonly #hooks: LinkHooks;
  readonly #closing = new AbortController();
  readonly #closed = once(this.#closing.signal, 'abort');
  readonly #firstTry = Promise.withResolvers<null>();
  #phase: 'joining' | 'joined' | 'away' = 'joining';
  #isAlone = false;
  #fault: Fault | null = null;
  #joined: Joined | null = null;
  #failures = 0;
  /** Its disk was full, and nothing shows yet that it is not. */
  #wantsRoom = false;
  #memory: FloorMemory | null = null;
  #waitedFor: readonly KnownStation[] = [];
  #ended: Promise<void> = Promise.resolve();

  /** Resolves when it is known whether the server can be used. */
  readonly whenKnown = this.#firstTry.promise;

  constructor(services: FloorServices, hooks: LinkHooks) {
    this.#services = services;
    this.#hooks = hooks;
  }

  get state(): FloorState {
    return this.#phase === 'away' && this.#isAlone ? 'alone' : this.#phase;
  }

  get fault(): Fault | null {
    return this.#fault;
  }

  get waitedFor(): readonly KnownStation[] {
    return this.#phase === 'joined' ? this.#waitedFor : [];
  }

  start() {
    this.#ended = this.#run();
  }

  workAlone(alone: boolean) {
    if (this.#phase !== 'away' || this.#isAlone === alone || this.#isDuplicate) return;
    this.#isAlone = alone;
    this.#hooks.changed();
  }

  /** Fails with `floor-away` at once while there is no server. */
  async ask<Row extends object>(
    statement: Statement,
    {
      by = 'work',
      signal,
    }: { readonly by?: keyof Joined; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Result<readonly Row[]>> {
    await this.whenKnown;
    if (isAborted(signal)) return fail('cancelled');
    if (this.#phase !== 'joined' || this.#joined === null) {
      const known = this.#fault;
      // A fault that IT has to mend is no reason to work alone.
      if (known?.kind.startsWith('floor-') === true && known.kind !== 'floor-full')
        return failed(known);
      return fail('floor-away', { detail: known?.kind ?? null });
    }
    try {
      // The statement goes on: it cannot be taken back.
      const asked = this.#joined[by].ask<Row>(statement);
      return ok(await leaveOnAbort(asked, signal, () => Promise.reject(signal?.reason as Error)));
    } catch (error) {
      if (isAborted(signal)) return fail('cancelled', { reached: 'maybe' });
      const reason = readFloorFault(error);
      // A single slow statement is no reason to leave; a full disk is.
      if (reason.kind !== 'floor-away' && !isRefusedData(error)) this.giveUp(error);
      return failed(reason);
    }
  }

  /** Returns the result of the schema's procedure. */
  async change(change: Change, signal?: AbortSignal) {
    const asked = await this.ask<ChangeAnswer>(this.#make(change), { signal });
    return asked.ok ? ok(this.#note(asked.value)) : asked;
  }

  /** Also while joining. Rejects with the client's error. */
  async report(change: Change) {
    if (this.#joined === null) throw new Error('not joined');
    this.#note(await this.#joined.work.ask<ChangeAnswer>(this.#make(change)));
  }

  /** Reads at once which stations are waited for. */
  async greet() {
    if (this.#joined !== null)
      await this.#sayHello(this.#joined).catch((error: unknown) => this.giveUp(error));
  }

  /** Disconnects for this reason, and tries again after a pause. */
  giveUp(error: unknown) {
    this.#joined?.work.lose(error);
  }

  async close() {
    if (this.#phase === 'joined' && this.#joined !== null) {
      // Others need not wait until it counts as dead. Another program of this station may go on.
      const goodbye = {
        text: `UPDATE doca.stations SET here = false
          WHERE id = $1 AND (SELECT count(*) ${stationLocks}) < 2`,
        values: [this.#services.stationId],
      };
      const said = this.#joined.work.ask(goodbye).catch(() => undefined);
      await limitTime<unknown>(said, 1_000, () => undefined, this.#services);
    }
    this.#closing.abort();
    await this.#ended;
    this.#firstTry.resolve(null);
  }

  async #run() {
    const { clock, log } = this.#services;
    while (!isAborted(this.#closing.signal)) {
      const error = await this.#stay();
      if (isAborted(this.#closing.signal)) break;
      const reason = readFloorFault(error);
      const { kind, detail } = reason;
      if (this.#become('away', reason)) log.warn('floor.away', { kind, detail });
      if (kind === 'floor-full') this.#wantsRoom = true;
      const pauseMs =
        Math.min(firstPauseMs * 2 ** this.#failures, longestPauseMs) * (0.75 + Math.random() / 4);
      this.#failures = Math.min(this.#failures + 1, 10);
      await pauseUnlessAborted(clock, pauseMs, this.#closing.signal);
    }
    this.#phase = 'away';
  }

  /** Joins and stays as long as possible; returns why that ended. */
  async #stay() {
    const { address, stationId, session, clock, log } = this.#services;
    const { signal } = this.#closing;
    const over = new AbortController();
    let joined: Joined | null = null;
    try {
      const waiting = { clock, signal };
      const password = await limitTime(this.#services.password(), passwordMs, () => null, waiting);
      joined = await joinServer({ address, password, stationId, session, ...waiting });
      const lost = Promise.race([joined.work.whenLost, joined.listener.whenLost]);
      joined.listener.onNotice(this.#hooks.notice);
      this.#joined = joined;
      const life = await this.#sayHello(joined, true);
      if (this.#wantsRoom) await findRoom(joined);
      this.#wantsRoom = false;
      const isReborn = life !== this.#recall().life;
      if (isReborn) {
        this.#services.outbox.rewind();
        this.#hooks.reborn();
      }
      await Promise.race([
        this.#hooks.prepare(),
        lost.then((error) => Promise.reject(error as Error)),
      ]);
      if (isReborn) {
        this.#remember({ life });
        await this.#sayHello(joined);
      }
      if (joined.work.isLost || joined.listener.isLost) return await lost;
      log.info('floor.joined', { tls: joined.work.tls });
      this.#become('joined', null);
      this.#hooks.beat();
      void this.#beat(joined, over.signal);
      return await Promise.race([lost, this.#closed]);
    } catch (error) {
      return error;
    } finally {
      this.#joined = null;
      over.abort();
      const ends = Object.values(joined ?? {});
      if (isAborted(signal)) await Promise.all(ends.map((end) => end.close()));
      for (const end of ends) end.lose(new Error('closed'));
    }
  }

  /** A station that is at work elsewhere does not work alone. */
  get #isDuplicate() {
    return this.#fault?.kind === 'floor-duplicate';
  }

  async #beat(joined: Joined, signal: AbortSignal) {
    while (await pauseUnlessAborted(this.#services.clock, beatMs, signal)) {
      try {
        await Promise.all([
          this.#sayHello(joined),
          joined.listener.ask({ text: 'SELECT 1', name: 'beat', limitMs: beatLimitMs }),
        ]);
        this.#failures = 0;
        this.#hooks.beat();
      } catch (error) {
        joined.work.lose(error);
      }
    }
  }

  /**
   * Returns the database's life. Rejects with `floor-restored` if it is another than before, unless
   * `joining`.
   */
  async #sayHello({ work }: Joined, joining = false) {
    const { stationId, station, person } = this.#services;
    const { mark, life, stations } = this.#recall();
    const [row] = await work.ask<{ readonly greeting: unknown }>({
      name: 'hello',
      text: 'SELECT doca.hello($1, $2, $3, $4, $5, $6) AS greeting',
      values: [stationId, station, person(), mark, life, JSON.stringify(stations)],
      limitMs: beatLimitMs,
    });
    const answer = greeting.safeParse(row?.greeting).data;
    if (answer === undefined) throwFault('floor-server', { detail: 'hello' });
    this.#remember({ mark: answer.mark, stations: answer.stations });
    if (!joining && answer.life !== life) throwFault('floor-restored');
    const isNews = JSON.stringify(answer.waitedFor) !== JSON.stringify(this.#waitedFor);
    this.#waitedFor = answer.waitedFor;
    if (isNews) this.#hooks.changed();
    return answer.life;
  }

  /** Never within a transaction: it ends its own. */
  #make({ what, company, groupingId, stationId, person, more }: Change): Statement {
    const { mark } = this.#recall();
    return {
      name: 'change',
      text: 'CALL doca.change($1, $2, $3, $4, $5, $6, NULL, $7)',
      values: [what, company, groupingId, stationId, person, JSON.stringify(more), mark],
    };
  }

  #note([row]: readonly ChangeAnswer[]): unknown {
    if (row !== undefined)
      this.#remember({ mark: Math.max(this.#recall().mark, Number(row.p_mark)) });
    return row?.p_answer ?? null;
  }

  #recall() {
    this.#memory ??= this.#services.outbox.recall();
    return this.#memory;
  }

  #remember(change: Partial<FloorMemory>) {
    this.#memory = { ...this.#recall(), ...change };
    this.#services.outbox.remember(this.#memory);
  }

  #become(phase: 'joined' | 'away', reason: Fault | null) {
    const isNews = this.#phase !== phase || this.#fault?.kind !== reason?.kind;
    this.#phase = phase;
    this.#fault = reason;
    if (phase === 'joined' || this.#isDuplicate) this.#isAlone = false;
    this.#firstTry.resolve(null);
    if (isNews) this.#hooks.changed();
    return isNews;
  }
}

/**
 * Rejects while the server's disk is full: else a station would come and go, and could not work
 * alone meanwhile.
 */
async function findRoom({ work }: Joined) {
  const text = `CREATE TEMPORARY TABLE room ON COMMIT DROP AS
    SELECT lpad(number::text, 1000, 'x') AS filler FROM generate_series(1, 500) AS number`;
  try {
    await work.ask({ text });
  } catch (error) {
    // If IT allows no such table, the next request finds out.
    if (readSqlState(error) !== '42501') throw error;
  }
}

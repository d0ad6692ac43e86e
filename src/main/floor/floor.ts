import { z } from 'zod';
import type { FloorTally } from '#shared/domain/floor.ts';
import { fail, ok, type Result } from '#shared/faults/faults.ts';
import { Emitter } from '../os/emitter.ts';
import type { Coordination, OpenedJob } from '../dispatch/index.ts';
import { SharedJob } from './job/shared-job.ts';
import { Link } from './link.ts';
import { SharedOnServer, type SharedGrouping } from './shared-grouping.ts';
import { readTally, tallyRow } from './tally.ts';
import { createOutboxSender } from './outbox-sender.ts';
import type { FloorScope, FloorServices, GroupingNews } from './types.ts';

const removedAtOnce = 50;
const now = 'least(clock_timestamp(), to_timestamp($2))';
/** By stations that come still. */
const longestDays = `(SELECT max(kept_days) FROM doca.stations
  WHERE seen_at > ${now} - kept_days * interval '1 day')`;

/** Tests wrap it. */
export type Floor = Pick<StationFloor, keyof StationFloor>;

/**
 * Connects a station to the others and keeps joining. The client is loaded with the first attempt.
 */
export class StationFloor {
  readonly #services: FloorServices;
  readonly #link: Link;
  readonly #send: () => Promise<void>;
  readonly #shared = new Set<SharedOnServer>();
  readonly #changes = new Emitter<void>();
  /**
   * Called after changes of `state`, `fault`, `waitedFor` and unsent events; returns a function
   * that stops.
   */
  readonly subscribe = this.#changes.subscribe;

  constructor(services: FloorServices) {
    this.#services = services;
    const changed = () => this.#changes.emit();
    this.#link = new Link(services, {
      prepare: () => this.#send(),
      reborn: () => {
        for (const grouping of this.#shared) grouping.restart();
      },
      changed,
      notice: (payload) => this.#receive(payload),
      beat: () => {
        void this.#sendNow();
        // Notifications can be lost, and stations die without one.
        for (const grouping of this.#shared) grouping.readSoon();
      },
    });
    this.#send = createOutboxSender(services, (change) => this.#link.report(change), changed);
    this.#link.start();
  }

  get stationId() {
    return this.#services.stationId;
  }

  get station() {
    return this.#services.station;
  }

  /** Events that the server does not have yet. */
  get unsent() {
    return this.#services.outbox.count();
  }

  get state() {
    return this.#link.state;
  }

  get fault() {
    return this.#link.fault;
  }

  /**
   * The database was restored from a copy, and these have not reported yet: no station prints or
   * concludes.
   */
  get waitedFor() {
    return this.#link.waitedFor;
  }

  /** A person's word that these will not report. */
  async dismiss(stationIds: readonly string[]) {
    // As if they had reported: a station that comes back all the same reports before anything else.
    const text = `UPDATE doca.stations SET spoken = life FROM doca.floor
      WHERE id = ANY($1) AND spoken <> life`;
    const asked = await this.#link.ask({ text, values: [stationIds] });
    if (asked.ok) await this.#link.greet();
    return asked.ok ? ok() : asked;
  }

  coordinate(opened: OpenedJob): Coordination {
    return new SharedJob(this, opened);
  }

  /**
   * Listens to a grouping from after that event (0: from the first); news come as they happen and
   * never twice.
   */
  share(
    scope: FloorScope,
    afterSeq: number,
    listener: (news: GroupingNews) => void,
  ): SharedGrouping {
    const { clock, stationId, station, person } = this.#services;
    const grouping = new SharedOnServer(
      {
        link: this.#link,
        clock,
        here: () => ({ stationId, station, person: person() }),
        sendFirst: () => this.settle(),
        closed: (one) => this.#shared.delete(one),
      },
      scope,
      afterSeq,
      listener,
    );
    this.#shared.add(grouping);
    grouping.readSoon();
    return grouping;
  }

  /**
   * The outbox has entries: they are sent soon, in order, again after each failure and each outage.
   */
  tell() {
    this.#changes.emit();
    void this.#sendNow();
  }

  /** Resolves when the outbox was sent or cannot be now. */
  async settle() {
    await this.#link.whenKnown;
    await this.#sendNow();
  }

  /** The packer's word while the server is away. */
  workAlone(alone: boolean) {
    this.#link.workAlone(alone);
  }

  /** The end is excluded, by the server's clock. Includes this station's actions until now. */
  async tally(fromMs: number, toMs: number): Promise<Result<readonly FloorTally[]>> {
    await this.#sendNow();
    const asked = await this.#link.ask({ text: readTally, values: [fromMs, toMs, this.stationId] });
    if (!asked.ok) return asked;
    const rows = z.array(tallyRow).safeParse(asked.value).data;
    return rows === undefined ? fail('floor-server', { detail: 'tally' }) : ok(rows);
  }

  /**
   * Removes concluded groupings without changes for so long, or as long as another station keeps
   * them, by the server's clock and by another one. Others stay, because they may be printed yet.
   */
  async removeOlderThan(days: number, nowMs: number) {
    const text = 'UPDATE doca.stations SET kept_days = $2 WHERE id = $1';
    const said = await this.#link.ask({ text, values: [this.stationId, days] });
    if (!said.ok) return said;
    // In portions: each statement has its time limit.
    for (let removed = removedAtOnce; removed === removedAtOnce;) {
      const old = await this.#link.ask({
        text: `WITH removed AS (
          DELETE FROM doca.groupings WHERE key IN (
            SELECT key FROM doca.groupings WHERE conclusion = 'concluded'
              AND touched_at < ${now} - greatest($1, ${longestDays}) * interval '1 day'
            LIMIT ${removedAtOnce} FOR UPDATE SKIP LOCKED
          ) RETURNING seq
        ), noted AS (
          UPDATE doca.floor SET forgotten_seq = greatest(
            forgotten_seq, (SELECT max(seq) FROM removed))
        ) SELECT FROM removed`,
        values: [days, nowMs / 1000],
      });
      if (!old.ok) return old;
      removed = old.value.length;
    }
    // Stations that have left and of which no record is left. Their marks stay, by which they
    // recognise this database.
    const gone = await this.#link.ask({
      text: `UPDATE doca.stations SET person = NULL, spoken = NULL
        WHERE seen_at < ${now} - $1::float8 * interval '1 day'
        AND NOT EXISTS (SELECT FROM doca.participants WHERE station = id)
        AND NOT EXISTS (SELECT FROM doca.groupings WHERE conclusion_station = id)`,
      values: [days, nowMs / 1000],
    });
    return gone.ok ? ok() : gone;
  }

  async close() {
    for (const grouping of [...this.#shared]) grouping.close();
    await this.#link.close();
  }

  /** Begins at once, so that a later request comes after it. */
  async #sendNow() {
    if (this.#link.state !== 'joined') return;
    await this.#send().catch((error: unknown) => this.#link.giveUp(error));
  }

  #receive(payload: string) {
    const [digest, revision] = payload.split(' ');
    for (const grouping of this.#shared)
      if (grouping.digest === digest) grouping.receive(Number(revision));
  }
}

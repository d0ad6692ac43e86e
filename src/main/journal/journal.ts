import type { DatabaseSync } from 'node:sqlite';
import { createHash, randomUUID } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import type { JobState } from '#shared/domain/job.ts';
import type { LabelTally, Shipment } from '#shared/domain/records.ts';
import { fault } from '#shared/faults/faults.ts';
import { shortenTracking } from '#shared/identities/code.ts';
import { readOwnCode } from '#shared/identities/naming.ts';
import type { Clock } from '../os/clock.ts';
import { makeOwnFileSync } from '../os/files.ts';
import { shareLock, type SharedLock } from '../os/locks/sqlite.ts';
import { ServerClock } from '../os/network/server-clock.ts';
import { toDatabasePath } from '../os/sqlite.ts';
import type { SharedPlace } from '../os/station.ts';
import {
  applyGuard,
  findGuardFolder,
  GroupingGuard,
  type GuardPlace,
  removeOldGuards,
  toGuardState,
  type Guard,
} from './station/guards.ts';
import { findLockFolder, mayBeOpen } from './station/lock.ts';
import { Database } from './database.ts';
import { Facts } from './facts.ts';
import { isMalformed, JournalError, toStorageFault } from './fault.ts';
import { doubt } from './print-verdict.ts';
import { addForgottenPrint, findForgottenPrint } from './forgotten-print.ts';
import { loadJob } from './load.ts';
import { dropMalformed, findAsidePath } from './salvage.ts';
import { keyRow } from './rows.ts';
import type { JobHead, JobRecord, JournalChange, NewPrint } from './records.ts';
import { Past } from './past/past.ts';
import { makeSearchText } from './past/search-text.ts';
import { adoptStation, readStationId } from './adopt-station.ts';

const oldJobRow = z.object({ id: z.number(), company: z.string(), groupingId: z.number() });

/**
 * Doca's records on disk. Every commit survives the death of the process; a `durable` one also
 * survives a power cut, and guards an effect that cannot be undone. A conclusion is guarded twice:
 * a commit that begins one writes its guard first, which no journal can lose, and one that ends it
 * writes the guard last. If they differ, the stricter counts. The guard also names the spool job
 * that was begun last: if the journal does not have it, the job comes with an open print of all
 * labels that may be on paper. Methods throw `JournalError` if the disk fails. It never contains a
 * token.
 */
export class Journal {
  readonly path: string;
  readonly lockFolder: string;
  /** Of the ERP whose jobs these are. */
  readonly erpClock = new ServerClock();
  readonly past: Past;
  readonly facts: Facts;
  readonly #database: DatabaseSync;
  readonly #sql: Database;
  readonly #clock: Clock;
  readonly #guards: GuardPlace;
  /** Of loaded jobs. */
  readonly #guarded = new Map<number, GroupingGuard>();
  #readPerson: () => string | null = () => null;
  #session: SharedLock | null = null;

  /** For an open database with the right schema. */
  constructor(
    database: DatabaseSync,
    path: string,
    stationDir: string,
    sharedPlace: SharedPlace | null,
    clock: Clock,
  ) {
    this.#database = database;
    this.#sql = new Database(database, (error) => this.#fail(error));
    this.facts = new Facts(this.#sql);
    this.past = new Past(this.#sql, this.facts);
    this.#clock = clock;
    this.path = path;
    this.lockFolder = findLockFolder(stationDir);
    this.#guards = { folder: findGuardFolder(stationDir), shared: sharedPlace };
  }

  /**
   * From now on actions are stored with this person, read at each change; null: nobody is signed
   * in.
   */
  actAs(readPerson: () => string | null) {
    this.#readPerson = readPerson;
  }

  /**
   * Returns the job as it was left, with the stricter of journal and guard; null if there is none.
   */
  load(company: string, groupingId: number): JobRecord | null {
    return this.#sql.attempt(() => {
      const known = loadJob(this.#sql, company, groupingId);
      if (known === null) return null;
      const guard = new GroupingGuard(this.#guards, company, groupingId);
      this.#guarded.set(known.id, guard);
      const { state, print } = guard.facts;
      const forgotten = findForgottenPrint(this.#sql, known, print);
      if (forgotten === null)
        return { ...known, head: { ...known.head, state: applyGuard(known.head.state, state) } };
      this.#sql.transact(true, () =>
        addForgottenPrint(this.#sql, known.id, forgotten, this.#clock.now()),
      );
      return this.load(company, groupingId);
    });
  }

  /**
   * Creates a job. If its grouping was concluded before, or that is unknown, that is its state,
   * whatever `wanted` says. If it was printed by any record, all of its labels are in doubt.
   * `isLost`: another journal had it, so without any record both are a question.
   */
  create(
    company: string,
    { grouping, state: wanted }: Pick<JobHead, 'grouping' | 'state'>,
    shipments: readonly Shipment[],
    isLost = false,
  ): JobRecord {
    return this.#sql.attempt(() => {
      const { state: known, title } = this.#findDone(company, grouping.id);
      const asks = isLost && title === null && known === null;
      const state = asks ? 'conclusion-unknown' : applyGuard(wanted, known);
      const inDoubt = asks || title !== null ? shipments.map(({ id }) => id) : [];
      const now = this.#clock.now();
      this.#sql.transact(inDoubt.length > 0, () => {
        const jobId = this.#sql.insert('jobs', {
          company,
          groupingId: grouping.id,
          grouping,
          state,
          fault: asks
            ? fault('conclusion-unknown', { reached: 'maybe', detail: 'the journal was lost' })
            : null,
          updatedAtMs: now,
        });
        this.#write(jobId, {
          shipments: shipments.map((shipment, index) => ({ shipment, position: index + 1 })),
          events: [{ kind: 'opened', data: { shipments: shipments.length } }],
        });
        const forgotten = { title: title ?? '', verdict: doubt(inDoubt) };
        if (inDoubt.length > 0) addForgottenPrint(this.#sql, jobId, forgotten, now);
      });
      const record = this.load(company, grouping.id);
      if (record === null) throw new Error('a job that was just written is not there');
      this.#follow(record.id, state);
      return record;
    });
  }

  /** One transaction. */
  commit(jobId: number, change: JournalChange, { durable = false } = {}) {
    this.#sql.attempt(() => {
      const { state } = change.head ?? {};
      if (state === 'concluding' && this.#findGuard(jobId).facts.state !== state)
        this.#begin(jobId, { state });
      this.#sql.transact(durable, () => this.#write(jobId, change));
      if (state !== undefined) this.#follow(jobId, state);
    });
  }

  /** Returns the id of a new, running print run, stored durably with its guard. */
  startPrint(jobId: number, run: NewPrint, head: JobHead, floor?: JournalChange['floor']) {
    return this.#sql.transact(true, () => {
      const { printer, shipmentIds } = run;
      const row = { ...run, jobId, outcome: 'running', startedAtMs: this.#clock.now() };
      const id = this.#sql.insert('print_runs', row);
      const data = { run: id, printer, shipments: shipmentIds.length };
      this.#write(jobId, { head, floor, events: [{ kind: 'print-started', data }] });
      const { title } = run.spool;
      const after = this.#findGuard(jobId).facts.print?.title ?? null;
      const verdict = head.printVerdict ?? doubt(shipmentIds);
      this.#begin(jobId, { print: { title, after, verdict } });
      return id;
    });
  }

  /** Stores the print system's id of the run's spool job, durably. */
  noteSpoolJob(runId: number, spoolJobId: string) {
    const sql = `UPDATE print_runs SET spool = json_set(spool, '$.jobId', ?) WHERE id = ?`;
    this.#sql.transact(true, () => this.#sql.run(sql, [spoolJobId, runId]));
  }

  /** Stores the progress of the run. A power cut may lose it. */
  noteTally(runId: number, tally: LabelTally) {
    this.#sql.put('print_tallies', { runId }, { tally });
  }

  /** Gives the room `floor` its tables, which `FloorRows` of a job's changes are written to. */
  floorTables() {
    return this.#sql;
  }

  stationId() {
    return readStationId(this.#sql);
  }

  /** Returns true if the journal is a copy. */
  adoptStation(machine: readonly string[]) {
    return this.#sql.transact(true, () => adoptStation(this.#sql, machine));
  }

  /**
   * Returns the session that all programs with this journal open share; no copy of the journal has
   * its name.
   */
  session() {
    const path = createHash('sha256').update(realpathSync(this.path)).digest('hex');
    this.#session ??= shareLock(this.lockFolder, `session-${path.slice(0, 16)}`);
    return this.#session.name;
  }

  /**
   * Removes concluded jobs without changes since (epoch ms) that no program has open, and guards as
   * the ERP's clock says; returns the jobs' number.
   */
  async removeOld(beforeMs: number, erpMs: number): Promise<number> {
    const jobs = this.#sql.transact(false, () => {
      const old = this.#sql.all(
        oldJobRow,
        `SELECT id, company, groupingId FROM jobs WHERE state = 'concluded' AND updatedAtMs < ?`,
        [beforeMs],
      );
      const left = old.filter(
        ({ company, groupingId }) => !mayBeOpen(this.lockFolder, company, groupingId),
      );
      for (const { id } of left) this.#sql.remove('jobs', { id });
      this.#sql.run('DELETE FROM made WHERE atMs < ?', [beforeMs]);
      this.#sql.run(
        `DELETE FROM floor_outbox WHERE told
          AND (company, groupingId) NOT IN (SELECT company, groupingId FROM jobs)`,
      );
      this.#sql.run(
        `DELETE FROM label_readings
          WHERE sha256 NOT IN (SELECT sha256 FROM label_files WHERE sha256 IS NOT NULL)`,
      );
      return left.length;
    });
    // Deleted data are overwritten in the main file (secure_delete); this empties the log of them
    // as well.
    if (jobs > 0) this.#sql.attempt(() => this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    await removeOldGuards(this.#guards, erpMs);
    return jobs;
  }

  close() {
    this.#session?.release();
    if (this.#database.isOpen) this.#database.close();
  }

  /** Writes all of a change, inside the caller's transaction. */
  #write(jobId: number, change: JournalChange) {
    const sql = this.#sql;
    const now = this.#clock.now();
    const person = this.#readPerson();
    const touch = 'UPDATE jobs SET updatedAtMs = ? WHERE id = ? RETURNING company, groupingId';
    const [job] = sql.all(keyRow, touch, [now, jobId]);
    if (job === undefined)
      throw new JournalError(fault('journal-corrupt', { detail: 'the job is gone' }), null);
    const { head, shipments = [], labels = [], checks = [], printRun, events = [] } = change;
    const { seq, received = [], claimed = [], unclaimed = [], deeds = [] } = change.floor ?? {};
    if (head !== undefined) sql.update('jobs', { id: jobId }, head);
    for (const { shipment, position } of shipments) {
      const key = { jobId, shipmentId: shipment.id };
      const number = shipment.invoice?.number ?? null;
      const invoice = Number.isSafeInteger(number) ? number : null;
      const search = makeSearchText(shipment);
      const tracking = readOwnCode(shipment);
      sql.put('shipments', key, {
        position,
        shipment,
        search,
        tracking: tracking && shortenTracking(tracking),
        invoice,
      });
    }
    for (const { shipmentId, label, files } of labels) {
      sql.update('shipments', { jobId, shipmentId }, label);
      if (files === undefined) continue;
      sql.remove('label_files', { jobId, shipmentId });
      for (const file of files)
        sql.insert('label_files', {
          jobId,
          shipmentId,
          ...file,
          sha256: file.content?.sha256 ?? null,
        });
    }
    for (const { shipmentId, checkedAtMs, scannedVolumes } of checks)
      sql.update('shipments', { jobId, shipmentId }, { checkedAtMs, scannedVolumes });
    if (printRun !== undefined)
      sql.update('print_runs', { id: printRun.id, jobId }, { outcome: printRun.outcome });
    for (const {
      by = { atMs: now, person, station: null },
      kind,
      shipmentId = null,
      data: given = {},
    } of events) {
      const isPaper = (kind === 'printed' || kind === 'reprinted') && by.station === null;
      const data = isPaper ? { ...given, tracking: findTracking(sql, jobId, shipmentId) } : given;
      sql.insert('events', { jobId, ...by, kind, shipmentId, data });
    }
    if (seq !== undefined) sql.update('jobs', { id: jobId }, { floorSeq: seq });
    for (const { id, stationId: station, payload, person: whose, atMs, alone } of received) {
      if (sql.update('floor_outbox', { id }, { payload, heard: true }) === 0)
        sql.insert('floor_outbox', {
          id,
          ...job,
          station,
          payload,
          person: whose,
          atMs,
          alone,
          told: true,
          heard: true,
        });
    }
    for (const shipmentId of unclaimed) sql.remove('floor_claims', { jobId, shipmentId });
    for (const { shipmentId, ...claim } of claimed)
      sql.put('floor_claims', { jobId, shipmentId }, claim);
    for (const { payload, alone } of deeds)
      sql.insert('floor_outbox', { id: randomUUID(), ...job, payload, person, atMs: now, alone });
  }

  /**
   * Returns what other journals and other keys have done to a grouping. A grouping that was only
   * opened counts as untouched. `title`: of its last print, empty if unknown; null if none was.
   */
  #findDone(company: string, groupingId: number) {
    const { state, print } = new GroupingGuard(this.#guards, company, groupingId).facts;
    const others = this.past.findElsewhere(company, groupingId);
    const isAsked = others.some((other) => toGuardState(other.state) !== null);
    return {
      state: state ?? (isAsked ? 'concluding' : null),
      title: print?.title ?? (others.some((other) => other.isPrinted) ? '' : null),
    };
  }

  /** Of two accounts that begin at once, the one that writes its guard last sees the other's. */
  #begin(jobId: number, change: Partial<Guard>) {
    const refuseOvertaken = (): void => {
      if (this.#findGuard(jobId).isOvertaken()) throw new JournalError(fault('already-open'), null);
    };
    refuseOvertaken();
    this.#writeGuard(jobId, change);
    refuseOvertaken();
  }

  #follow(jobId: number, state: JobState) {
    const known = this.#findGuard(jobId).facts.state;
    const wanted = toGuardState(state) ?? (known === null ? null : 'open again');
    if (wanted !== known) this.#writeGuard(jobId, { state: wanted });
  }

  #writeGuard(jobId: number, change: Partial<Guard>) {
    const erpMs = this.erpClock.now();
    const atMs = erpMs === null ? null : Math.max(erpMs, this.#clock.now());
    this.#findGuard(jobId).write(change, atMs);
  }

  #findGuard(jobId: number) {
    const known = this.#guarded.get(jobId);
    if (known === undefined) throw new Error('a job that was not loaded');
    return known;
  }

  /**
   * A job with impossible rows would fail at every start: it is removed, and a copy of the file is
   * kept.
   */
  #dropMalformed(error: unknown) {
    const path = findAsidePath(this.path, this.#clock.now());
    const dropped = this.#sql.attempt(() => {
      makeOwnFileSync(path);
      this.#database.prepare('VACUUM INTO ?').run(toDatabasePath(path));
      // A row that is missing from an index, which no quick check sees, could not be deleted.
      this.#database.exec('REINDEX');
      return dropMalformed(this.#database);
    });
    if (dropped === 0) rmSync(path, { force: true });
    const what =
      dropped === 0 ? 'a row is malformed' : `a row is malformed; kept as ${basename(path)}`;
    return new JournalError(fault('journal-corrupt', { detail: what }), error);
  }

  #fail(error: unknown): never {
    if (isMalformed(error)) throw this.#dropMalformed(error);
    const storage = toStorageFault(error);
    throw storage === null ? error : new JournalError(storage, error);
  }
}

/** Returns the tracking code of a printed label: the row may have another label later. */
function findTracking(sql: Database, jobId: number, shipmentId: number | null) {
  const query = `SELECT shipment ->> '$.logistics.trackingCode' FROM shipments
    WHERE jobId = ? AND shipmentId = ?`;
  return sql.list(z.string().nullable(), query, [jobId, shipmentId])[0] ?? null;
}

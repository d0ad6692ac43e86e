import type { DatabaseSync } from 'node:sqlite';
import { ZodError } from 'zod';
import { fault } from '../../../shared/index.ts';
import type { HistoryRow } from '../../../shared/index.ts';
import type { Clock } from '../../os/clock.ts';
import { findLockFolder } from '../station/lock.ts';
import { JournalError, toStorageFault } from './fault.ts';
import { listJobs, readHistory } from './history.ts';
import { loadJob } from './load.ts';
import { eventRow, mergedFilesRow } from './rows.ts';
import { writeChange } from './write.ts';
import type {
  EntryRecord,
  HistoryFilter,
  JobFilter,
  JobHead,
  JobRecord,
  JobSummary,
  JournalChange,
  JournalEvent,
} from './records.ts';
import { Statements } from './statements.ts';

/**
 * What Doca remembers on disk. Every commit survives the death of the process; a `durable` one survives a power cut as
 * well, and is what guards an effect that cannot be taken back. Methods throw `JournalError` where the disk fails.
 * No token ever comes here.
 */
export class Journal {
  readonly path: string;
  /** Where the locks of groupings lie. */
  readonly lockFolder: string;
  readonly #database: DatabaseSync;
  readonly #clock: Clock;
  readonly #sql: Statements;

  /** Over an open database whose schema is right. */
  constructor(database: DatabaseSync, path: string, stationDir: string, clock: Clock) {
    this.#database = database;
    this.#sql = new Statements(database);
    this.#clock = clock;
    this.path = path;
    this.lockFolder = findLockFolder(stationDir);
  }

  load(erpOrigin: string, groupingId: number): JobRecord | null {
    return this.#guard(() => loadJob(this.#sql, erpOrigin, groupingId));
  }

  create(erpOrigin: string, head: JobHead, entries: readonly EntryRecord[]): JobRecord {
    return this.#guard(() => {
      this.#transact(false, () => {
        const now = this.#clock.now();
        const { lastInsertRowid } = this.#sql.run(
          `INSERT INTO jobs (erp_origin, grouping_id, grouping, state, created_at_ms, updated_at_ms) VALUES (?, ?, ?, ?, ?, ?)`,
          [erpOrigin, head.grouping.id, JSON.stringify(head.grouping), head.state, now, now],
        );
        const jobId = Number(lastInsertRowid);
        const change = {
          head,
          shipments: entries,
          labels: entries.map(({ shipment, label }) => ({ shipmentId: shipment.id, label })),
          files: entries.map(({ shipment, files }) => ({ shipmentId: shipment.id, files })),
          events: [{ kind: 'opened' as const, data: { shipments: entries.length } }],
        };
        writeChange(this.#sql, jobId, change, now);
      });
      const record = loadJob(this.#sql, erpOrigin, head.grouping.id);
      if (record === null) throw new Error('a job that was just written is not there');
      return record;
    });
  }

  /** One transaction. */
  commit(jobId: number, change: JournalChange, { durable = false } = {}): void {
    this.#guard(() => {
      this.#transact(durable, () => writeChange(this.#sql, jobId, change, this.#clock.now()));
    });
  }

  /** The id of a new, running print run, durably. */
  startPrint(
    jobId: number,
    run: { readonly printer: string; readonly shipmentIds: readonly number[] },
    head: JobHead,
  ): number {
    return this.#guard(() =>
      this.#transact(true, () => {
        const { lastInsertRowid } = this.#sql.run(
          `INSERT INTO print_runs (job_id, printer, shipment_ids, outcome, started_at_ms) VALUES (?, ?, ?, 'running', ?)`,
          [jobId, run.printer, JSON.stringify(run.shipmentIds), this.#clock.now()],
        );
        const id = Number(lastInsertRowid);
        const data = { run: id, printer: run.printer, shipments: run.shipmentIds.length };
        writeChange(this.#sql, jobId, { head, events: [{ kind: 'print-started', data }] }, this.#clock.now());
        return id;
      }),
    );
  }

  /** Jobs, the last changed first. `state` is the last one stored, also for a job whose process was killed. */
  jobs(filter: JobFilter): readonly JobSummary[] {
    return this.#guard(() => listJobs(this.#sql, filter));
  }

  /**
   * What happened to parcels, the latest first. The words of the query are looked for in tracking code, invoice number
   * or its 44-digit key, order number and recipient, all of them, without accents, case or the blanks inside codes; of
   * the parcels found, their groupings' conclusion is given as well. An empty query gives everything.
   */
  history(query: string, filter: HistoryFilter = {}): readonly HistoryRow[] {
    return this.#guard(() => readHistory(this.#sql, query, filter));
  }

  /** A grouping's history, oldest first. */
  events(erpOrigin: string, groupingId: number): readonly JournalEvent[] {
    const sql = `SELECT e.id, e.at_ms AS atMs, e.kind, e.shipment_id AS shipmentId, e.data
      FROM events e JOIN jobs j ON j.id = e.job_id WHERE j.erp_origin = ? AND j.grouping_id = ? ORDER BY e.id`;
    return this.#guard(() => this.#sql.all(eventRow, sql, [erpOrigin, groupingId]));
  }

  /** Forgets concluded jobs that nobody touched since (epoch ms); gives the merged files they leave behind. */
  removeOlderThan(beforeMs: number): { readonly jobs: number; readonly files: readonly string[] } {
    return this.#guard(() => {
      const removed = this.#transact(false, () => {
        const where = `WHERE state = 'concluded' AND updated_at_ms < ?`;
        const paths = `SELECT pdf_path AS pdf, zpl_path AS zpl FROM jobs ${where}`;
        const left = this.#sql.all(mergedFilesRow, paths, [beforeMs]);
        return {
          jobs: Number(this.#sql.run(`DELETE FROM jobs ${where}`, [beforeMs]).changes),
          files: left.flatMap(({ pdf, zpl }) => [pdf, zpl]).filter((path) => path !== null),
        };
      });
      // What was deleted is overwritten in the main file (secure_delete); this empties the log of it as well.
      if (removed.jobs > 0) this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      return removed;
    });
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #transact<T>(durable: boolean, work: () => T): T {
    if (durable) this.#database.exec('PRAGMA synchronous = FULL');
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    } finally {
      if (durable) this.#database.exec('PRAGMA synchronous = NORMAL');
    }
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof ZodError)
        throw new JournalError(fault('journal-corrupt', { detail: 'a row is malformed' }), error);
      const storage = toStorageFault(error);
      throw storage === null ? error : new JournalError(storage, error);
    }
  }
}

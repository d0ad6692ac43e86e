import type { DatabaseSync } from 'node:sqlite';
import { dirname, join } from 'node:path';
import { ZodError } from 'zod';
import { fault } from '../../../shared/index.ts';
import type { HistoryRow } from '../../../shared/index.ts';
import type { Clock } from '../../os/clock.ts';
import { JournalError, toStorageFault } from './fault.ts';
import { listJobs, readHistory } from './history.ts';
import { loadJob } from './load.ts';
import { eventRow } from './rows.ts';
import { writeChange } from './write.ts';
import type {
  EntryRecord,
  HistoryFilter,
  JournalChange,
  JobFilter,
  JobHead,
  JobRecord,
  JobSummary,
  Journal,
  JournalEvent,
} from './records.ts';
import { Statements } from './statements.ts';

/** The journal over an open database whose schema is right. */
export class SqliteJournal implements Journal {
  readonly path: string;
  readonly lockFolder: string;
  readonly #database: DatabaseSync;
  readonly #clock: Clock;
  readonly #sql: Statements;

  constructor(database: DatabaseSync, path: string, clock: Clock) {
    this.#database = database;
    this.#sql = new Statements(database);
    this.#clock = clock;
    this.path = path;
    this.lockFolder = lockFolderOf(path);
  }

  load(erpOrigin: string, groupingId: number): JobRecord | null {
    return this.#guarded(() => loadJob(this.#sql, erpOrigin, groupingId));
  }

  create(erpOrigin: string, head: JobHead, entries: readonly EntryRecord[]): JobRecord {
    return this.#guarded(() => {
      this.#transaction(false, () => {
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

  commit(jobId: number, change: JournalChange, { durable = false } = {}): void {
    this.#guarded(() => {
      this.#transaction(durable, () => writeChange(this.#sql, jobId, change, this.#clock.now()));
    });
  }

  startPrint(jobId: number, run: { printer: string; shipmentIds: readonly number[] }, head: JobHead): number {
    return this.#guarded(() => {
      let id = 0;
      this.#transaction(true, () => {
        const { lastInsertRowid } = this.#sql.run(
          `INSERT INTO print_runs (job_id, printer, shipment_ids, outcome, started_at_ms) VALUES (?, ?, ?, 'running', ?)`,
          [jobId, run.printer, JSON.stringify(run.shipmentIds), this.#clock.now()],
        );
        id = Number(lastInsertRowid);
        const data = { run: id, printer: run.printer, shipments: run.shipmentIds.length };
        writeChange(this.#sql, jobId, { head, events: [{ kind: 'print-started', data }] }, this.#clock.now());
      });
      return id;
    });
  }

  jobs(filter: JobFilter): readonly JobSummary[] {
    return this.#guarded(() => listJobs(this.#sql, filter));
  }

  history(query: string, filter: HistoryFilter = {}): readonly HistoryRow[] {
    return this.#guarded(() => readHistory(this.#sql, query, filter));
  }

  events(erpOrigin: string, groupingId: number): readonly JournalEvent[] {
    const sql = `SELECT e.id, e.at_ms, e.kind, e.shipment_id, e.data FROM events e JOIN jobs j ON j.id = e.job_id
      WHERE j.erp_origin = ? AND j.grouping_id = ? ORDER BY e.id`;
    return this.#guarded(() =>
      this.#sql.all(sql, [erpOrigin, groupingId]).map((row) => {
        const { id, at_ms, kind, shipment_id, data } = eventRow.parse(row);
        return { id, atMs: at_ms, kind, shipmentId: shipment_id, data };
      }),
    );
  }

  removeOlderThan(beforeMs: number): { jobs: number; files: readonly string[] } {
    return this.#guarded(() => {
      const files: string[] = [];
      let jobs = 0;
      this.#transaction(false, () => {
        const where = `WHERE state = 'concluded' AND updated_at_ms < ?`;
        for (const row of this.#sql.all(`SELECT pdf_path, zpl_path FROM jobs ${where}`, [beforeMs])) {
          for (const path of Object.values(row)) if (typeof path === 'string') files.push(path);
        }
        jobs = Number(this.#sql.run(`DELETE FROM jobs ${where}`, [beforeMs]).changes);
      });
      // What was deleted is overwritten in the main file (secure_delete); this empties the log of it as well.
      if (jobs > 0) this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      return { jobs, files };
    });
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #transaction(durable: boolean, work: () => void): void {
    if (durable) this.#database.exec('PRAGMA synchronous = FULL');
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      work();
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    } finally {
      if (durable) this.#database.exec('PRAGMA synchronous = NORMAL');
    }
  }

  #guarded<T>(work: () => T): T {
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

export function lockFolderOf(journalPath: string): string {
  return join(dirname(journalPath), 'locks');
}

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { dirname, join } from 'node:path';
import { ZodError } from 'zod';
import { fault } from '../../shared/index.ts';
import type { HistoryRow } from '../../shared/index.ts';
import type { Clock } from '../platform.ts';
import { JournalError, storageFault } from './journal-fault.ts';
import { listJobs, readHistory } from './journal-history.ts';
import { eventRow, fileRow, jobRow, printRunRow, shipmentRow } from './journal-rows.ts';
import type {
  EntryRecord,
  FileRecord,
  HistoryFilter,
  JobChange,
  JobFilter,
  JobHead,
  JobRecord,
  JobSummary,
  Journal,
  JournalEvent,
  LabelRecord,
} from './journal.ts';
import { searchText } from './search-text.ts';

const orNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** The journal over an open database whose schema is right. */
export class SqliteJournal implements Journal {
  readonly path: string;
  readonly lockFolder: string;
  readonly #database: DatabaseSync;
  readonly #clock: Clock;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, path: string, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.path = path;
    this.lockFolder = lockFolderOf(path);
  }

  load(erpOrigin: string, groupingId: number): JobRecord | null {
    return this.#guarded(() => this.#load(erpOrigin, groupingId));
  }

  create(erpOrigin: string, head: JobHead, entries: readonly EntryRecord[]): JobRecord {
    return this.#guarded(() => {
      this.#transaction(false, () => {
        const now = this.#clock.now();
        const { lastInsertRowid } = this.#run(
          `INSERT INTO jobs (erp_origin, grouping_id, grouping, state, created_at_ms, updated_at_ms) VALUES (?, ?, ?, ?, ?, ?)`,
          [erpOrigin, head.grouping.id, JSON.stringify(head.grouping), head.state, now, now],
        );
        const jobId = Number(lastInsertRowid);
        this.#write(jobId, {
          head,
          shipments: entries,
          labels: entries.map(({ shipment, label }) => ({ shipmentId: shipment.id, label })),
          files: entries.map(({ shipment, files }) => ({ shipmentId: shipment.id, files })),
          events: [{ kind: 'opened', data: { shipments: entries.length } }],
        });
      });
      const record = this.#load(erpOrigin, head.grouping.id);
      if (record === null) throw new Error('a job that was just written is not there');
      return record;
    });
  }

  commit(jobId: number, change: JobChange, { durable = false } = {}): void {
    this.#guarded(() => {
      this.#transaction(durable, () => this.#write(jobId, change));
    });
  }

  startPrint(jobId: number, run: { printer: string; shipmentIds: readonly number[] }, head: JobHead): number {
    return this.#guarded(() => {
      let id = 0;
      this.#transaction(true, () => {
        const { lastInsertRowid } = this.#run(
          `INSERT INTO print_runs (job_id, printer, shipment_ids, outcome, started_at_ms) VALUES (?, ?, ?, 'running', ?)`,
          [jobId, run.printer, JSON.stringify(run.shipmentIds), this.#clock.now()],
        );
        id = Number(lastInsertRowid);
        const data = { run: id, printer: run.printer, shipments: run.shipmentIds.length };
        this.#write(jobId, { head, events: [{ kind: 'print-started', data }] });
      });
      return id;
    });
  }

  jobs(filter: JobFilter): readonly JobSummary[] {
    return this.#guarded(() => listJobs((sql) => this.#prepared(sql), filter));
  }

  history(query: string, filter: HistoryFilter = {}): readonly HistoryRow[] {
    return this.#guarded(() => readHistory((sql) => this.#prepared(sql), query, filter));
  }

  events(erpOrigin: string, groupingId: number): readonly JournalEvent[] {
    const sql = `SELECT e.id, e.at_ms, e.kind, e.shipment_id, e.data FROM events e JOIN jobs j ON j.id = e.job_id
      WHERE j.erp_origin = ? AND j.grouping_id = ? ORDER BY e.id`;
    return this.#guarded(() =>
      this.#all(sql, [erpOrigin, groupingId]).map((row) => {
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
        for (const row of this.#all(`SELECT pdf_path, zpl_path FROM jobs ${where}`, [beforeMs])) {
          for (const path of Object.values(row)) if (typeof path === 'string') files.push(path);
        }
        jobs = Number(this.#run(`DELETE FROM jobs ${where}`, [beforeMs]).changes);
      });
      // What was deleted is overwritten in the main file (secure_delete); this empties the log of it as well.
      if (jobs > 0) this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      return { jobs, files };
    });
  }

  close(): void {
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  #load(erpOrigin: string, groupingId: number): JobRecord | null {
    const [found] = this.#all(
      `SELECT id, grouping, state, difference, fault, pdf_path, zpl_path FROM jobs
       WHERE erp_origin = ? AND grouping_id = ?`,
      [erpOrigin, groupingId],
    );
    if (found === undefined) return null;
    const job = jobRow.parse(found);
    const files = Map.groupBy(
      this.#all('SELECT * FROM label_files WHERE job_id = ? ORDER BY shipment_id, ordinal', [job.id]).map((row) =>
        fileRow.parse(row),
      ),
      (file) => file.shipment_id,
    );
    const entries = this.#all(
      `SELECT s.shipment_id, s.position, s.shipment, s.checked_at_ms, l.state, l.fault, l.accepted, l.times_printed FROM shipments s
       JOIN labels l USING (job_id, shipment_id) WHERE job_id = ? ORDER BY s.position`,
      [job.id],
    ).map((row) => entryOf(shipmentRow.parse(row), files.get(Number(row['shipment_id'])) ?? []));
    const [run] = this.#all(
      `SELECT id, printer, shipment_ids, outcome FROM print_runs WHERE job_id = ? AND outcome IN ('running', 'unknown')`,
      [job.id],
    ).map((row) => printRunRow.parse(row));
    return {
      id: job.id,
      head: {
        grouping: job.grouping,
        state: job.state,
        difference: job.difference,
        fault: job.fault,
        pdfPath: job.pdf_path,
        zplPath: job.zpl_path,
      },
      entries,
      openPrint: run === undefined ? null : { id: run.id, shipmentIds: run.shipment_ids, outcome: run.outcome },
    };
  }

  #write(jobId: number, change: JobChange): void {
    const now = this.#clock.now();
    const { changes } = this.#run('UPDATE jobs SET updated_at_ms = ? WHERE id = ?', [now, jobId]);
    if (changes === 0) throw new JournalError(fault('journal-corrupt', { detail: 'the job is gone' }), null);
    if (change.head !== undefined) this.#writeHead(jobId, change.head);
    for (const { shipment, position } of change.shipments ?? []) {
      this.#run(
        `INSERT INTO shipments (job_id, shipment_id, position, shipment, search) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET position = excluded.position, shipment = excluded.shipment, search = excluded.search`,
        [jobId, shipment.id, position, JSON.stringify(shipment), searchText(shipment)],
      );
      this.#run(
        `INSERT INTO labels (job_id, shipment_id, state, accepted, times_printed) VALUES (?, ?, 'pending', 0, 0)
         ON CONFLICT DO NOTHING`,
        [jobId, shipment.id],
      );
    }
    for (const { shipmentId, label } of change.labels ?? []) this.#writeLabel(jobId, shipmentId, label);
    for (const { shipmentId, files } of change.files ?? []) this.#writeFiles(jobId, shipmentId, files);
    for (const { shipmentId, checkedAtMs } of change.checks ?? []) {
      this.#run('UPDATE shipments SET checked_at_ms = ? WHERE job_id = ? AND shipment_id = ?', [
        checkedAtMs,
        jobId,
        shipmentId,
      ]);
    }
    if (change.printRun !== undefined) {
      const { id, outcome } = change.printRun;
      this.#run('UPDATE print_runs SET outcome = ?, ended_at_ms = ? WHERE id = ? AND job_id = ?', [
        outcome,
        now,
        id,
        jobId,
      ]);
    }
    for (const event of change.events ?? []) {
      this.#run('INSERT INTO events (job_id, at_ms, kind, shipment_id, data) VALUES (?, ?, ?, ?, ?)', [
        jobId,
        now,
        event.kind,
        event.shipmentId ?? null,
        JSON.stringify(event.data ?? {}),
      ]);
    }
  }

  #writeHead(jobId: number, head: JobHead): void {
    this.#run(
      `UPDATE jobs SET grouping = ?, state = ?, difference = ?, fault = ?, pdf_path = ?,
       zpl_path = ? WHERE id = ?`,
      [
        JSON.stringify(head.grouping),
        head.state,
        orNull(head.difference),
        orNull(head.fault),
        head.pdfPath,
        head.zplPath,
        jobId,
      ],
    );
  }

  #writeLabel(jobId: number, shipmentId: number, label: LabelRecord): void {
    this.#run(
      `UPDATE labels SET state = ?, fault = ?, accepted = ?, times_printed = ? WHERE job_id = ? AND shipment_id = ?`,
      [label.state, orNull(label.fault), Number(label.accepted), label.timesPrinted, jobId, shipmentId],
    );
  }

  #writeFiles(jobId: number, shipmentId: number, files: readonly FileRecord[]): void {
    this.#run('DELETE FROM label_files WHERE job_id = ? AND shipment_id = ?', [jobId, shipmentId]);
    for (const { ordinal, urlHash, content } of files) {
      this.#run('INSERT INTO label_files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)', [
        jobId,
        shipmentId,
        ordinal,
        urlHash,
        content?.sha256 ?? null,
        content?.bytes ?? 0,
        content?.format ?? null,
        content?.pages ?? 0,
        Number(content?.hasZpl ?? false),
      ]);
    }
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
      const storage = storageFault(error);
      throw storage === null ? error : new JournalError(storage, error);
    }
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #run(sql: string, values: SQLInputValue[]): ReturnType<StatementSync['run']> {
    return this.#prepared(sql).run(...values);
  }

  #all(sql: string, values: SQLInputValue[]): ReturnType<StatementSync['all']> {
    return this.#prepared(sql).all(...values);
  }
}

export function lockFolderOf(journalPath: string): string {
  return join(dirname(journalPath), 'locks');
}

type ShipmentRow = ReturnType<typeof shipmentRow.parse>;
type FileRow = ReturnType<typeof fileRow.parse>;

function entryOf(row: ShipmentRow, files: readonly FileRow[]): EntryRecord {
  return {
    shipment: row.shipment,
    position: row.position,
    checkedAtMs: row.checked_at_ms,
    label: { state: row.state, fault: row.fault, accepted: row.accepted, timesPrinted: row.times_printed },
    files: files.map((file) => ({
      ordinal: file.ordinal,
      urlHash: file.url_hash,
      content:
        file.sha256 === null || file.format === null
          ? null
          : {
              sha256: file.sha256,
              bytes: file.bytes,
              format: file.format,
              pages: file.pages,
              hasZpl: file.has_zpl,
            },
    })),
  };
}

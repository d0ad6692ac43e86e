import { randomUUID } from 'node:crypto';
import { fault, readTrackingCode } from '../../../shared/index.ts';
import { JournalError } from './fault.ts';
import type { FileRecord, JobHead, JournalChange, LabelRecord } from './records.ts';
import { makeSearchText } from './search-text.ts';
import type { Statements } from './statements.ts';

const orNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** The time of an action, and its person: null if nobody is signed in. */
export interface Moment {
  readonly now: number;
  readonly person: string | null;
}

/** Writes all of a change, inside the caller's transaction. */
export function writeChange(sql: Statements, jobId: number, change: JournalChange, { now, person }: Moment): void {
  const { changes } = sql.run('UPDATE jobs SET updatedAtMs = ? WHERE id = ?', [now, jobId]);
  if (changes === 0) throw new JournalError(fault('journal-corrupt', { detail: 'the job is gone' }), null);
  if (change.head !== undefined) writeHead(sql, jobId, change.head);
  for (const { shipment, position } of change.shipments ?? []) {
    sql.run(
      `INSERT INTO shipments (jobId, shipmentId, position, shipment, search, tracking, invoice)
       VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET position = excluded.position, shipment = excluded.shipment, search = excluded.search,
         tracking = excluded.tracking, invoice = excluded.invoice`,
      [
        jobId,
        shipment.id,
        position,
        JSON.stringify(shipment),
        makeSearchText(shipment),
        readTrackingCode(shipment),
        Number.isSafeInteger(shipment.invoice?.number) ? (shipment.invoice?.number ?? null) : null,
      ],
    );
    sql.run(
      `INSERT INTO labels (jobId, shipmentId, state, accepted, timesPrinted) VALUES (?, ?, 'pending', 0, 0)
       ON CONFLICT DO NOTHING`,
      [jobId, shipment.id],
    );
  }
  for (const { shipmentId, label } of change.labels ?? []) writeLabel(sql, jobId, shipmentId, label);
  for (const { shipmentId, files } of change.files ?? []) writeFiles(sql, jobId, shipmentId, files);
  for (const { shipmentId, checkedAtMs, scannedVolumes } of change.checks ?? []) {
    sql.run('UPDATE shipments SET checkedAtMs = ?, scannedVolumes = ? WHERE jobId = ? AND shipmentId = ?', [
      checkedAtMs,
      orNull(scannedVolumes),
      jobId,
      shipmentId,
    ]);
  }
  if (change.printRun !== undefined) {
    const { id, outcome } = change.printRun;
    sql.run('UPDATE print_runs SET outcome = ?, endedAtMs = ? WHERE id = ? AND jobId = ?', [outcome, now, id, jobId]);
  }
  for (const event of change.events ?? []) {
    const { by } = event;
    sql.run('INSERT INTO events (jobId, atMs, person, station, kind, shipmentId, data) VALUES (?, ?, ?, ?, ?, ?, ?)', [
      jobId,
      by?.atMs ?? now,
      by === undefined ? person : by.person,
      by?.station ?? null,
      event.kind,
      event.shipmentId ?? null,
      JSON.stringify(event.data ?? {}),
    ]);
  }
  writeFloor(sql, jobId, change, { now, person });
}

/** Writes claims, the last received event, and the events for the floor. */
function writeFloor(
  sql: Statements,
  jobId: number,
  { floorSeq, heard = [], claimed = [], unclaimed = [], outbox = [] }: JournalChange,
  { now, person }: Moment,
): void {
  if (floorSeq !== undefined) sql.run('UPDATE jobs SET floorSeq = ? WHERE id = ?', [floorSeq, jobId]);
  for (const { id, stationId, payload, person: by, atMs, alone } of heard) {
    sql.run(
      `INSERT INTO floor_outbox (id, company, groupingId, station, payload, person, atMs, alone, told)
       SELECT ?, company, groupingId, ?, ?, ?, ?, ?, 1 FROM jobs WHERE id = ?
       ON CONFLICT (id) DO UPDATE SET payload = excluded.payload`,
      [id, stationId, JSON.stringify(payload), by, atMs, Number(alone), jobId],
    );
  }
  for (const shipmentId of unclaimed)
    sql.run('DELETE FROM floor_claims WHERE jobId = ? AND shipmentId = ?', [jobId, shipmentId]);
  for (const { shipmentId, copy, isKept, isPrinting, isAlone } of claimed) {
    const values = [jobId, shipmentId, copy, Number(isKept), Number(isPrinting), Number(isAlone)];
    sql.run('INSERT OR REPLACE INTO floor_claims VALUES (?, ?, ?, ?, ?, ?)', values);
  }
  for (const { payload, alone } of outbox) {
    sql.run(
      `INSERT INTO floor_outbox (id, company, groupingId, payload, person, atMs, alone)
       SELECT ?, company, groupingId, ?, ?, ?, ? FROM jobs WHERE id = ?`,
      [randomUUID(), JSON.stringify(payload), person, now, Number(alone), jobId],
    );
  }
}

function writeHead(sql: Statements, jobId: number, head: JobHead): void {
  sql.run(
    `UPDATE jobs SET grouping = ?, state = ?, difference = ?, fault = ?, pdfPath = ?,
     zplPath = ?, printVerdict = ? WHERE id = ?`,
    [
      JSON.stringify(head.grouping),
      head.state,
      orNull(head.difference),
      orNull(head.fault),
      head.pdfPath,
      head.zplPath,
      orNull(head.printVerdict),
      jobId,
    ],
  );
}

function writeLabel(sql: Statements, jobId: number, shipmentId: number, label: LabelRecord): void {
  sql.run(
    `UPDATE labels SET state = ?, fault = ?, accepted = ?, timesPrinted = ?, ownChoice = ?, fewerSeen = ?,
       manySeen = ?
     WHERE jobId = ? AND shipmentId = ?`,
    [
      label.state,
      orNull(label.fault),
      Number(label.accepted),
      label.timesPrinted,
      orNull(label.ownChoice),
      orNull(label.fewerSeen),
      label.manySeen,
      jobId,
      shipmentId,
    ],
  );
}

function writeFiles(sql: Statements, jobId: number, shipmentId: number, files: readonly FileRecord[]): void {
  sql.run('DELETE FROM label_files WHERE jobId = ? AND shipmentId = ?', [jobId, shipmentId]);
  for (const { ordinal, urlHash, content } of files) {
    const { sha256 = null, ...read } = content ?? {};
    const values = [jobId, shipmentId, ordinal, urlHash, sha256, sha256 === null ? null : JSON.stringify(read)];
    sql.run('INSERT INTO label_files VALUES (?, ?, ?, ?, ?, ?)', values);
  }
}

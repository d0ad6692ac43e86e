import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { fault } from '#shared/faults/faults.ts';
import { shortenTracking } from '#shared/identities/code.ts';
import { readOwnCode } from '#shared/identities/naming.ts';
import { JournalError } from './fault.ts';
import type { JournalChange } from './records.ts';
import { keyRow } from './rows.ts';
import { makeSearchText } from './past/search-text.ts';
import type { Database } from './database.ts';

/** The time of an action, and its person: null if nobody is signed in. */
export interface Moment {
  readonly now: number;
  readonly person: string | null;
}

/** Writes all of a change, inside the caller's transaction. */
export function writeChange(
  sql: Database,
  jobId: number,
  change: JournalChange,
  { now, person }: Moment,
) {
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

/** Returns the tracking code of a printed label: the row may have another label later. */
function findTracking(sql: Database, jobId: number, shipmentId: number | null) {
  const query = `SELECT shipment ->> '$.logistics.trackingCode' FROM shipments
    WHERE jobId = ? AND shipmentId = ?`;
  return sql.list(z.string().nullable(), query, [jobId, shipmentId])[0] ?? null;
}

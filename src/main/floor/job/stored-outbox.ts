import { z } from 'zod';
import { bit, type Journal, makeJsonColumn, type Database } from '../../journal/index.ts';
import type { FloorMemory, FloorPayload, Outbox, OutboxEntry } from '../types.ts';

const text = z.string().nullable();

/** The journal wrote it, in the transaction of its action: its kind is enough to recognise one. */
const payloadColumn = makeJsonColumn(
  z.looseObject({ kind: z.string() }),
) as unknown as z.ZodType<FloorPayload>;

const entryRow: z.ZodType<OutboxEntry> = z.object({
  number: z.number(),
  id: z.string(),
  company: z.string(),
  groupingId: z.number(),
  station: text,
  payload: payloadColumn,
  person: text,
  atMs: z.number(),
  alone: bit,
});

const memoryRow: z.ZodType<FloorMemory> = z.object({
  mark: z.number(),
  life: text,
  stations: makeJsonColumn(z.array(z.object({ id: z.string(), name: z.string() }))),
});

/**
 * This station's events and those it has received, and its memory of the floor, in its journal.
 * Methods throw `JournalError`.
 */
export class StoredOutbox implements Outbox {
  readonly #sql: Database;

  constructor(journal: Pick<Journal, 'floorTables'>) {
    this.#sql = journal.floorTables();
  }

  peek(limit: number) {
    const sql = 'SELECT * FROM floor_outbox WHERE told = 0 ORDER BY number LIMIT ?';
    return this.#sql.all(entryRow, sql, [limit]);
  }

  /** Returns own actions on a grouping whose place in the floor's order is not known yet. */
  unheard(company: string, groupingId: number) {
    const sql = `SELECT * FROM floor_outbox
      WHERE heard = 0 AND station IS NULL AND company = ? AND groupingId = ? ORDER BY number`;
    return this.#sql.all(entryRow, sql, [company, groupingId]);
  }

  /** Returns the events of these shipments that were received, own ones too. */
  received(company: string, groupingId: number, shipmentIds: ReadonlySet<number>) {
    const sql = `SELECT * FROM floor_outbox
      WHERE (station IS NOT NULL OR heard) AND company = ? AND groupingId = ? ORDER BY number`;
    const all = this.#sql.all(entryRow, sql, [company, groupingId]);
    return all.filter(
      ({ payload }) => 'shipmentId' in payload && shipmentIds.has(payload.shipmentId),
    );
  }

  count() {
    return this.#sql.list(z.number(), 'SELECT count(*) FROM floor_outbox WHERE told = 0')[0] ?? 0;
  }

  drop(throughNumber: number) {
    this.#sql.run('UPDATE floor_outbox SET told = 1 WHERE told = 0 AND number <= ?', [
      throughNumber,
    ]);
  }

  /** It happened or was received here. */
  knows(id: string) {
    return this.#sql.list(z.string(), 'SELECT id FROM floor_outbox WHERE id = ?', [id]).length > 0;
  }

  recall() {
    const none = { mark: 0, life: null, stations: [] };
    return this.#sql.all(memoryRow, 'SELECT * FROM floor_memory')[0] ?? none;
  }

  remember({ mark, life, stations }: FloorMemory) {
    this.#sql.put('floor_memory', { one: 1 }, { mark, life, stations });
  }

  /** With its present work: labels that may be on paper, and a conclusion under way. */
  rewind() {
    const open = `INSERT INTO floor_outbox (id, company, groupingId, payload, atMs, alone)
      SELECT hex(randomblob(16)), company, groupingId, payload, unixepoch() * 1000, 0 FROM (
        SELECT company, groupingId, json_object('kind', 'doubt', 'shipmentId', shipmentId,
          'copy', copy, 'open', json('true')) AS payload
        FROM floor_claims JOIN jobs ON jobs.id = jobId WHERE isPrinting AND NOT isAlone
        UNION ALL SELECT company, groupingId, '{"kind":"conclusion-unknown"}' FROM jobs
          WHERE state = 'concluding'
      )`;
    this.#sql.run('UPDATE jobs SET floorSeq = 0 WHERE floorSeq IS NOT NULL');
    this.#sql.run('UPDATE floor_outbox SET told = 0, heard = 0');
    this.#sql.run(open);
  }
}

/** Returns what the station of a journal has of its own. */
export function readOwn(journal: Journal) {
  const outbox = new StoredOutbox(journal);
  return { outbox, stationId: journal.stationId(), session: journal.session() };
}

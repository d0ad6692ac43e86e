import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { FloorMemory, FloorPayload, Outbox, OutboxEntry } from '../floor/index.ts';
import { bit, isOpenOutcome, makeJsonColumn } from './rows.ts';
import type { Database } from './database.ts';

const text = z.string().nullable();

/** This journal wrote it, in the transaction of its action: its kind is enough to recognise one. */
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
const stationRow = z.object({ id: z.string(), key: z.string(), marks: z.string() });
const readStation = 'SELECT * FROM floor_station';

/**
 * Claims stay as rows that another station has by now, which ends them and their questions as soon
 * as the floor is read. A print is not searched: it was begun elsewhere. Reported events keep their
 * ids, so that they count once.
 */
const giveUpForeign = [
  'UPDATE floor_claims SET isKept = 1, isPrinting = 0 WHERE isAlone = 0',
  'DELETE FROM floor_memory',
  'UPDATE floor_outbox SET station = (SELECT id FROM floor_station) WHERE told AND station IS NULL',
  `DELETE FROM floor_outbox WHERE NOT told AND NOT coalesce(
    json_extract(payload, '$.kind') IN
      ('checked', 'unchecked', 'accepted', 'taken-back', 'concluded')
      OR (json_extract(payload, '$.kind') = 'printed' AND alone = 1), 0)`,
  `DELETE FROM print_tallies
    WHERE runId IN (SELECT id FROM print_runs WHERE outcome ${isOpenOutcome})`,
  `UPDATE print_runs SET outcome = 'unknown', spool = json_set(spool, '$.system', NULL)
    WHERE outcome ${isOpenOutcome} AND json_valid(spool)`,
];

/**
 * Makes the journal's station this computer's and user's. Returns true if it was another's: then it
 * is a new one.
 */
export function adoptStation(sql: Database, machine: readonly string[]) {
  const [known] = sql.all(stationRow, readStation);
  const key = known?.key ?? randomBytes(16).toString('hex');
  const { marks, isCopy } = identify(key, known?.marks.split(' ').filter(Boolean) ?? [], machine);
  if (!isCopy && marks.join(' ') === known?.marks) return false;
  for (const statement of isCopy ? giveUpForeign : []) sql.run(statement);
  const id = known === undefined || isCopy ? randomUUID() : known.id;
  sql.run('DELETE FROM floor_station');
  sql.insert('floor_station', { id, key, marks: marks.join(' ') });
  return isCopy;
}

/**
 * Compares data with these marks with this machine. A mark is the keyed digest of a fact of
 * `readMachine`, after its kind. `isCopy`: another computer's or user's, because no fact of a kind
 * that both have is equal.
 */
function identify(key: string, before: readonly string[], machine: readonly string[]) {
  const now = machine.map(
    (mark) => `${mark.split(' ')[0]}:${createHmac('sha256', key).update(mark).digest('hex')}`,
  );
  const byKind = (marks: readonly string[]) => Map.groupBy(marks, (mark) => mark.split(':')[0]);
  const known = byKind(before);
  const isCopy = [...byKind(now)].some(([kind, marks]) =>
    known.get(kind)?.every((mark) => !marks.includes(mark)),
  );
  return { marks: isCopy ? now : [...new Set([...before, ...now])], isCopy };
}

/**
 * This station's events and those it has received, and the floor's share of them. Methods throw
 * `JournalError`.
 */
export class StoredOutbox implements Outbox {
  readonly #sql: Database;

  constructor(sql: Database) {
    this.#sql = sql;
  }

  /** This journal's id for other stations: new for each journal, because its numbers begin anew. */
  stationId() {
    return this.#sql.all(stationRow, readStation)[0]?.id ?? '';
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

import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { FloorTelling, Outbox, OutboxEntry } from '../../floor/index.ts';
import { identify } from '../station/identity.ts';
import { bit, countRow, makeJsonColumn } from './rows.ts';
import type { Statements } from './statements.ts';

const text = z.string().nullable();

/** This journal wrote it, in a transaction with what it tells: its kind is enough to know that it is one. */
const tellingColumn = makeJsonColumn(z.looseObject({ kind: z.string() })) as unknown as z.ZodType<FloorTelling>;

const entryRow: z.ZodType<OutboxEntry> = z.object({
  number: z.number(),
  id: z.string(),
  company: z.string(),
  groupingId: z.number(),
  telling: tellingColumn,
  person: text,
  atMs: z.number(),
  alone: bit,
});

const stationRow = z.object({ id: z.string(), key: z.string(), marks: z.string() });
const readStation = 'SELECT id, key, marks FROM floor_station';

/**
 * What a copy does not go on with, because it is the first station's. Claims stay, as rows that another station has by now, which
 * ends them and the questions about them as soon as the floor is heard. A print is looked for at no printer: it was begun elsewhere.
 * Told is what is true whoever says it, under the same id, so that it counts once.
 */
const giveUpForeign = [
  'UPDATE floor_claims SET is_kept = 1, is_printing = 0 WHERE is_alone = 0',
  `DELETE FROM floor_outbox WHERE NOT coalesce(
    json_extract(telling, '$.kind') IN ('checked', 'unchecked', 'accepted', 'taken-back', 'concluded')
      OR (json_extract(telling, '$.kind') = 'printed' AND alone = 1), 0)`,
  `DELETE FROM print_tallies WHERE run_id IN (SELECT id FROM print_runs WHERE outcome IN ('running', 'unknown'))`,
  `UPDATE print_runs SET outcome = 'unknown', spool = json_set(spool, '$.system', NULL)
    WHERE outcome IN ('running', 'unknown') AND json_valid(spool)`,
];

/** Makes the journal's station this computer's and this user's. True where it was another one's: it is one of its own from here on. */
export function settleStation(sql: Statements, machine: readonly string[]): boolean {
  const [known] = sql.all(stationRow, readStation, []);
  const key = known?.key ?? randomBytes(16).toString('hex');
  const { marks, isCopy } = identify(key, known?.marks.split(' ').filter(Boolean) ?? [], machine);
  if (!isCopy && marks.join(' ') === known?.marks) return false;
  for (const statement of isCopy ? giveUpForeign : []) sql.run(statement, []);
  const id = known === undefined || isCopy ? randomUUID() : known.id;
  sql.run('DELETE FROM floor_station', []);
  sql.run('INSERT INTO floor_station VALUES (?, ?, ?)', [id, key, marks.join(' ')]);
  return isCopy;
}

/** What this station has done and the floor has not heard of. Methods throw `JournalError`. */
export class StoredOutbox implements Outbox {
  readonly #sql: Statements;
  readonly #guard: <T>(work: () => T) => T;

  constructor(sql: Statements, guard: <T>(work: () => T) => T) {
    this.#sql = sql;
    this.#guard = guard;
  }

  /** By which this journal is known to other stations: another one for each journal, because its numbers begin anew. */
  stationId(): string {
    return this.#guard(() => this.#sql.all(stationRow, readStation, [])[0]?.id ?? '');
  }

  peek(limit: number): readonly OutboxEntry[] {
    const sql = `SELECT number, id, company, grouping_id AS groupingId, telling, person, at_ms AS atMs, alone
      FROM floor_outbox ORDER BY number LIMIT ?`;
    return this.#guard(() => this.#sql.all(entryRow, sql, [limit]));
  }

  count(): number {
    return this.#guard(() => this.#sql.all(countRow, 'SELECT count(*) AS count FROM floor_outbox', [])[0]?.count ?? 0);
  }

  drop(throughNumber: number): void {
    this.#guard(() => this.#sql.run('DELETE FROM floor_outbox WHERE number <= ?', [throughNumber]));
  }
}

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { FloorTelling, Outbox, OutboxEntry } from '../../floor/index.ts';
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

const stationRow = z.object({ id: z.string() });

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
    return this.#guard(() => {
      const read = (): string | undefined => this.#sql.all(stationRow, 'SELECT id FROM floor_station', [])[0]?.id;
      const known = read();
      if (known !== undefined) return known;
      this.#sql.run('INSERT INTO floor_station SELECT ? WHERE NOT EXISTS (SELECT 1 FROM floor_station)', [
        randomUUID(),
      ]);
      return read() ?? '';
    });
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

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { z } from 'zod';

/** Values by their columns: true and false are stored as 1 and 0, objects and lists as JSON. */
type Row = Readonly<Record<string, SQLInputValue | boolean | object>>;

/**
 * A database's statements, each prepared once. Outside of a transaction, `fail` throws their errors
 * in its own form.
 */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #fail: (error: unknown) => never;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, fail: (error: unknown) => never) {
    this.#database = database;
    this.#fail = fail;
  }

  run(sql: string, values: readonly SQLInputValue[]): ReturnType<StatementSync['run']> {
    return this.#try(sql, (statement) => statement.run(...values));
  }

  /** Returns the row's id. */
  insert(table: string, row: Row) {
    const { lastInsertRowid } = this.run(makeInsert(table, row), toColumns(row));
    return Number(lastInsertRowid);
  }

  update(table: string, key: Row, row: Row) {
    const list = (part: Row) => Object.keys(part).map((name) => `${name} = ?`);
    const sql = `UPDATE ${table} SET ${list(row).join(', ')} WHERE ${list(key).join(' AND ')}`;
    return Number(this.run(sql, [...toColumns(row), ...toColumns(key)]).changes);
  }

  put(table: string, key: Row, row: Row) {
    const changes = Object.keys(row).map((name) => `${name} = excluded.${name}`);
    const otherwise = changes.length === 0 ? 'NOTHING' : `UPDATE SET ${changes.join(', ')}`;
    const whole = { ...key, ...row };
    this.run(`${makeInsert(table, whole)} ON CONFLICT DO ${otherwise}`, toColumns(whole));
  }

  /** Returns a query's rows, each parsed with the schema. Values in their order, or by name. */
  all<Row>(
    schema: z.ZodType<Row>,
    sql: string,
    values: readonly SQLInputValue[] | Readonly<Record<string, SQLInputValue>>,
  ): Row[] {
    return this.#try(sql, (statement) => {
      // One after the other: a large grouping's rows are not in memory twice.
      const rows = isList(values) ? statement.iterate(...values) : statement.iterate({ ...values });
      try {
        return Array.from(rows, (row) => schema.parse(row));
      } finally {
        // A value that Node cannot read leaves the statement in progress otherwise, and the journal
        // could not be copied.
        rows.return?.();
      }
    });
  }

  #try<T>(sql: string, work: (statement: StatementSync) => T): T {
    try {
      const statement = this.#prepared.get(sql) ?? this.#database.prepare(sql);
      this.#prepared.set(sql, statement);
      return work(statement);
    } catch (error) {
      if (this.#database.isOpen && this.#database.isTransaction) throw error;
      return this.#fail(error);
    }
  }
}

function isList(
  values: readonly SQLInputValue[] | Readonly<Record<string, SQLInputValue>>,
): values is readonly SQLInputValue[] {
  return Array.isArray(values);
}

function makeInsert(table: string, row: Row) {
  const names = Object.keys(row);
  return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
}

function toColumns(row: Row): readonly SQLInputValue[] {
  return Object.values(row).map((value) => {
    if (typeof value === 'boolean') return Number(value);
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  });
}

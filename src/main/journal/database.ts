import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { z } from 'zod';

/** Booleans are stored as 1 and 0, objects and lists as JSON. */
export type Value = SQLInputValue | boolean | object | undefined;
type Values = readonly Value[];
/** Values by their columns. */
type Row = Readonly<Record<string, Value>>;

/**
 * An open database, whose statements are prepared once. Outside of a transaction, `fail` throws
 * their errors in its own form.
 */
export class Database {
  readonly #open: DatabaseSync;
  readonly #fail: (error: unknown) => never;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(open: DatabaseSync, fail: (error: unknown) => never = rethrow) {
    this.#open = open;
    this.#fail = fail;
  }

  /** All of the work, or nothing. A `durable` transaction survives a power cut. */
  transact<T>(durable: boolean, work: () => T): T {
    return this.attempt(() => {
      if (durable) this.#open.exec('PRAGMA synchronous = FULL');
      try {
        this.#open.exec('BEGIN IMMEDIATE');
        const result = work();
        this.#open.exec('COMMIT');
        return result;
      } finally {
        if (this.#open.isTransaction) this.#open.exec('ROLLBACK');
        if (durable) this.#open.exec('PRAGMA synchronous = NORMAL');
      }
    });
  }

  /** Work whose errors are those of the database. */
  attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (this.#open.isOpen && this.#open.isTransaction) throw error;
      return this.#fail(error);
    }
  }

  run(sql: string, values: Values = []): ReturnType<StatementSync['run']> {
    return this.attempt(() => this.#prepare(sql).run(...toColumns(values)));
  }

  /** Returns the row's id. */
  insert(table: string, row: Row) {
    const { lastInsertRowid } = this.run(makeInsert(table, row), Object.values(row));
    return Number(lastInsertRowid);
  }

  update(table: string, key: Row, row: Row) {
    const changes = compare(row).join(', ');
    const sql = `UPDATE ${table} SET ${changes} WHERE ${compare(key).join(' AND ')}`;
    return Number(this.run(sql, [...Object.values(row), ...Object.values(key)]).changes);
  }

  put(table: string, key: Row, row: Row) {
    const changes = Object.keys(row).map((name) => `${name} = excluded.${name}`);
    const otherwise = changes.length === 0 ? 'NOTHING' : `UPDATE SET ${changes.join(', ')}`;
    const whole = { ...key, ...row };
    this.run(`${makeInsert(table, whole)} ON CONFLICT DO ${otherwise}`, Object.values(whole));
  }

  remove(table: string, key: Row) {
    this.run(`DELETE FROM ${table} WHERE ${compare(key).join(' AND ')}`, Object.values(key));
  }

  /** Returns a query's rows, each parsed with the schema. */
  all<T>(schema: z.ZodType<T>, sql: string, values: Values = []): T[] {
    return this.#read(sql, values, (row) => schema.parse(row));
  }

  /** Returns the first column of a query's rows. */
  list<T>(schema: z.ZodType<T>, sql: string, values: Values = []): T[] {
    return this.#read(sql, values, (row) => schema.parse(Object.values(row)[0]));
  }

  #read<T>(sql: string, values: Values, parse: (row: Record<string, unknown>) => T): T[] {
    return this.attempt(() => {
      // One after the other: a large grouping's rows are not in memory twice.
      const rows = this.#prepare(sql).iterate(...toColumns(values));
      try {
        return Array.from(rows, parse);
      } finally {
        // Otherwise a value that Node cannot read leaves the statement in progress, and the journal
        // cannot be copied.
        rows.return?.();
      }
    });
  }

  #prepare(sql: string) {
    const statement = this.#prepared.get(sql) ?? this.#open.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

function rethrow(error: unknown): never {
  throw error;
}

const compare = (row: Row) => Object.keys(row).map((name) => `${name} = ?`);

function makeInsert(table: string, row: Row) {
  const names = Object.keys(row);
  return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
}

function toColumns(values: Values): readonly SQLInputValue[] {
  return values.map((value = null) => {
    if (typeof value === 'boolean') return Number(value);
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  });
}

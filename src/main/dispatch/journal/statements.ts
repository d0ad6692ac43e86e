import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { z } from 'zod';

/** A database's statements, each prepared once. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  run(sql: string, values: readonly SQLInputValue[]): ReturnType<StatementSync['run']> {
    return this.#statement(sql).run(...values);
  }

  /** Returns a query's rows, each parsed with the schema. Values in their order, or by name. */
  all<Row>(
    schema: z.ZodType<Row>,
    sql: string,
    values: readonly SQLInputValue[] | Readonly<Record<string, SQLInputValue>>,
  ): Row[] {
    const statement = this.#statement(sql);
    // One after the other: a large grouping's rows are not in memory twice.
    const rows = isList(values) ? statement.iterate(...values) : statement.iterate({ ...values });
    return Array.from(rows, (row) => schema.parse(row));
  }

  #statement(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

function isList(
  values: readonly SQLInputValue[] | Readonly<Record<string, SQLInputValue>>,
): values is readonly SQLInputValue[] {
  return Array.isArray(values);
}

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

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

  all(sql: string, values: readonly SQLInputValue[]): ReturnType<StatementSync['all']> {
    return this.#statement(sql).all(...values);
  }

  #statement(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

import { z } from 'zod';
import type { MadeSource } from '#shared/domain/erp.ts';
import { type LabelReading, type Made, madeSchema, readingSchema } from '#shared/domain/records.ts';
import type { AccessKey, KnownIssuers } from '#shared/identities/access-key.ts';
import { mayBeSameCompany, readCompanyTaxId } from './station/company-key.ts';
import type { Database } from './database.ts';
import { makeJsonColumn } from './rows.ts';

const madeRow = madeSchema.extend({
  company: z.string(),
  document: makeJsonColumn(madeSchema.shape.document.unwrap()).nullable(),
});

/** What was learned or made apart from any job. Methods throw `JournalError`. */
export class Facts {
  readonly #sql: Database;

  constructor(sql: Database) {
    this.#sql = sql;
  }

  findIssuers(company: string): KnownIssuers {
    const sql = 'SELECT issuer FROM issuers WHERE company = ?';
    const issuers = new Set(this.#sql.list(z.string(), sql, [company]));
    return { taxId: readCompanyTaxId(company), issuers };
  }

  /** Keeps the issuers of keys that are certainly of this company's invoices. */
  learnIssuers(company: string, keys: readonly AccessKey[]) {
    const { issuers } = this.findIssuers(company);
    const news = keys.filter(({ issuer }) => !issuers.has(issuer));
    if (news.length === 0) return;
    this.#sql.transact(false, () => {
      for (const { issuer } of news) this.#sql.put('issuers', { company, issuer }, {});
    });
  }

  findReading(sha256: string, how: string): LabelReading | null {
    const sql = 'SELECT reading FROM label_readings WHERE sha256 = ? AND how = ?';
    return this.#sql.list(makeJsonColumn(readingSchema), sql, [sha256, how])[0] ?? null;
  }

  /** A power cut may lose it: it is read again then. */
  keepReading(sha256: string, how: string, reading: LabelReading) {
    this.#sql.put('label_readings', { sha256, how }, { reading });
  }

  /**
   * Returns the last request for an invoice or a sale of this source, with its result, under a key
   * that may be this company's; null if there was none.
   */
  findMade(company: string, { action, id }: MadeSource): Made | null {
    const sql = 'SELECT * FROM made WHERE action = ? AND sourceId = ? ORDER BY atMs DESC';
    const found = this.#sql.all(madeRow, sql, [action, id]);
    const last = found.find((one) => mayBeSameCompany(one.company, company));
    if (last === undefined) return null;
    const { company: _, ...made } = last;
    return made;
  }

  /** Stores it durably; null: certainly nothing was made. */
  keepMade(company: string, { action, id: sourceId }: MadeSource, made: Made | null) {
    const key = { company, action, sourceId };
    this.#sql.transact(true, () => {
      if (made === null) this.#sql.remove('made', key);
      else this.#sql.put('made', key, { ...made });
    });
  }
}

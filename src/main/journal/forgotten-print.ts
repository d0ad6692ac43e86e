/** Prints that a journal does not have, because it was lost or put back since they began. */
import { z } from 'zod';
import { readState } from '#shared/domain/job.ts';
import type { GuardedPrint } from './station/guards.ts';
import { doubt } from './print-verdict.ts';
import type { JobRecord, OpenPrint, SpoolRecord } from './records.ts';
import { isOpenOutcome } from './rows.ts';
import type { Database } from './database.ts';

/**
 * The journal's record for such a print, of any number of spool jobs: from its title on the journal
 * has them.
 */
type ForgottenPrint = Pick<GuardedPrint, 'title' | 'verdict'>;

/** The printer of a print that this journal did not see begin: unknown. */
export const forgottenPrinter = '';

export function isForgotten(print: OpenPrint | null) {
  return print?.printer === forgottenPrinter;
}

/**
 * Returns the print that the journal must have had and lacks. `last`: the spool job that was begun
 * last, by any journal's record. If the journal has the one before, it misses only this one, which
 * the guard describes; else every label that it does not have as printed may be on paper.
 */
export function findForgottenPrint(
  sql: Database,
  { id, head, entries, openPrint, claims }: JobRecord,
  last: GuardedPrint | null,
): ForgottenPrint | null {
  const query = `SELECT 1 FROM print_runs WHERE jobId = ? AND spool ->> '$.title' = ?`;
  const isKnown = (title: string): boolean => sql.list(z.number(), query, [id, title]).length > 0;
  if (last !== null && !isKnown(last.title)) {
    const { title, after, verdict } = last;
    const isNextOne = openPrint === null && (after === null || isKnown(after));
    const ids = new Set(entries.map(({ shipment }) => shipment.id));
    if (isNextOne && verdict.perhaps.every((one) => ids.has(one))) return { title, verdict };
    // It died between the guard and the row of the print: only its own claims are affected, nothing
    // that others print.
    const claimed = openPrint === null ? claims.filter(({ isPrinting }) => isPrinting) : [];
    if (claimed.length > 0)
      return { title, verdict: doubt(claimed.map(({ shipmentId }) => shipmentId)) };
    const unprinted = entries.filter(
      ({ position, label }) => position !== null && readState(label) !== 'printed',
    );
    return { title, verdict: doubt(unprinted.map(({ shipment }) => shipment.id)) };
  }
  const perhaps = head.printVerdict?.perhaps ?? [];
  return openPrint === null && perhaps.length > 0 ? { title: '', verdict: doubt(perhaps) } : null;
}

/** The spool job of such a print, which cannot be found. */
export function makeForgottenSpool(title = ''): SpoolRecord {
  return { title, system: null, jobId: null, bootedAtMs: 0, placed: { places: [], total: 0 } };
}

/** Stores that these are in doubt, in place of all doubts of the job before. */
export function addForgottenPrint(
  sql: Database,
  jobId: number,
  { title, verdict }: ForgottenPrint,
  now: number,
) {
  const shipmentIds = verdict.perhaps;
  const isQuestion = shipmentIds.length > 0;
  if (isQuestion) {
    const close = `UPDATE print_runs SET outcome = 'failed'
      WHERE jobId = ? AND outcome ${isOpenOutcome}`;
    sql.run(close, [jobId]);
    sql.update('jobs', { id: jobId }, { printVerdict: verdict });
  }
  sql.insert('print_runs', {
    jobId,
    printer: forgottenPrinter,
    shipmentIds,
    outcome: isQuestion ? 'unknown' : 'failed',
    startedAtMs: now,
    spool: makeForgottenSpool(title),
  });
}

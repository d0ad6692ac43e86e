/** Prints that a journal does not know of, because it is not the one that was there when they were begun, or not as it was. */
import { z } from 'zod';
import type { PrintVerdict } from '../../../shared/index.ts';
import type { GuardedPrint } from '../station/guards.ts';
import { doubt } from './print-verdict.ts';
import type { JobRecord, OpenPrint, SpoolRecord } from './records.ts';
import type { Statements } from './statements.ts';

/** What stands for such a print, of however many spool jobs, in the journal. */
interface ForgottenPrint {
  /** Of the last spool job, as far as a guard tells: from here on the journal knows it. */
  readonly title: string;
  /** What is true of its labels, as far as anybody knows. */
  readonly verdict: PrintVerdict;
}

/** The printer of a print that nobody here saw begin: it is not known. */
export const forgottenPrinter = '';

/** True where the journal itself did not see this print begin. */
export function isForgotten(print: OpenPrint | null): boolean {
  return print?.printer === forgottenPrinter;
}

/**
 * The print that the journal must have known of and does not. `last`: the spool job that was begun last, whoever wrote it
 * down. If the journal has the one before, it misses this one alone, of which the guard tells; else all that it does not know
 * to be printed may be.
 */
export function findForgottenPrint(
  sql: Statements,
  { id, head, entries, openPrint, claims }: JobRecord,
  last: GuardedPrint | null,
): ForgottenPrint | null {
  const query = `SELECT 1 AS known FROM print_runs WHERE job_id = ? AND json_extract(spool, '$.title') = ?`;
  const isKnown = (title: string): boolean => sql.all(z.object({ known: z.number() }), query, [id, title]).length > 0;
  if (last !== null && !isKnown(last.title)) {
    const { title, after, verdict } = last;
    const isNextOne = openPrint === null && (after === null || isKnown(after));
    if (isNextOne && verdict.perhaps.every((one) => entries.some(({ shipment }) => shipment.id === one)))
      return { title, verdict };
    // It died between the guard and the row of the print: that is of what it had claimed, and of nothing that others print.
    const claimed = openPrint === null ? claims.filter(({ isPrinting }) => isPrinting) : [];
    if (claimed.length > 0) return { title, verdict: doubt(claimed.map(({ shipmentId }) => shipmentId)) };
    const unprinted = entries.filter(({ position, label }) => position !== null && label.state !== 'printed');
    return { title, verdict: doubt(unprinted.map(({ shipment }) => shipment.id)) };
  }
  const perhaps = head.printVerdict?.perhaps ?? [];
  return openPrint === null && perhaps.length > 0 ? { title: '', verdict: doubt(perhaps) } : null;
}

/** The spool job of such a print: there is none to be found. */
export function makeForgottenSpool(title = ''): SpoolRecord {
  return { title, system: null, jobId: null, bootedAtMs: 0, placed: { places: [], total: 0 } };
}

/** Writes down that these are in doubt, in the place of whatever of the job was in doubt before. */
export function addForgottenPrint(
  sql: Statements,
  jobId: number,
  { title, verdict }: ForgottenPrint,
  now: number,
): void {
  const shipmentIds = verdict.perhaps;
  const isQuestion = shipmentIds.length > 0;
  if (isQuestion) {
    const close = `UPDATE print_runs SET outcome = 'failed', ended_at_ms = ?
      WHERE job_id = ? AND outcome IN ('running', 'unknown')`;
    sql.run(close, [now, jobId]);
    sql.run('UPDATE jobs SET print_verdict = ? WHERE id = ?', [JSON.stringify(verdict), jobId]);
  }
  const spool = makeForgottenSpool(title);
  sql.run(
    `INSERT INTO print_runs (job_id, printer, shipment_ids, outcome, started_at_ms, spool) VALUES (?, ?, ?, ?, ?, ?)`,
    [
      jobId,
      forgottenPrinter,
      JSON.stringify(shipmentIds),
      isQuestion ? 'unknown' : 'failed',
      now,
      JSON.stringify(spool),
    ],
  );
}

import { claimRow, fileRow, jobRow, printRunRow, shipmentRow, spoolRow } from './rows.ts';
import type { JobRecord } from './records.ts';
import { doubt } from './print-verdict.ts';
import type { Statements } from './statements.ts';

/** Returns the job as it was left, or null. */
export function loadJob(sql: Statements, company: string, groupingId: number): JobRecord | null {
  const [job] = sql.all(
    jobRow,
    `SELECT id, grouping, state, difference, fault, pdf_path AS pdfPath, zpl_path AS zplPath,
       print_verdict AS printVerdict, floor_seq AS floorSeq FROM jobs WHERE company = ? AND grouping_id = ?`,
    [company, groupingId],
  );
  if (job === undefined) return null;
  const { id, floorSeq, ...head } = job;
  const fileRows = sql.all(
    fileRow,
    `SELECT shipment_id AS shipmentId, ordinal, url_hash AS urlHash, sha256, content FROM label_files
     WHERE job_id = ? ORDER BY shipment_id, ordinal`,
    [id],
  );
  const files = Map.groupBy(fileRows, ({ shipmentId }) => shipmentId);
  const shipmentRows = sql.all(
    shipmentRow,
    `SELECT s.shipment_id AS shipmentId, s.position, s.shipment, s.checked_at_ms AS checkedAtMs,
       s.scanned_volumes AS scannedVolumes,
       l.state, l.fault, l.accepted, l.times_printed AS timesPrinted,
       l.own_choice AS ownChoice, l.fewer_seen AS fewerSeen, l.many_seen AS manySeen
     FROM shipments s JOIN labels l USING (job_id, shipment_id) WHERE job_id = ? ORDER BY s.position`,
    [id],
  );
  const entries = shipmentRows.map(({ shipmentId, shipment, position, checkedAtMs, scannedVolumes, ...label }) => {
    const labelFiles = (files.get(shipmentId) ?? []).map(({ ordinal, urlHash, sha256, content }) => {
      return { ordinal, urlHash, content: sha256 === null ? null : content && { sha256, ...content } };
    });
    return { shipment, position, checkedAtMs, scannedVolumes, label, files: labelFiles };
  });
  const runs = sql.all(
    printRunRow,
    'SELECT id, printer, shipment_ids AS shipmentIds, outcome FROM print_runs WHERE job_id = ? ORDER BY id',
    [id],
  );
  const open = runs.find(({ outcome }) => outcome === 'running' || outcome === 'unknown');
  const [seen] = sql.all(
    spoolRow,
    `SELECT spool, (SELECT json_object('printed', printed, 'perhaps', perhaps, 'not', unprinted)
       FROM print_tallies WHERE run_id = id) AS tally FROM print_runs WHERE id = ?`,
    [open?.id ?? null],
  );
  const openPrint = open === undefined || seen === undefined ? null : { ...open, ...seen };
  return {
    id,
    company,
    // An open print without a verdict is in doubt as a whole.
    head: { ...head, printVerdict: head.printVerdict ?? (openPrint && doubt(openPrint.shipmentIds)) },
    entries,
    openPrint,
    floorSeq,
    claims: sql.all(
      claimRow,
      `SELECT shipment_id AS shipmentId, copy, is_kept AS isKept, is_printing AS isPrinting, is_alone AS isAlone
       FROM floor_claims WHERE job_id = ?`,
      [id],
    ),
    printRunIds: new Map(runs.flatMap((run) => run.shipmentIds.map((shipment) => [shipment, run.id] as const))),
  };
}

import { isSave } from '#shared/domain/printing.ts';
import { claimRow, fileRow, isOpenOutcome, jobRow, printRunRow, shipmentRow } from './rows.ts';
import type { JobRecord } from './records.ts';
import { doubt } from './print-verdict.ts';
import type { Database } from './database.ts';

export function loadJob(sql: Database, company: string, groupingId: number): JobRecord | null {
  const [job] = sql.all(jobRow, 'SELECT * FROM jobs WHERE company = ? AND groupingId = ?', [
    company,
    groupingId,
  ]);
  if (job === undefined) return null;
  const { id, floorSeq, ...head } = job;
  const listFiles = 'SELECT * FROM label_files WHERE jobId = ? ORDER BY shipmentId, ordinal';
  const files = Map.groupBy(sql.all(fileRow, listFiles, [id]), ({ shipmentId }) => shipmentId);
  const listRuns = `SELECT id, printer, shipmentIds, outcome,
      CASE WHEN outcome ${isOpenOutcome} THEN spool END AS spool,
      (SELECT json_object('printed', printed, 'perhaps', perhaps, 'not', unprinted)
        FROM print_tallies WHERE runId = id) AS tally
    FROM print_runs WHERE jobId = ? ORDER BY id`;
  const runs = sql.all(printRunRow, listRuns, [id]);
  const printRunIds = new Map(
    runs.flatMap((run) => run.shipmentIds.map((shipment) => [shipment, run.id] as const)),
  );
  const sent = new Set(
    runs.flatMap(({ printer, shipmentIds }) => (isSave(printer) ? [] : shipmentIds)),
  );
  const listShipments = `SELECT * FROM shipments JOIN labels USING (jobId, shipmentId)
    WHERE jobId = ? ORDER BY position`;
  const shipmentRows = sql.all(shipmentRow, listShipments, [id]);
  const entries = shipmentRows.map(
    ({ shipmentId, shipment, position, checkedAtMs, scannedVolumes, ...label }) => {
      const labelFiles = (files.get(shipmentId) ?? []).map(
        ({ ordinal, urlHash, sha256, content }) => {
          return {
            ordinal,
            urlHash,
            content: sha256 === null ? null : content && { sha256, ...content },
          };
        },
      );
      const printRunId = printRunIds.get(shipmentId) ?? null;
      const isSaved = printRunId !== null && !sent.has(shipmentId);
      return {
        shipment,
        position,
        checkedAtMs,
        scannedVolumes,
        label,
        files: labelFiles,
        printRunId,
        isSaved,
      };
    },
  );
  const [openPrint = null] = runs.flatMap(({ spool, ...run }) =>
    spool === null ? [] : { ...run, spool },
  );
  return {
    id,
    company,
    // An open print without a verdict is in doubt as a whole.
    head: {
      ...head,
      printVerdict: head.printVerdict ?? (openPrint && doubt(openPrint.shipmentIds)),
    },
    entries,
    openPrint,
    floorSeq,
    claims: sql.all(claimRow, 'SELECT * FROM floor_claims WHERE jobId = ?', [id]),
  };
}

import { filePrinterName } from '#shared/domain/printing.ts';
import { claimRow, fileRow, isOpenOutcome, jobRow, printRunRow, shipmentRow } from './rows.ts';
import type { JobRecord } from './records.ts';
import { doubt } from './print-verdict.ts';
import type { Database } from './database.ts';

export function loadJob(sql: Database, company: string, groupingId: number): JobRecord | null {
  const findJob = 'SELECT * FROM jobs WHERE company = ? AND groupingId = ?';
  const [job] = sql.all(jobRow, findJob, [company, groupingId]);
  if (job === undefined) return null;
  const { id, floorSeq, ...head } = job;
  const listFiles = 'SELECT * FROM label_files WHERE jobId = ? ORDER BY shipmentId, ordinal';
  const filesOf = Map.groupBy(sql.all(fileRow, listFiles, [id]), ({ shipmentId }) => shipmentId);
  const listShipments = `
    WITH prints AS (SELECT CAST(value AS INTEGER) AS shipmentId, max(r.id) AS printRunId,
        min(r.printer = ?2) AS areSaved
      FROM print_runs r, json_each(r.shipmentIds) WHERE r.jobId = ?1 GROUP BY value)
    SELECT *, coalesce(areSaved, 0) AS isSaved FROM shipments LEFT JOIN prints USING (shipmentId)
    WHERE jobId = ?1 ORDER BY position`;
  const shipmentRows = sql.all(shipmentRow, listShipments, [id, filePrinterName]);
  const entries = shipmentRows.map((row) => {
    const { shipment, position, checkedAtMs, scannedVolumes, printRunId, isSaved, ...label } = row;
    const files = (filesOf.get(shipment.id) ?? []).map(({ ordinal, urlHash, content }) => {
      return { ordinal, urlHash, content };
    });
    return { shipment, position, checkedAtMs, scannedVolumes, printRunId, isSaved, label, files };
  });
  const findOpen = `SELECT * FROM print_runs LEFT JOIN print_tallies ON runId = id
    WHERE jobId = ? AND outcome ${isOpenOutcome}`;
  const [openPrint = null] = sql.all(printRunRow, findOpen, [id]);
  // An open print without a verdict is in doubt as a whole.
  const printVerdict = head.printVerdict ?? (openPrint && doubt(openPrint.shipmentIds));
  return {
    id,
    company,
    head: { ...head, printVerdict },
    entries,
    openPrint,
    floorSeq,
    claims: sql.all(claimRow, 'SELECT * FROM floor_claims WHERE jobId = ?', [id]),
  };
}

import { fileRow, jobRow, printRunRow, shipmentRow } from './rows.ts';
import type { EntryRecord, JobRecord } from './records.ts';
import { doubt } from './print-verdict.ts';
import type { Statements } from './statements.ts';

/** The job as it was left, or null where there is none. */
export function loadJob(sql: Statements, erpOrigin: string, groupingId: number): JobRecord | null {
  const [found] = sql.all(
    `SELECT id, grouping, state, difference, fault, pdf_path, zpl_path, print_verdict FROM jobs
     WHERE erp_origin = ? AND grouping_id = ?`,
    [erpOrigin, groupingId],
  );
  if (found === undefined) return null;
  const job = jobRow.parse(found);
  const files = Map.groupBy(
    sql
      .all('SELECT * FROM label_files WHERE job_id = ? ORDER BY shipment_id, ordinal', [job.id])
      .map((row) => fileRow.parse(row)),
    (file) => file.shipment_id,
  );
  const entries = sql
    .all(
      `SELECT s.shipment_id, s.position, s.shipment, s.checked_at_ms, l.state, l.fault, l.accepted, l.times_printed FROM shipments s
     JOIN labels l USING (job_id, shipment_id) WHERE job_id = ? ORDER BY s.position`,
      [job.id],
    )
    .map((row) => entryOf(shipmentRow.parse(row), files.get(Number(row['shipment_id'])) ?? []));
  const runs = sql
    .all('SELECT id, printer, shipment_ids, outcome FROM print_runs WHERE job_id = ? ORDER BY id', [job.id])
    .map((row) => printRunRow.parse(row));
  const open = runs.find(({ outcome }) => outcome === 'running' || outcome === 'unknown');
  return {
    id: job.id,
    head: {
      grouping: job.grouping,
      state: job.state,
      difference: job.difference,
      fault: job.fault,
      pdfPath: job.pdf_path,
      zplPath: job.zpl_path,
      // A print that was open before journals had verdicts is in doubt as a whole.
      printVerdict: job.print_verdict ?? (open === undefined ? null : doubt(open.shipment_ids)),
    },
    entries,
    openPrint:
      open === undefined
        ? null
        : { id: open.id, printer: open.printer, shipmentIds: open.shipment_ids, outcome: open.outcome },
    printRunIds: new Map(
      runs.flatMap(({ id, shipment_ids }) => shipment_ids.map((shipment) => [shipment, id] as const)),
    ),
  };
}

type ShipmentRow = ReturnType<typeof shipmentRow.parse>;
type FileRow = ReturnType<typeof fileRow.parse>;

function entryOf(row: ShipmentRow, files: readonly FileRow[]): EntryRecord {
  return {
    shipment: row.shipment,
    position: row.position,
    checkedAtMs: row.checked_at_ms,
    label: { state: row.state, fault: row.fault, accepted: row.accepted, timesPrinted: row.times_printed },
    files: files.map((file) => ({
      ordinal: file.ordinal,
      urlHash: file.url_hash,
      content:
        file.sha256 === null || file.format === null
          ? null
          : {
              sha256: file.sha256,
              bytes: file.bytes,
              format: file.format,
              pages: file.pages,
              hasZpl: file.has_zpl,
            },
    })),
  };
}

/** What the journal can be asked about the past. Only reads. */
import type { HistoryRow } from '../../../shared/index.ts';
import { historyRow, summaryRow } from './rows.ts';
import { historyKinds } from './records.ts';
import type { HistoryFilter, JobFilter, JobSummary } from './records.ts';
import { makeSearchPatterns } from './search-text.ts';
import type { Statements } from './statements.ts';

const defaultLimit = 50;

export function listJobs(
  statements: Statements,
  { company, concluded, limit = defaultLimit }: JobFilter,
): JobSummary[] {
  const sql = `
    SELECT j.company, j.grouping, j.state, j.created_at_ms AS createdAtMs, j.updated_at_ms AS updatedAtMs,
      count(s.shipment_id) AS shipments,
      count(*) FILTER (WHERE l.state = 'ready') AS ready,
      count(*) FILTER (WHERE l.state = 'printed') AS printed,
      count(*) FILTER (WHERE l.state = 'failed') AS failed
    FROM (
      SELECT * FROM jobs WHERE (?1 IS NULL OR company = ?1) AND (?2 IS NULL OR (state = 'concluded') = ?2)
      ORDER BY updated_at_ms DESC, id DESC LIMIT ?3
    ) j
    LEFT JOIN shipments s ON s.job_id = j.id AND s.position IS NOT NULL
    LEFT JOIN labels l ON l.job_id = j.id AND l.shipment_id = s.shipment_id
    GROUP BY j.id ORDER BY j.updated_at_ms DESC, j.id DESC`;
  const values = [company ?? null, concluded === undefined ? null : Number(concluded), limit];
  return statements.all(summaryRow, sql, values);
}

export function readHistory(
  statements: Statements,
  query: string,
  { company, kinds = historyKinds, limit = defaultLimit }: HistoryFilter,
): HistoryRow[] {
  const patterns = makeSearchPatterns(query);
  const like = `s.search LIKE ? ESCAPE '\\'`;
  const found =
    patterns === null
      ? ''
      : `AND EXISTS (SELECT 1 FROM shipments s WHERE s.job_id = e.job_id
           AND (e.shipment_id IS NULL OR e.shipment_id = s.shipment_id)
           AND ((${patterns.words.map(() => like).join(' AND ')}) OR ${like}))`;
  const sql = `
    SELECT e.at_ms AS atMs, e.kind, j.grouping, e.shipment_id AS shipmentId, p.shipment,
      CASE WHEN e.kind IN ('printed', 'reprinted') THEN json_extract(e.data, '$.run') END AS printRunId
    FROM events e JOIN jobs j ON j.id = e.job_id
    LEFT JOIN shipments p ON p.job_id = e.job_id AND p.shipment_id = e.shipment_id
    WHERE e.kind IN (${kinds.map(() => '?').join(', ')}) AND (? IS NULL OR j.company = ?) ${found}
    ORDER BY e.id DESC LIMIT ?`;
  const owner = company ?? null;
  const looked = patterns === null ? [] : [...patterns.words, patterns.code];
  const rows = statements.all(historyRow, sql, [...kinds, owner, owner, ...looked, limit]);
  return rows.map(({ grouping, shipment, ...same }) => {
    return {
      ...same,
      groupingId: grouping.id,
      identification: grouping.identification,
      recipient: shipment?.recipient?.name ?? null,
      trackingCode: shipment?.logistics?.trackingCode ?? null,
      invoiceNumber: shipment?.invoice?.number ?? null,
    };
  });
}

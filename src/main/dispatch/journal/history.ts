/** Queries about the past. Only reads. */
import {
  countVolumes,
  findByCode,
  historyKinds,
  listCodes,
  normaliseCode,
  readInvoiceNumber,
  readNumber,
} from '../../../shared/index.ts';
import type { DayTally, FoundParcel, HistoryRow } from '../../../shared/index.ts';
import type { ProofSource } from '../proof/proof.ts';
import { checkedRow, countRow, historyRow, listedShipmentRow, parcelRow, proofRow, summaryRow } from './rows.ts';
import type { HistoryFilter, JobFilter, JobSummary } from './records.ts';
import { makeSearchPatterns } from './search-text.ts';
import type { Statements } from './statements.ts';

const defaultLimit = 50;
/** Sent to the ERP, and no answer kept: nothing else at this workstation is as urgent. */
const inDoubt = `IN ('concluding', 'conclusion-unknown')`;

export function listJobs(
  statements: Statements,
  { company, concluded, groupingIds, limit = defaultLimit }: JobFilter,
): JobSummary[] {
  const sql = `
    SELECT j.company, j.grouping, j.state,
      (SELECT max(e.atMs) FROM events e
        WHERE e.jobId = j.id AND e.shipmentId IS NULL AND e.kind = 'concluded') AS concludedAtMs,
      EXISTS (SELECT 1 FROM print_runs r WHERE r.jobId = j.id AND r.outcome IN ('running', 'unknown')) AS hasOpenPrint,
      coalesce(json_array_length(j.printVerdict, '$.perhaps'), 0) > 0 AS hasDoubt,
      count(s.shipmentId) AS shipments,
      count(*) FILTER (WHERE l.state = 'ready' AND NOT l.accepted) AS ready,
      count(*) FILTER (WHERE l.state = 'printed' AND NOT l.accepted) AS printed,
      count(*) FILTER (WHERE l.state = 'failed' AND NOT l.accepted) AS failed,
      json_group_array(l.fault ->> '$.kind')
        FILTER (WHERE l.state = 'failed' AND NOT l.accepted AND l.fault IS NOT NULL) AS failedBy,
      count(*) FILTER (WHERE l.state = 'none' AND NOT l.accepted) AS without,
      count(*) FILTER (WHERE l.accepted) AS accepted,
      count(*) FILTER (WHERE l.state = 'failed' AND l.fault ->> '$.kind' = 'label-after-conclusion') AS heldBack,
      count(s.checkedAtMs) AS checked
    FROM (
      SELECT * FROM jobs WHERE (?1 IS NULL OR company = ?1) AND (?2 IS NULL OR (state = 'concluded') = ?2)
        AND (?4 IS NULL OR groupingId IN (SELECT value FROM json_each(?4)))
      ORDER BY state ${inDoubt} DESC, updatedAtMs DESC, id DESC LIMIT ?3
    ) j
    LEFT JOIN shipments s ON s.jobId = j.id AND s.position IS NOT NULL
    LEFT JOIN labels l ON l.jobId = j.id AND l.shipmentId = s.shipmentId
    GROUP BY j.id ORDER BY j.state ${inDoubt} DESC, j.updatedAtMs DESC, j.id DESC`;
  const ids = groupingIds === undefined ? null : JSON.stringify(groupingIds);
  const values = [company ?? null, concluded === undefined ? null : Number(concluded), limit, ids];
  return statements.all(summaryRow, sql, values);
}

/** Returns the work since then (epoch ms). Every action changes its job, so only jobs changed since are read. */
export function tallySince(statements: Statements, company: string, sinceMs: number): DayTally {
  const changed = 'SELECT id FROM jobs WHERE updatedAtMs >= ?2 AND company = ?1';
  const printed = `SELECT count(*) AS count FROM (SELECT DISTINCT jobId, shipmentId FROM events
    WHERE jobId IN (${changed}) AND kind IN ('printed', 'reprinted') AND atMs >= ?2 AND station IS NULL)`;
  const concluded = `SELECT count(*) AS count FROM jobs j WHERE company = ?1 AND updatedAtMs >= ?2 AND state = 'concluded'
    AND EXISTS (SELECT 1 FROM events e
      WHERE e.jobId = j.id AND e.shipmentId IS NULL AND e.kind = 'concluded' AND e.atMs >= ?2
        AND e.station IS NULL)`;
  const values = [company, sinceMs];
  return {
    labels: countWith(statements, printed, values),
    parcels: countParcels(statements, changed, values),
    groupings: countWith(statements, concluded, values),
  };
}

/** Of a half scanned shipment the scanned parcels count. Equal shipments are counted together. */
function countParcels(statements: Statements, changed: string, values: readonly (string | number)[]): number {
  const sql = `SELECT count(*) AS shipments, s.shipment ->> '$.volume.quantity' AS quantity,
      s.scannedVolumes ->> '$.of' AS volumes, coalesce(json_array_length(s.scannedVolumes, '$.codes'), 0) AS scanned,
      s.checkedAtMs IS NOT NULL AS isChecked
    FROM shipments s WHERE s.jobId IN (${changed}) AND NOT EXISTS (SELECT 1 FROM events e
        WHERE e.jobId = s.jobId AND e.shipmentId = s.shipmentId AND e.kind = 'checked' AND e.station IS NOT NULL
          AND e.atMs = s.checkedAtMs) AND (s.checkedAtMs >= ?2 OR (
      s.checkedAtMs IS NULL AND s.scannedVolumes IS NOT NULL AND EXISTS (SELECT 1 FROM events e
        WHERE e.jobId = s.jobId AND e.shipmentId = s.shipmentId AND e.kind = 'volume-checked' AND e.atMs >= ?2)))
    GROUP BY 2, 3, 4, 5`;
  return statements
    .all(checkedRow, sql, values)
    .map(({ shipments, quantity, volumes, scanned, isChecked }) => {
      const parcels = isChecked ? (volumes ?? countVolumes({ quantity }) ?? 1) : scanned;
      return shipments * parcels;
    })
    .reduce((sum, parcels) => sum + parcels, 0);
}

export function countWith(statements: Statements, sql: string, values: Parameters<Statements['all']>[2]): number {
  return statements.all(countRow, sql, values)[0]?.count ?? 0;
}

/** Newest first. */
export function readHistory(statements: Statements, query: string, filter: HistoryFilter): HistoryRow[] {
  const { before = null, limit = defaultLimit } = filter;
  const { found, where, values } = selectEvents(query, filter);
  const sql = `${found}
    SELECT e.id, e.atMs, e.kind, e.person, e.station, j.grouping, e.shipmentId, p.shipment,
      CASE WHEN e.kind IN ('printed', 'reprinted') THEN json_extract(e.data, '$.run') END AS printRunId,
      json_extract(e.data, '$.file') AS file,
      coalesce(l.timesPrinted, 0) AS timesPrinted, p.checkedAtMs, j.state = 'concluded' AS isConcluded
    FROM events e JOIN jobs j ON j.id = e.jobId
    LEFT JOIN shipments p ON p.jobId = e.jobId AND p.shipmentId = e.shipmentId
    LEFT JOIN labels l ON l.jobId = e.jobId AND l.shipmentId = e.shipmentId
    WHERE ${where} AND ($before IS NULL OR e.id < $before)
    ORDER BY e.id DESC LIMIT $limit`;
  const rows = statements.all(historyRow, sql, { ...values, $before: before, $limit: limit });
  return rows.map(({ grouping, shipment, ...same }) => {
    return {
      ...same,
      groupingId: grouping.id,
      identification: grouping.identification,
      shippingMethod: grouping.shippingMethod,
      recipient: shipment?.recipient?.name ?? null,
      trackingCode: shipment?.logistics?.trackingCode ?? null,
      invoiceNumber: shipment?.invoice?.number ?? null,
    };
  });
}

/** All rows, on any page. */
export function countHistory(statements: Statements, query: string, filter: HistoryFilter): number {
  const { found, where, values } = selectEvents(query, filter);
  const sql = `${found} SELECT count(*) AS count FROM events e JOIN jobs j ON j.id = e.jobId WHERE ${where}`;
  return countWith(statements, sql, values);
}

/** Shipments are searched once, not for each event: a journal of half a year has hundreds of thousands of those. */
function selectEvents(query: string, { company, kinds = historyKinds, eachOnce = false, fromMs, toMs }: HistoryFilter) {
  const patterns = makeSearchPatterns(query);
  const words = patterns?.words ?? [];
  const like = (name: string): string => `s.search LIKE ${name} ESCAPE '\\'`;
  const found =
    patterns === null
      ? ''
      : `WITH found AS MATERIALIZED (SELECT s.jobId, s.shipmentId FROM shipments s
           WHERE (${words.map((_, at) => like(`$word${at}`)).join(' AND ')}) OR ${like('$code')})`;
  const inTime = (event: string): string =>
    `${event}.kind IN (${kinds.map((_, at) => `$kind${at}`).join(', ')})
     AND ($from IS NULL OR ${event}.atMs >= $from) AND ($to IS NULL OR ${event}.atMs < $to)`;
  const isLast = `e.shipmentId IS NOT NULL AND NOT EXISTS (SELECT 1 FROM events n
    WHERE n.jobId = e.jobId AND n.shipmentId = e.shipmentId AND n.id > e.id AND ${inTime('n')})`;
  // An event of the whole grouping belongs to each of its shipments.
  const isFound = `((e.jobId, e.shipmentId) IN (SELECT jobId, shipmentId FROM found)
    OR (e.shipmentId IS NULL AND e.jobId IN (SELECT jobId FROM found)))`;
  return {
    found,
    where: [
      '($company IS NULL OR j.company = $company)',
      inTime('e'),
      ...(eachOnce ? [isLast] : []),
      ...(patterns === null ? [] : [isFound]),
    ].join(' AND '),
    values: {
      $company: company ?? null,
      $from: fromMs ?? null,
      $to: toMs ?? null,
      ...Object.fromEntries(kinds.map((kind, at) => [`$kind${at}`, kind])),
      ...Object.fromEntries(words.map((word, at) => [`$word${at}`, word])),
      ...(patterns === null ? {} : { $code: patterns.code }),
    },
  };
}

/** Several are too many to open one, whatever their number. */
const parcelsTold = 20;

export function findParcels(statements: Statements, company: string, code: string): FoundParcel[] {
  const find = (where: string, value: string | number): FoundParcel[] => {
    const sql = `SELECT j.groupingId, j.grouping ->> '$.identification' AS identification, s.shipment
      FROM shipments s JOIN jobs j ON j.id = s.jobId
      WHERE ${where} AND j.company = ? AND s.position IS NOT NULL ORDER BY j.updatedAtMs DESC LIMIT ?`;
    const rows = statements.all(listedShipmentRow, sql, [value, company, parcelsTold]);
    const found = findByCode(code, rows, ({ shipment }) => ({ ...listCodes(shipment), orderNumber: null }));
    return found.map(({ groupingId, identification, shipment }) => ({
      groupingId,
      identification,
      shipmentId: shipment.id,
      recipient: shipment.recipient?.name ?? null,
    }));
  };
  const read = normaliseCode(code);
  const byTracking = find('s.tracking = ?', read);
  if (byTracking.length > 0) return byTracking;
  const invoiceNumber = readNumber(read) ?? readInvoiceNumber(read);
  return invoiceNumber === null ? [] : find('s.invoice = ?', invoiceNumber);
}

/** Returns all but the events; null if there is no job of this grouping. */
export function readProofSource(
  statements: Statements,
  company: string,
  groupingId: number,
): Omit<ProofSource, 'events'> | null {
  const ofGrouping = 'SELECT * FROM jobs WHERE company = ? AND groupingId = ?';
  const [job] = statements.all(proofRow, ofGrouping, [company, groupingId]);
  const sql = `
    SELECT s.shipmentId, s.position, s.shipment ->> '$.logistics.trackingCode' AS tracking,
      s.shipment ->> '$.invoice.number' AS invoice, s.shipment ->> '$.sale.number' AS "order",
      coalesce(s.shipment ->> '$.volume.quantity', 1) AS volumes,
      s.shipment ->> '$.recipient.address.city' AS city, s.shipment ->> '$.recipient.address.state' AS state,
      (SELECT json_group_array(json_object('sha256', f.sha256, 'pages', f.content ->> '$.pages', 'codes', (
          SELECT json_group_array(DISTINCT c.value ->> '$.text')
          FROM label_readings r, json_each(r.reading, '$.codes') c WHERE r.sha256 = f.sha256)) ORDER BY f.ordinal)
        FROM label_files f WHERE f.jobId = s.jobId AND f.shipmentId = s.shipmentId AND f.sha256 IS NOT NULL) AS label
    FROM shipments s WHERE s.jobId = ? ORDER BY s.position IS NULL, s.position, s.shipmentId`;
  return job === undefined ? null : { ...job, parcels: statements.all(parcelRow, sql, [job.id]) };
}

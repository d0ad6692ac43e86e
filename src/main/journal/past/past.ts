import { z } from 'zod';
import type { FoundParcel } from '#shared/contract/scan.ts';
import type { DayTally } from '#shared/domain/floor.ts';
import { historyKinds } from '#shared/domain/history.ts';
import type { HistoryRow, Shipment } from '#shared/domain/records.ts';
import { isOwnIssuer, unknownIssuers } from '#shared/identities/access-key.ts';
import { isSameTracking, readCode, shortenTracking } from '#shared/identities/code.ts';
import { readNaming, readOwnCode } from '#shared/identities/naming.ts';
import { nameGrouping } from '#shared/formats.ts';
import type { Database, Value } from '../database.ts';
import type { Facts } from '../facts.ts';
import { mayBeSameCompany } from '../station/company-key.ts';
import * as rows from '../rows.ts';
import type { HistoryFilter, JobFilter, JobSummary, JournalEvent } from '../records.ts';
import { groupingName, makeSearchPatterns } from './search-text.ts';

const defaultLimit = 50;
/** Sent to the ERP, and no answer kept: nothing else at this workstation is as urgent. */
const inDoubt = `IN ('concluding', 'conclusion-unknown')`;
/** Few parcels share a code; several are too many to open one, whatever their number. */
const mostOfOneCode = 20;

/** The journal's answers about the past. Methods throw `JournalError`. */
export class Past {
  readonly #sql: Database;
  readonly #facts: Facts;

  constructor(sql: Database, facts: Facts) {
    this.#sql = sql;
    this.#facts = facts;
  }

  /**
   * Returns jobs: conclusions in doubt first, then the last changed. `state` is the last one
   * stored, also for a job whose process was killed.
   */
  jobs({
    company,
    concluded,
    groupingIds,
    number,
    limit = defaultLimit,
  }: JobFilter): readonly JobSummary[] {
    const isHere = `s.file = 'ready' AND s.block IS NULL`;
    const isFailed = `s.block IS NOT NULL OR s.file IN ('failed', 'refused', 'withheld')`;
    const countOpen = (condition: string) =>
      `count(*) FILTER (WHERE (${condition}) AND s.waived IS NULL)`;
    const sql = `
      SELECT j.company, j.grouping, j.state,
        (SELECT max(e.atMs) FROM events e
          WHERE e.jobId = j.id AND e.shipmentId IS NULL AND e.kind = 'concluded') AS concludedAtMs,
        EXISTS (SELECT 1 FROM print_runs r
          WHERE r.jobId = j.id AND r.outcome ${rows.isOpenOutcome}) AS hasOpenPrint,
        coalesce(json_array_length(j.printVerdict, '$.perhaps'), 0) > 0 AS hasDoubt,
        count(s.shipmentId) AS shipments,
        ${countOpen(`${isHere} AND s.timesPrinted = 0`)} AS ready,
        ${countOpen(`${isHere} AND s.timesPrinted > 0`)} AS printed,
        ${countOpen(isFailed)} AS failed, ${countOpen(`s.file = 'failed'`)} AS retryable,
        ${countOpen(`s.file = 'panel'`)} AS without,
        count(s.waived) AS accepted,
        count(*) FILTER (WHERE s.file = 'withheld') AS withheld,
        count(*) FILTER (WHERE s.waived = 'stays' AND s.checkedAtMs IS NULL) AS staying,
        count(s.checkedAtMs) AS checked
      FROM (
        SELECT * FROM jobs
        WHERE (?1 IS NULL OR company = ?1) AND (?2 IS NULL OR (state = 'concluded') = ?2)
          AND (?4 IS NULL OR groupingId IN (SELECT value FROM json_each(?4)))
          AND (?5 IS NULL OR ${groupingName} = ?5 OR cast(groupingId AS text) = ?5)
        ORDER BY state ${inDoubt} DESC, updatedAtMs DESC, id DESC LIMIT ?3
      ) j
      LEFT JOIN shipments s ON s.jobId = j.id AND s.position IS NOT NULL
      GROUP BY j.id ORDER BY j.state ${inDoubt} DESC, j.updatedAtMs DESC, j.id DESC`;
    return this.#sql.all(rows.summaryRow, sql, [company, concluded, limit, groupingIds, number]);
  }

  countUnfinished(company: string) {
    return this.#count(`SELECT count(*) FROM jobs WHERE company = ? AND state <> 'concluded'`, [
      company,
    ]);
  }

  /**
   * Returns the work here since then (epoch ms). Every action changes its job, so only jobs changed
   * since are read. Parcels as the floor counts them: those that were scanned, and one by a code
   * that stands for all.
   */
  tallySince(company: string, sinceMs: number): DayTally {
    const sql = `
      WITH changed AS (SELECT id, state FROM jobs WHERE company = ?1 AND updatedAtMs >= ?2),
        news AS MATERIALIZED (SELECT e.* FROM events e JOIN changed c ON c.id = e.jobId
          WHERE e.atMs >= ?2)
      SELECT
        (SELECT count(*) FROM (SELECT DISTINCT jobId, shipmentId FROM news
          WHERE kind IN ('printed', 'reprinted') AND station IS NULL)) AS labels,
        (SELECT coalesce(sum(max(
            coalesce(json_array_length(scannedVolumes, '$.codes'), 0), checkedAtMs IS NOT NULL)), 0)
          FROM shipments JOIN changed ON id = jobId
          WHERE (checkedAtMs >= ?2 AND (jobId, shipmentId, checkedAtMs) NOT IN (
              SELECT jobId, shipmentId, atMs FROM news
              WHERE kind = 'checked' AND station IS NOT NULL))
            OR (checkedAtMs IS NULL AND scannedVolumes IS NOT NULL AND (jobId, shipmentId) IN (
              SELECT jobId, shipmentId FROM news WHERE kind = 'volume-checked'))) AS parcels,
        (SELECT count(*) FROM changed WHERE state = 'concluded' AND id IN (SELECT jobId FROM news
          WHERE kind = 'concluded' AND shipmentId IS NULL AND station IS NULL)) AS groupings`;
    const [tally] = this.#sql.all(rows.dayTallyRow, sql, [company, sinceMs]);
    return tally ?? { labels: 0, parcels: 0, groupings: 0 };
  }

  /**
   * Returns events of parcels, the latest first. All words of the query are searched in tracking
   * code, invoice number or 44-digit key, order number and recipient, without accents, case or
   * blanks in codes; for matching parcels, their groupings' conclusion is included. A grouping's
   * whole name or id matches all of its parcels, an empty query everything.
   */
  history(query: string, filter: HistoryFilter = {}): readonly HistoryRow[] {
    const { found, where, values } = this.#select(query, filter);
    const sql = `${found}
      SELECT e.id, e.atMs, e.kind, e.person, e.station, e.shipmentId, j.groupingId,
        j.grouping ->> '$.identification' AS identification,
        j.grouping -> '$.shippingMethod' AS shippingMethod,
        p.shipment ->> '$.recipient.name' AS recipient,
        p.shipment ->> '$.logistics.trackingCode' AS trackingCode,
        p.shipment ->> '$.invoice.number' AS invoiceNumber,
        CASE WHEN e.kind IN ('printed', 'reprinted')
          THEN json_extract(e.data, '$.run') END AS printRunId,
        json_extract(e.data, '$.file') AS file, json_extract(e.data, '$.printer') AS printer,
        coalesce(p.timesPrinted, 0) AS timesPrinted, p.checkedAtMs,
        j.state = 'concluded' AS isConcluded
      FROM events e JOIN jobs j ON j.id = e.jobId
      LEFT JOIN shipments p ON p.jobId = e.jobId AND p.shipmentId = e.shipmentId
      WHERE ${where} ORDER BY e.id DESC LIMIT ?`;
    return this.#sql.all(rows.historyRow, sql, [...values, filter.limit ?? defaultLimit]);
  }

  /** Returns the number of those rows on all pages. */
  countHistory(query: string, filter: HistoryFilter = {}) {
    const { found, where, values } = this.#select(query, filter);
    const sql = `${found} SELECT count(*) FROM events e JOIN jobs j ON j.id = e.jobId
      WHERE ${where}`;
    return this.#count(sql, values);
  }

  events(company: string, groupingId: number): readonly JournalEvent[] {
    const sql = `
      SELECT e.id, e.atMs, e.kind, e.shipmentId, e.person, e.station, e.data,
        s.position, s.shipment ->> '$.logistics.trackingCode' AS tracking, s.invoice
      FROM events e JOIN jobs j ON j.id = e.jobId
      LEFT JOIN shipments s ON s.jobId = e.jobId AND s.shipmentId = e.shipmentId
      WHERE j.company = ? AND j.groupingId = ? ORDER BY e.id`;
    return this.#sql.all(rows.eventRow, sql, [company, groupingId]);
  }

  /** Returns the last end of a conclusion, or its beginning; null if none began. */
  findConclusion(jobId: number) {
    const sql = `SELECT kind, data FROM events WHERE jobId = ? AND shipmentId IS NULL
      AND (kind LIKE 'conclu%') ORDER BY id DESC LIMIT 1`;
    return this.#sql.all(rows.eventRow.pick({ kind: true, data: true }), sql, [jobId])[0] ?? null;
  }

  /** Returns how often each of the job's labels was printed, here or at other stations. */
  countPrints(jobId: number): Map<number, number> {
    const sql = `SELECT shipmentId, count(*) AS count FROM events
      WHERE jobId = ? AND kind IN ('printed', 'reprinted')
        AND shipmentId IS NOT NULL GROUP BY shipmentId`;
    return new Map(
      this.#sql
        .all(rows.printCountRow, sql, [jobId])
        .map(({ shipmentId, count }) => [shipmentId, count]),
    );
  }

  /** Returns this grouping's rows under other keys that may be of the same company. */
  findElsewhere(company: string, groupingId: number) {
    const sql = `SELECT company, state, EXISTS (SELECT 1 FROM print_runs WHERE jobId = jobs.id)
        OR EXISTS (SELECT 1 FROM shipments WHERE jobId = jobs.id AND timesPrinted > 0) AS isPrinted
      FROM jobs WHERE groupingId = ? AND company <> ?`;
    return this.#sql
      .all(rows.elsewhereRow, sql, [groupingId, company])
      .filter((other) => mayBeSameCompany(other.company, company));
  }

  /**
   * Returns those of this job's shipments that were printed, or perhaps, in another grouping that
   * may be of its company, as they were there: the grouping's name, and when (epoch ms), the last
   * one last. Its own grouping under another key was asked about when it was opened.
   */
  findOtherPrints(jobId: number, company: string) {
    const sql = `
      SELECT j.company, j.groupingId, j.grouping ->> '$.identification' AS identification,
        o.shipment, coalesce((SELECT max(atMs) FROM events e WHERE e.jobId = j.id
            AND e.shipmentId = o.shipmentId AND e.kind IN ('printed', 'reprinted')),
          (SELECT max(startedAtMs) FROM print_runs WHERE jobId = j.id), 0) AS atMs
      FROM shipments s JOIN shipments o ON o.shipmentId = s.shipmentId AND o.jobId <> s.jobId
      JOIN jobs j ON j.id = o.jobId
      WHERE s.jobId = ?1 AND j.groupingId <> (SELECT groupingId FROM jobs WHERE id = ?1)
        AND (o.timesPrinted > 0
        OR o.shipmentId IN (SELECT value FROM json_each(j.printVerdict, '$.perhaps')))
      ORDER BY atMs`;
    const found = this.#sql.all(rows.otherPrintRow, sql, [jobId]);
    return found
      .filter((other) => mayBeSameCompany(other.company, company))
      .map(({ shipment, groupingId, identification, atMs }) => {
        return { shipment, by: `${nameGrouping(groupingId, identification)} ${atMs}` };
      });
  }

  /**
   * Returns the company's shipments, in their present groupings, by tracking code, invoice number
   * or access key. `mayBeUnsure`: by a key that may be another issuer's too.
   */
  findParcels(company: string, code: string, mayBeUnsure = false): readonly FoundParcel[] {
    const { trackings, number, key } = readCode(code);
    const sql = `
      WITH found AS (
        SELECT jobId, shipmentId FROM shipments WHERE tracking IN (SELECT value FROM json_each(?1))
        UNION SELECT jobId, shipmentId FROM shipments WHERE invoice = ?2)
      SELECT j.groupingId, j.grouping ->> '$.identification' AS identification, s.shipment
      FROM found CROSS JOIN shipments s USING (jobId, shipmentId) JOIN jobs j ON j.id = s.jobId
      WHERE j.company = ?3 AND s.position IS NOT NULL
      ORDER BY j.updatedAtMs DESC LIMIT ?4`;
    const shortened = trackings.map((one) => shortenTracking(one));
    const values = [shortened, number ?? key?.number, company, mostOfOneCode];
    const listed = this.#sql.all(rows.listedShipmentRow, sql, values);
    const named = Map.groupBy(listed, readNaming(code, this.#facts.findIssuers(company)));
    const unsure = mayBeUnsure ? named.get('unsure') : undefined;
    const found = named.get('tracking') ?? named.get('invoice') ?? unsure ?? [];
    return found.map(({ groupingId, identification, shipment }) => ({
      groupingId,
      identification,
      shipmentId: shipment.id,
      recipient: shipment.recipient?.name ?? null,
    }));
  }

  /**
   * Returns the shipments of the company's other groupings with this tracking code, as codes are
   * compared.
   */
  findByTracking(company: string, code: string, exceptGroupingId: number): readonly Shipment[] {
    const sql = `SELECT s.shipment FROM shipments s JOIN jobs j ON j.id = s.jobId
      WHERE s.tracking = ? AND j.company = ? AND j.groupingId <> ? LIMIT ?`;
    const values = [shortenTracking(code), company, exceptGroupingId, mostOfOneCode];
    const found = this.#sql
      .list(rows.shipmentColumn, sql, values)
      .filter((shipment) => isSameTracking(readOwnCode(shipment) ?? '', code));
    return [...new Map(found.map((shipment) => [shipment.id, shipment])).values()];
  }

  /**
   * Returns true if one of these codes, as read, is on the label of another of the company's
   * shipments.
   */
  isOnOtherLabel(company: string, texts: readonly string[], shipmentId: number) {
    const sql = `SELECT 1 FROM label_readings r
      CROSS JOIN label_files f ON f.sha256 = r.sha256 JOIN jobs j ON j.id = f.jobId
      WHERE instr(r.reading, ?) > 0 AND f.shipmentId <> ? AND j.company = ? LIMIT 1`;
    return texts.some((text) => {
      const shown = `"text":${JSON.stringify(text)}`;
      return this.#sql.list(z.number(), sql, [shown, shipmentId, company]).length > 0;
    });
  }

  /** The access key of another company's invoice names nobody. */
  #select(query: string, filter: HistoryFilter) {
    const { company } = filter;
    const { key } = readCode(query);
    const known = company === undefined ? unknownIssuers : this.#facts.findIssuers(company);
    const isNamed = key !== null && isOwnIssuer(key, known) !== false;
    return selectEvents(query, filter, isNamed ? key.number : null);
  }

  #count(sql: string, values: readonly Value[]) {
    return this.#sql.list(z.number(), sql, values)[0] ?? 0;
  }
}

/**
 * Shipments are searched once, not for each event: a journal of half a year has hundreds of
 * thousands of those.
 */
function selectEvents(query: string, filter: HistoryFilter, invoice: number | null) {
  const { company, kinds = historyKinds, eachOnce = false, fromMs, toMs, before } = filter;
  const values: Value[] = [];
  const bind = (value: Value): string => {
    values.push(value);
    return `?${values.length}`;
  };
  const like = (pattern: string): string => `s.search LIKE ${bind(pattern)} ESCAPE '\\'`;
  const likeAny = (forms: readonly string[]): string => `(${forms.map(like).join(' OR ')})`;
  const patterns = makeSearchPatterns(query);
  let found = '';
  if (patterns !== null) {
    const words = patterns.words.map(likeAny).join(' AND ');
    const grouping = bind(patterns.grouping);
    found = `WITH found AS MATERIALIZED (SELECT s.jobId, s.shipmentId FROM shipments s
      WHERE (${words}) OR ${like(patterns.code)} OR s.invoice = ${bind(invoice)}
      OR s.jobId IN (SELECT id FROM jobs WHERE cast(groupingId AS text) = ${grouping}
        OR ${groupingName} = ${grouping} COLLATE NOCASE))`;
  }
  const listed = bind(kinds);
  const from = bind(fromMs);
  const to = bind(toMs);
  const inTime = (event: string): string =>
    `${event}.kind IN (SELECT value FROM json_each(${listed}))
     AND (${from} IS NULL OR ${event}.atMs >= ${from})
     AND (${to} IS NULL OR ${event}.atMs < ${to})`;
  const isLast = `e.shipmentId IS NOT NULL AND NOT EXISTS (SELECT 1 FROM events n
    WHERE n.jobId = e.jobId AND n.shipmentId = e.shipmentId AND n.id > e.id AND ${inTime('n')})`;
  // An event of the whole grouping belongs to each of its shipments.
  const isFound = `((e.jobId, e.shipmentId) IN (SELECT jobId, shipmentId FROM found)
    OR (e.shipmentId IS NULL AND e.jobId IN (SELECT jobId FROM found)))`;
  const ours = bind(company);
  const last = bind(before);
  const where = [
    `(${ours} IS NULL OR j.company = ${ours})`,
    `(${last} IS NULL OR e.id < ${last})`,
    inTime('e'),
    ...(eachOnce ? [isLast] : []),
    ...(patterns === null ? [] : [isFound]),
  ].join(' AND ');
  return { found, where, values };
}

import { z } from 'zod';
import { shareStates } from '#shared/domain/floor.ts';
import { floorPayload, type GroupingNews, type RowOnFloor } from './types.ts';

const count = z.number().int();
const person = z.string().nullable();

const claim = z.object({
  shipmentId: count,
  copy: count,
  toldCopy: count,
  stationId: z.string(),
  person,
  state: z.enum(shareStates),
  digest: z.string().nullable(),
  atMs: z.number(),
});
type Claim = z.infer<typeof claim>;

export const newsAnswer = z.object({
  key: count,
  revision: count,
  seq: count,
  conclusion: z
    .object({
      state: z.enum(['concluding', 'concluded', 'unknown']),
      stationId: z.string(),
      person,
      atMs: z.number(),
    })
    .nullable(),
  events: z.array(
    z.object({
      id: z.string(),
      seq: count,
      stationId: z.string(),
      person,
      atMs: z.number(),
      alone: z.boolean(),
      payload: floorPayload,
    }),
  ),
  /** Null if none has changed. */
  claims: z.array(claim).nullable(),
  stations: z.array(z.object({ id: z.string(), name: z.string(), person, isAlive: z.boolean() })),
});
export type NewsAnswer = z.infer<typeof newsAnswer>;

const toMs = (time: string): string => `(extract(epoch FROM ${time}) * 1000)::bigint`;

/** The rows of a statement, in this order. */
const listRows = (rows: string, order: string): string =>
  `(SELECT coalesce(jsonb_agg(to_jsonb(one) ORDER BY ${order}), '[]') FROM (${rows}) AS one)`;

const readEvents = `SELECT id, events.seq, station AS "stationId", person, ${toMs('at')} AS "atMs",
    alone, payload
  FROM doca.events
  WHERE grouping_key = key AND events.seq >
    CASE WHEN groupings.seq < $3::bigint OR key <> $4::bigint THEN 0 ELSE $3 END`;
const readClaims = `SELECT shipment_id AS "shipmentId", copy, told_copy AS "toldCopy",
    station AS "stationId", person, state, digest, ${toMs('at')} AS "atMs"
  FROM doca.claims WHERE grouping_key = key`;
const readStations = `SELECT id, name, person, doca.is_alive(id) AS "isAlive"
  FROM doca.participants JOIN doca.stations ON id = station WHERE grouping_key = key`;

/**
 * One statement, of one moment. A grouping that was forgotten and began anew is read from its
 * beginning.
 */
export const readNews = `
  SELECT jsonb_build_object(
    'key', key, 'revision', revision, 'seq', seq,
    'conclusion', CASE WHEN conclusion IS NOT NULL THEN jsonb_build_object(
      'state', conclusion, 'stationId', conclusion_station, 'person', conclusion_person,
      'atMs', ${toMs('conclusion_at')}) END,
    'events', ${listRows(readEvents, 'seq')},
    'claims', CASE WHEN
      $4::bigint IS NULL OR key <> $4 OR claims_revision > $5::bigint OR revision < $5
    THEN ${listRows(readClaims, '"shipmentId", copy')} END,
    'stations', ${listRows(readStations, 'name, id')}
  ) AS news
  FROM doca.groupings WHERE company = $1 AND grouping_id = $2`;

export interface Here {
  readonly stationId: string;
  readonly station: string;
  readonly person: string | null;
}

/** `claims`: all of them, from this answer or earlier ones. */
export function makeNews(answer: NewsAnswer, claims: readonly Claim[], here: Here): GroupingNews {
  const names = new Map(answer.stations.map(({ id, name }) => [id, name]));
  const nameOf = (id: string) => names.get(id) ?? id;
  const byShipment = Map.groupBy(claims, ({ shipmentId }) => shipmentId);
  const rows = new Map([...byShipment].map(([id, copies]) => [id, makeRow(copies, here, nameOf)]));
  const { conclusion } = answer;
  return {
    seq: answer.seq,
    events: answer.events.map((event) => ({ ...event, station: nameOf(event.stationId) })),
    rows,
    share: {
      stations: listStations(answer, claims, here),
      conclusion: conclusion && {
        ...conclusion,
        station: nameOf(conclusion.stationId),
        isHere: conclusion.stationId === here.stationId,
      },
      twice: [...byShipment].flatMap(([id, copies]) => findTwice(id, copies, nameOf)),
    },
  };
}

/** Of a label's copies, the one that is not on paper yet counts, else the last. */
function makeRow(copies: readonly Claim[], here: Here, nameOf: (id: string) => string): RowOnFloor {
  const row = copies.find(({ state }) => state !== 'printed') ?? copies.at(-1);
  if (row === undefined) throw new Error('a label without copies');
  const { toldCopy: _, ...known } = row;
  const printed = copies.findLast((one) => one.state === 'printed' && one.digest !== null);
  return {
    ...known,
    station: nameOf(row.stationId),
    isHere: row.stationId === here.stationId,
    isOutHere: copies.some(
      ({ state, stationId: id }) =>
        state === 'printed' && (id === here.stationId || nameOf(id) === here.station),
    ),
    digest: printed?.digest ?? null,
  };
}

function listStations(answer: NewsAnswer, claims: readonly Claim[], here: Here) {
  const own = { id: here.stationId, name: here.station, person: here.person, isAlive: true };
  return [own, ...answer.stations.filter(({ id }) => id !== own.id)].map((one) => {
    const its = claims.filter(({ stationId }) => stationId === one.id);
    const countOf = (state: Claim['state']) =>
      new Set(its.filter((row) => row.state === state).map(({ shipmentId }) => shipmentId)).size;
    return {
      stationId: one.id,
      station: one.name,
      person: one.person,
      isHere: one.id === here.stationId,
      isAlive: one.isAlive,
      taken: countOf('taken'),
      printing: countOf('printing'),
      doubt: countOf('doubt'),
      printed: countOf('printed'),
    };
  });
}

/** Two stations that reported the same copy did not know of each other. */
function findTwice(shipmentId: number, copies: readonly Claim[], nameOf: (id: string) => string) {
  const prints = copies.filter(({ state }) => state === 'printed');
  return [...Map.groupBy(prints, ({ toldCopy }) => toldCopy).values()]
    .filter((same) => same.length > 1)
    .map((same) => ({
      shipmentId,
      prints: same
        .toSorted((a, b) => a.atMs - b.atMs)
        .map(({ stationId, person: by, atMs }) => ({
          station: nameOf(stationId),
          person: by,
          atMs,
        })),
    }));
}

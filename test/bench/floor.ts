import { setTimeout as sleep } from 'node:timers/promises';
import { openGrouping } from '../../src/main/dispatch/index.ts';
import { StationFloor } from '../../src/main/floor/index.ts';
import { StoredOutbox } from '../../src/main/floor/job/stored-outbox.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import { silentLog } from '../../src/main/os/log.ts';
import { firstCopies, openStation, scope, type TestStation } from '../floor/support/station.ts';
import { startEngine } from '../support/engine.ts';
import { printOn } from '../support/print-on.ts';
import {
  findPostgres,
  startPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../support/postgres.ts';
import { benchRow, type BenchRow } from './row.ts';
import { size } from './size.ts';

const labelsPerClaim = 50;
const claimsPerGrouping = 4;
const claims = size(200, 4);
const checks = size(200, 3);
const stations = size(50, 5);
/** Stations that work on one grouping. */
const together = 5;
const eventsPerS = 10;
const loadS = size(60, 1);
const mostLagMs = 300;
const jobLabels = size(300, 5);
const jobRounds = size(5, 1);
const mostOfAlone = 1.05;

/** Measures the cost of sharing, on a PostgreSQL that writes to the disk before it answers. */
export async function floorBench(): Promise<BenchRow[]> {
  if (findPostgres() === null) return [];
  const server = await startPostgres({ durable: true, maxConnections: 2 * stations + 20 });
  try {
    const database = await server.createDatabase();
    return [...(await pairRows(database)), await jobRow(database), ...(await loadRows(server))];
  } finally {
    await server.close();
  }
}

async function pairRows(database: TestDatabase): Promise<BenchRow[]> {
  const [a, b] = [openStation(database, 'a'), openStation(database, 'b')];
  try {
    await Promise.all([a.grouping.refresh(), b.grouping.refresh()]);
    const claimed = await timeClaims(a);
    const seen: number[] = [];
    for (let shipmentId = 1; shipmentId <= checks; shipmentId += 1) {
      // No packer scans faster.
      await sleep(60 + (shipmentId % 5) * 10);
      const startMs = performance.now();
      const heard = hear(b, shipmentId);
      await a.tell({ kind: 'checked', shipmentId, volumes: null });
      await heard;
      seen.push(performance.now() - startMs);
    }
    return [
      benchRow(`A claim for ${labelsPerClaim} labels`, spread(claimed)),
      benchRow(
        'A check, until another station shows it',
        spread(seen),
        `p99 at most ${mostLagMs} ms`,
        percentile(seen, 99) <= mostLagMs,
      ),
    ];
  } finally {
    await Promise.all([a.floor.close(), b.floor.close()]);
  }
}

/** The same grouping from its list to its conclusion, in turns with and without the floor. */
async function jobRow(database: TestDatabase): Promise<BenchRow> {
  const alone: number[] = [];
  const shared: number[] = [];
  for (let round = 0; round < jobRounds; round += 1) {
    alone.push(await timeJob(null));
    shared.push(await timeJob(database));
  }
  const ratio = percentile(shared, 50) / percentile(alone, 50);
  return benchRow(
    `A whole job of ${jobLabels} labels, shared or not`,
    `${percentile(shared, 50).toFixed(0)} ms, ${percentile(alone, 50).toFixed(0)} ms: ${ratio.toFixed(3)} ×`,
    `at most ${mostOfAlone} ×`,
    ratio <= mostOfAlone,
  );
}

async function timeJob(database: TestDatabase | null): Promise<number> {
  const engine = await startEngine({
    clock: systemClock,
    sandbox: { shipments: jobLabels, latencyMs: 20, formats: ['pdf'] },
  });
  const { journal } = engine.services;
  const outbox = new StoredOutbox(journal);
  const floor =
    database === null
      ? null
      : new StationFloor({
          address: database.address,
          password: () => Promise.resolve(database.password),
          stationId: journal.stationId(),
          session: journal.session(),
          station: 'bench',
          person: () => null,
          outbox,
          clock: systemClock,
          log: silentLog,
        });
  try {
    // The station has joined when a packer opens a grouping.
    await floor?.settle();
    const startMs = performance.now();
    const opened = await openGrouping(
      { ...engine.services, floor },
      engine.sandbox.firstGroupingId,
    );
    if (!opened.ok) throw new Error(opened.fault.kind);
    const job = opened.value;
    await job.labels.collect();
    const printed = await printOn(job, engine.printer);
    for (const { shipment } of job.snapshot().shipments) job.checks.mark(shipment.id, true);
    const concluded = await job.conclusion.request();
    const tookMs = performance.now() - startMs;
    if (!printed.ok || !concluded.ok) throw new Error('the job did not end');
    await job.close();
    return tookMs;
  } finally {
    await floor?.close();
    await engine.close();
  }
}

async function timeClaims({ floor }: TestStation): Promise<number[]> {
  const times: number[] = [];
  for (let first = 0; first < claims; first += claimsPerGrouping) {
    const grouping = floor.share({ ...scope, groupingId: first + 1 }, 0, () => undefined);
    await grouping.refresh();
    for (let claim = 0; claim < claimsPerGrouping; claim += 1) {
      const ids = Array.from(
        { length: labelsPerClaim },
        (_, index) => claim * labelsPerClaim + index + 1,
      );
      const startMs = performance.now();
      const answer = await grouping.claim(firstCopies(...ids));
      times.push(performance.now() - startMs);
      if (!answer.ok) throw new Error(answer.fault.kind);
    }
    grouping.close();
  }
  return times;
}

/** All stations are in this one process: its own time is in the lag too. */
async function loadRows(server: TestPostgres): Promise<BenchRow[]> {
  const database = await server.createDatabase();
  const all = Array.from({ length: stations }, (_, index) =>
    openStation(database, `station-${index}`, {
      scope: { ...scope, groupingId: 1 + Math.floor(index / together) },
    }),
  );
  try {
    await Promise.all(all.map(({ grouping }) => grouping.refresh()));
    const toldAtMs = new Map<number, number>();
    const lags: number[] = [];
    const listening = all.map((station) => listen(station, toldAtMs, lags));
    const [serverMs, ownUs] = [server.cpuMs(), process.cpuUsage()];
    const startMs = performance.now();
    await Promise.all(all.map((station, index) => work(station, index, toldAtMs)));
    // The last news is still on its way.
    await sleep(2_000);
    const tookMs = performance.now() - startMs;
    const serverShare = (server.cpuMs() - serverMs) / tookMs;
    const own = process.cpuUsage(ownUs);
    for (const stop of listening) stop();
    const [counted] = await database.sql<{ count: string }>(
      `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'Doca'`,
    );
    const connections = Number(counted?.count) / stations;
    const expected = toldAtMs.size * (together - 1);
    const load = `${stations} stations × ${eventsPerS} events/s for ${loadS} s, ${together} to a grouping`;
    return [
      benchRow(`${load}: lag at the others`, spread(lags)),
      benchRow(`${load}: heard`, `${lags.length} of ${expected}`, 'all', lags.length === expected),
      benchRow(`${load}: the server`, `${(serverShare * 100).toFixed(0)} % of a core`),
      benchRow(
        `${load}: all stations`,
        `${((own.user + own.system) / 10 / tookMs).toFixed(0)} % of a core`,
      ),
      benchRow('Connections of a station', `${connections}`, 'at most 2', connections <= 2),
    ];
  } finally {
    await Promise.all(all.map(({ floor }) => floor.close()));
  }
}

/** Not all at the same moment, as people do not. */
async function work(
  station: TestStation,
  index: number,
  toldAtMs: Map<number, number>,
): Promise<void> {
  await sleep((index * 1_000) / eventsPerS / stations);
  const startMs = performance.now();
  for (let count = 0; count < loadS * eventsPerS; count += 1) {
    const restsMs = startMs + (count * 1_000) / eventsPerS - performance.now();
    if (restsMs > 0) await sleep(restsMs);
    const shipmentId = 1 + index * 100_000 + count;
    toldAtMs.set(shipmentId, performance.now());
    void station.tell({ kind: 'checked', shipmentId, volumes: null });
  }
}

function listen(
  station: TestStation,
  toldAtMs: ReadonlyMap<number, number>,
  lags: number[],
): () => void {
  const { heard } = station;
  // Replaces the storing of heard news.
  heard.push = (...news) => {
    for (const { stationId, payload } of news.flatMap(({ events }) => events)) {
      const atMs = 'shipmentId' in payload ? toldAtMs.get(payload.shipmentId) : undefined;
      if (atMs !== undefined && stationId !== station.floor.stationId)
        lags.push(performance.now() - atMs);
    }
    return 0;
  };
  return () => {
    Reflect.deleteProperty(heard, 'push');
  };
}

/** Resolves when the station's listener has that event. */
async function hear(station: TestStation, seq: number): Promise<void> {
  const { heard } = station;
  const came = Promise.withResolvers<null>();
  heard.push = (...news) => {
    if (news.some((one) => one.seq >= seq)) came.resolve(null);
    return 0;
  };
  await came.promise;
}

function spread(times: readonly number[]): string {
  return `p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms`;
}

function percentile(times: readonly number[], percent: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return (
    sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
  );
}

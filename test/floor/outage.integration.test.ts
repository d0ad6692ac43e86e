import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { FloorPayload } from '../../src/main/floor/index.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import {
  describeWithPostgres,
  sharedPostgres,
  startPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../support/postgres.ts';
import { hasSmallDisk } from '../support/small-disk.ts';
import { describeWith } from '../support/tools.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { firstCopies, openStation, scope, type TestStation } from './support/station.ts';

const checked = (shipmentId: number): FloorPayload => ({
  kind: 'checked',
  shipmentId,
  volumes: null,
});

class Stations {
  readonly #opened: TestStation[] = [];

  readonly open = (...args: Parameters<typeof openStation>): TestStation => {
    const station = openStation(...args);
    this.#opened.push(station);
    return station;
  };

  async close(): Promise<void> {
    await Promise.all(this.#opened.splice(0).map(({ floor }) => floor.close()));
  }
}

/** A database of this test's own, a way to it that can break, and stations. */
interface Network {
  readonly database: TestDatabase;
  readonly proxy: TcpProxy;
  readonly throughProxy: Pick<TestDatabase, 'address' | 'password'>;
  readonly open: Stations['open'];
}

const withServer = it.extend('server', () => sharedPostgres());
const withNetwork = withServer.extend(
  'network',
  async ({ server }, { onCleanup }): Promise<Network> => {
    const [database, proxy, stations] = [
      await server.createDatabase(),
      await startTcpProxy(server.port),
      new Stations(),
    ];
    onCleanup(async () => {
      await stations.close();
      await proxy.close();
    });
    const throughProxy = {
      address: database.addressAt('127.0.0.1', proxy.port),
      password: database.password,
    };
    return { database, proxy, throughProxy, open: stations.open };
  },
);

describeWithPostgres('a floor that is away', () => {
  const hasJoined = (...stations: readonly TestStation[]): Promise<void> =>
    vi.waitFor(() => {
      expect(stations.map(({ floor }) => floor.state)).toEqual(stations.map(() => 'joined'));
      for (const { grouping } of stations) expect(grouping.news()).not.toBeNull();
    }, 60_000);
  const eventsOf = ({ heard }: TestStation): number[] =>
    heard.flatMap(({ events }) => events.map(({ seq }) => seq));
  const range = (to: number): number[] => Array.from({ length: to }, (_, index) => index + 1);

  describeWithPostgres('by its server', () => {
    let server: TestPostgres;
    let database: TestDatabase;
    const stations = new Stations();
    const { open } = stations;

    beforeAll(async () => {
      server = await startPostgres(hasSmallDisk ? { diskMb: 90 } : {});
    });

    beforeEach(async () => {
      database = await server.createDatabase();
    });

    afterEach(() => stations.close());

    afterAll(async () => {
      await server.close();
    });

    it('is joined again after a kill, with everything that it had answered', async () => {
      const [a, b] = [open(database, 'a'), open(database, 'b')];
      await hasJoined(a, b);
      const claimed = new Set<number>();
      const maybe = new Set<number>();
      let killed: Promise<void> | null = null;
      for (let shipmentId = 1; shipmentId <= 200; shipmentId += 1) {
        const claim = a.grouping.claim(firstCopies(shipmentId));
        // In the middle of it.
        if (shipmentId === 60) killed = server.kill();
        const result = await claim;
        if (result.ok) claimed.add(shipmentId);
        else {
          expect(result.fault.kind).toBe('floor-away');
          maybe.add(shipmentId);
        }
      }
      await killed;
      expect(claimed.size).toBeGreaterThanOrEqual(59);
      await expect.poll(() => [a.floor.state, b.floor.state]).toEqual(['away', 'away']);
      expect(a.floor.fault?.kind).toBe('floor-away');
      // Published meanwhile, and heard once it is back.
      await b.tell(checked(1));
      expect(b.outbox.count()).toBe(1);
      await server.start();
      await hasJoined(a, b);
      await expect.poll(() => a.grouping.news()?.seq).toBe(1);
      const rows = (await b.grouping.refresh()).ok ? b.grouping.news()?.rows : undefined;
      for (const shipmentId of claimed)
        expect(rows?.get(shipmentId)).toMatchObject({ state: 'printing', stationId: 'a' });
      // An unanswered claim was executed once, or not at all; repeated, it is this station's.
      const again = [...maybe].filter((id) => rows?.has(id) === true);
      expect((await a.grouping.claim(firstCopies(...again))).ok).toBe(true);
    });

    describeWith(hasSmallDisk ? [] : ['root'], 'while its disk is full', () => {
      it('keeps the entries, and reports why they wait', async () => {
        const a = open(database, 'a');
        await hasJoined(a);
        server.fillDisk();
        const alone: string[] = [];
        a.floor.subscribe(() => alone.push(a.floor.state));
        for (const shipmentId of range(2_000)) {
          a.outbox.add({
            ...scope,
            id: randomUUID(),
            payload: checked(shipmentId),
            person: null,
            atMs: Date.now(),
            alone: false,
          });
        }
        a.floor.tell();
        await expect.poll(() => a.floor.fault?.kind).toBe('floor-full');
        a.floor.workAlone(true);
        expect(a.floor.state).toBe('alone');
        // It stays so, try after try.
        const claim = await a.grouping.claim(firstCopies(1));
        expect(claim).toMatchObject({
          ok: false,
          fault: { kind: 'floor-away', detail: 'floor-full' },
        });
        server.freeDisk();
        await expect.poll(() => a.outbox.count()).toBe(0);
        await hasJoined(a);
        await expect.poll(() => a.grouping.news()?.seq).toBe(2_000);
        expect(eventsOf(a)).toEqual(range(2_000));
        // No time of "joined" in between.
        expect(alone.slice(0, alone.lastIndexOf('alone') + 1)).not.toContain('joining');
        expect(alone.slice(alone.indexOf('away'), alone.lastIndexOf('alone'))).not.toContain(
          'joined',
        );
      });

      it('stays away, though no entry waits', async () => {
        const a = open(database, 'a');
        await hasJoined(a);
        server.fillDisk();
        expect(await a.grouping.claim(firstCopies(...range(5_000)))).toMatchObject({
          fault: { kind: 'floor-full' },
        });
        await expect.poll(() => a.floor.state).toBe('away');
        a.floor.workAlone(true);
        const states = new Set<string>();
        const stop = a.floor.subscribe(() => states.add(a.floor.state));
        // It has tried to join some times; which file has no room is different each time.
        const tries = (): number => server.log().split('No space left on device').length;
        const before = tries();
        await expect.poll(tries).toBeGreaterThan(before + 2);
        expect(a.floor.state).toBe('alone');
        expect([...states]).toEqual([]);
        stop();
        server.freeDisk();
        await hasJoined(a);
        expect((await a.grouping.claim(firstCopies(...range(5_000)))).ok).toBe(true);
      });
    });

    it('detects a hanging server within ten seconds', async () => {
      const a = open(database, 'a');
      await hasJoined(a);
      server.freeze();
      const fromMs = performance.now();
      await expect.poll(() => a.floor.state, { interval: 50 }).toBe('away');
      expect(performance.now() - fromMs).toBeLessThan(15_000);
      server.thaw();
      await hasJoined(a);
    });
  });

  describeWithPostgres('by the network', () => {
    // Most of them wait, and so they run side by side.
    withNetwork.concurrent(
      'joins again after cuts, and receives the events of the meantime, each once',
      async ({ expect, network: { database, proxy, throughProxy, open } }) => {
        const [a, b] = [open(throughProxy, 'a'), open(database, 'b')];
        await hasJoined(a, b);
        for (const round of range(3)) {
          proxy.refuse(true);
          await expect.poll(() => a.floor.state).toBe('away');
          await b.tell(checked(round));
          proxy.refuse(false);
          await hasJoined(a);
          await expect.poll(() => a.grouping.news()?.seq).toBe(round);
        }
        expect(eventsOf(a)).toEqual(range(3));
        expect(proxy.connections).toBe(2);
      },
    );

    withNetwork.concurrent(
      'detects a half-open connection within ten seconds, and publishes once the entries with an unknown outcome',
      async ({ expect, network: { database, proxy, throughProxy, open } }) => {
        const [a, b] = [open(throughProxy, 'a'), open(database, 'b')];
        await hasJoined(a, b);
        proxy.deafen();
        const fromMs = performance.now();
        // It arrives, and its answer does not.
        const payload = a.tell(checked(1));
        await expect.poll(() => b.grouping.news()?.seq).toBe(1);
        const claim = await a.grouping.claim(firstCopies(1));
        await payload;
        expect(claim).toMatchObject({ ok: false, fault: { kind: 'floor-away' } });
        await expect.poll(() => a.floor.state).toBe('away');
        expect(performance.now() - fromMs).toBeLessThan(15_000);
        expect(a.outbox.count()).toBe(1);
        proxy.cut();
        proxy.resume();
        await hasJoined(a);
        await a.tell(checked(2));
        await expect.poll(() => b.grouping.news()?.seq).toBe(2);
        expect(a.outbox.count()).toBe(0);
        expect(eventsOf(b)).toEqual([1, 2]);
      },
    );

    withNetwork.concurrent(
      'finds an idle connection that leads nowhere within ten seconds',
      async ({ expect, network: { proxy, throughProxy, open } }) => {
        const a = open(throughProxy, 'a');
        await hasJoined(a);
        proxy.stall();
        const fromMs = performance.now();
        await expect.poll(() => a.floor.state, { interval: 50 }).toBe('away');
        expect(performance.now() - fromMs).toBeLessThan(15_000);
        const askedMs = performance.now();
        expect(await a.grouping.refresh()).toMatchObject({
          ok: false,
          fault: { kind: 'floor-away' },
        });
        expect(performance.now() - askedMs).toBeLessThan(1_000);
      },
    );

    withNetwork.concurrent(
      'works on a slow network',
      async ({ expect, network: { database, proxy, throughProxy, open } }) => {
        proxy.slow(120);
        const [a, b] = [open(throughProxy, 'a'), open(database, 'b')];
        await hasJoined(a, b);
        expect((await a.grouping.claim(firstCopies(1, 2))).ok).toBe(true);
        await a.tell(checked(1));
        await expect.poll(() => b.grouping.news()?.seq).toBe(1);
        await expect.poll(() => a.grouping.news()?.seq).toBe(1);
      },
    );

    withNetwork.concurrent(
      'learns by itself of events without a notice, and which stations are alive',
      async ({ expect, network: { database, open } }) => {
        const [a, b] = [open(database, 'a'), open(database, 'b')];
        await hasJoined(a, b);
        await b.tell(checked(1));
        await expect.poll(() => a.grouping.news()?.seq).toBe(1);
        await database.sql(`WITH told AS (
          INSERT INTO doca.events SELECT key, 2, 'quiet', 'b', NULL, 'checked', 2,
            '{"kind": "checked", "shipmentId": 2, "volumes": null}', now(), false FROM doca.groupings
        ) UPDATE doca.groupings SET seq = 2, revision = revision + 1`);
        await expect.poll(() => eventsOf(a), { timeout: 60_000 }).toEqual([1, 2]);
        const isAlive = (): boolean | undefined =>
          a.grouping.news()?.share.stations.find(({ stationId }) => stationId === 'b')?.isAlive;
        expect(isAlive()).toBe(true);
        await b.floor.close();
        await expect.poll(isAlive, { timeout: 60_000 }).toBe(false);
      },
    );

    withNetwork.concurrent(
      'continues from the last event that a station knows',
      async ({ expect, network: { database, open } }) => {
        const [a] = [open(database, 'a')];
        for (const shipmentId of range(4)) await a.tell(checked(shipmentId));
        const late = open(database, 'late', { afterSeq: 3 });
        await hasJoined(late);
        expect(eventsOf(late)).toEqual([4]);
      },
    );

    withNetwork.concurrent(
      'ends work alone by itself, and takes the new password',
      async ({ expect, network: { database, open } }) => {
        let password = 'wrong';
        const states: string[] = [];
        const a = open(database, 'a', { password: () => Promise.resolve(password) });
        a.floor.subscribe(() => states.push(`${a.floor.state} ${a.floor.fault?.kind}`));
        expect(a.floor.state).toBe('joining');
        a.floor.workAlone(true);
        expect(a.floor.state).toBe('joining');
        await a.floor.settle();
        a.floor.workAlone(true);
        await a.tell({ kind: 'printed', shipmentId: 1, copy: 1, digest: null }, { alone: true });
        password = database.password;
        await hasJoined(a);
        await expect.poll(() => a.outbox.count()).toBe(0);
        a.floor.workAlone(true);
        expect(a.floor.state).toBe('joined');
        expect([...new Set(states)]).toEqual([
          'away floor-refused',
          'alone floor-refused',
          'joined undefined',
        ]);
      },
    );

    withNetwork.concurrent(
      'stops immediately when it is closed',
      async ({ expect, network: { proxy, throughProxy, open } }) => {
        proxy.stall();
        const a = open(throughProxy, 'a', { clock: systemClock });
        await expect.poll(() => proxy.connections).toBe(1);
        const asked = a.grouping.claim(firstCopies(1));
        const fromMs = performance.now();
        await a.floor.close();
        expect(await asked).toMatchObject({ ok: false, fault: { kind: 'floor-away' } });
        expect(performance.now() - fromMs).toBeLessThan(3_000);
        expect(await a.grouping.take(firstCopies(1))).toMatchObject({ ok: false });
      },
    );

    withNetwork.concurrent(
      'lets a caller leave',
      async ({ expect, network: { proxy, throughProxy, open } }) => {
        const a = open(throughProxy, 'a');
        await hasJoined(a);
        proxy.stall();
        const leaving = new AbortController();
        const claim = a.grouping.claim(firstCopies(1), leaving.signal);
        leaving.abort();
        expect(await claim).toMatchObject({ ok: false, fault: { kind: 'cancelled' } });
      },
    );
  });
});

import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { inspectFloor } from '../../src/main/floor/index.ts';
import { abortAfter } from '../../src/main/os/timeout.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import {
  describeWithPostgres,
  sharedPostgres,
  startPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../support/postgres.ts';
import { hurriedClock } from '../support/hurried-clock.ts';
import { describeWithTools } from '../support/tools.ts';
import { firstCopies, openStation } from './support/station.ts';

/** An address of this machine outside loopback: to Doca it looks like another computer. */
const elsewhere = '0.0.0.0';

describeWithPostgres('the way to a floor', () => {
  let server: TestPostgres;
  let database: TestDatabase;

  beforeAll(async () => {
    server = await sharedPostgres();
    database = await server.createDatabase();
  });

  async function examine(place: {
    readonly address: string;
    readonly password: string | null;
  }): Promise<unknown> {
    const examined = await inspectFloor(place);
    return examined.ok ? 'ok' : examined.fault.kind;
  }

  it('describes a server, and changes nothing there', async () => {
    const aheadMs = 3 * 3_600_000;
    const clock = { ...systemClock, now: () => Date.now() + aheadMs };
    const examined = await inspectFloor({ ...database, clock });
    expect(examined).toMatchObject({ ok: true, value: { tls: false } });
    if (!examined.ok) return;
    expect(examined.value.serverVersion).toMatch(/^\d+\.\d+$/);
    expect(Math.abs(examined.value.clockOffMs - aheadMs)).toBeLessThan(60_000);
    expect(await database.sql("SELECT FROM pg_namespace WHERE nspname = 'doca'")).toEqual([]);
  });

  it('names the refused user', async () => {
    expect(await examine({ ...database, password: 'wrong' })).toBe('floor-refused');
    expect(await examine({ ...database, password: null })).toBe('floor-refused');
    const nobody = database.address.replace(database.user, 'nobody%20here');
    expect(await examine({ ...database, address: nobody })).toBe('floor-refused');
  });

  it('reports servers that are not suitable', async () => {
    expect(await examine({ ...database, address: 'postgres://%zz@localhost/floor' })).toBe(
      'address-malformed',
    );
    expect(await examine({ ...database, address: `${database.address}_not` })).toBe('floor-server');
    expect(await examine({ ...database, address: database.addressAt('127.0.0.1', 1) })).toBe(
      'floor-away',
    );
    expect(
      await examine({ ...database, address: database.addressAt('server.invalid', 5432) }),
    ).toBe('floor-away');
    await database.sql(`CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0`);
    expect(
      await examine({ ...database, address: database.address.replace(database.name, 'latin') }),
    ).toBe('floor-server');
  });

  it.each([
    ['HTTP', 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n', false],
    ['a server that greets first', '\x4a\x00\x00\x00\x0a8.0.36\x00', true],
  ])('reports that %s is no PostgreSQL', async (_what, words, atOnce) => {
    const other = createServer((socket) => {
      socket.on('error', () => undefined);
      if (atOnce) socket.write(words, 'latin1');
      else socket.once('data', () => socket.end(words, 'latin1'));
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const signal = AbortSignal.timeout(2_000);
    const examined = await inspectFloor({
      ...database,
      address: database.addressAt('localhost', port),
      signal,
    });
    other.close();
    expect(examined).toMatchObject({ ok: false, fault: { kind: 'floor-server' } });
  });

  it('reports a refused user if there is no TLS to try', async () => {
    const sslRequest = 80_877_103;
    const fields = ['SFATAL', 'VFATAL', 'C28000', 'Mno pg_hba.conf entry', ''].join('\0') + '\0';
    const refusing = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (chunk) => {
        const length = Buffer.alloc(4);
        length.writeInt32BE(fields.length + 4);
        if (chunk.readInt32BE(4) === sslRequest) socket.end('N');
        else socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)]));
      });
    });
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    const { port } = refusing.address() as AddressInfo;
    expect(await examine({ ...database, address: database.addressAt('localhost', port) })).toBe(
      'floor-refused',
    );
    refusing.close();
  });

  it('gives up on a silent server', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = database.addressAt('127.0.0.1', (silent.address() as AddressInfo).port);
    // The five seconds pass immediately.
    expect(await inspectFloor({ ...database, address, clock: hurriedClock })).toMatchObject({
      fault: { kind: 'floor-away' },
    });
    // Nobody has stopped anything: the caller's time is up.
    expect(await inspectFloor({ ...database, address, signal: abortAfter(50) })).toMatchObject({
      fault: { kind: 'floor-away' },
    });
    silent.close();
  });

  it('names the user’s missing rights, and needs only a schema of its own', async () => {
    const place = await server.createDatabase({ rights: 'none' });
    expect(await examine(place)).toBe('floor-rights');
    const refused = openStation(place, 'a');
    await refused.floor.settle();
    expect(refused.floor.state).toBe('away');
    expect(refused.floor.fault?.kind).toBe('floor-rights');
    await refused.floor.close();

    await place.sql('CREATE SCHEMA doca');
    expect(await examine(place)).toBe('floor-rights');
    await place.sql(`ALTER SCHEMA doca OWNER TO ${place.user}`);
    const allowed = openStation(place, 'a');
    await expect.poll(() => allowed.floor.state).toBe('joined');
    await allowed.floor.close();
  });

  it.each([
    ['floor-rights', 'a table of another owner', 'ALTER TABLE doca.claims OWNER TO postgres'],
    ['floor-schema', 'a renamed column', 'ALTER TABLE doca.claims RENAME COLUMN state TO stated'],
  ])('reports %s of %s, and never allows working alone', async (kind, _what, sql) => {
    const place = await server.createDatabase();
    const station = openStation(place, 'a');
    onTestFinished(() => station.floor.close());
    await station.grouping.refresh();
    await place.sql(sql);
    await station.tell({ kind: 'printed', shipmentId: 1, copy: 1, digest: null });
    expect(station.floor.fault?.kind).toBe(kind);
    expect(await station.grouping.claim(firstCopies(1))).toMatchObject({ fault: { kind } });
  });

  it('leaves a newer Doca’s schema alone', async () => {
    const place = await server.createDatabase();
    const first = openStation(place, 'a');
    await first.floor.settle();
    await first.floor.close();
    await place.sql('INSERT INTO doca.migrations VALUES (1000)');
    expect(await examine(place)).toBe('floor-newer');
    const second = openStation(place, 'b');
    await second.floor.settle();
    expect(second.floor.fault?.kind).toBe('floor-newer');
    await second.floor.close();
    expect(await place.sql('SELECT id FROM doca.stations')).toEqual([{ id: 'a' }]);
  });

  it('makes the schema completely or not at all, and joins when the obstacle is gone', async () => {
    const place = await server.createDatabase({ rights: 'none' });
    await place.sql(`CREATE SCHEMA doca AUTHORIZATION ${place.user}`);
    // Comes late in the schema.
    await place.sql(
      'CREATE FUNCTION doca.is_alive(p_station text) RETURNS boolean LANGUAGE sql AS $$ SELECT true $$',
    );
    const station = openStation(place, 'a');
    await station.floor.settle();
    expect(station.floor.fault).toMatchObject({ kind: 'floor-schema', detail: 'SQLSTATE 42723' });
    expect(
      await place.sql("SELECT FROM pg_class WHERE relnamespace = 'doca'::regnamespace"),
    ).toEqual([]);
    await place.sql('DROP FUNCTION doca.is_alive');
    await expect.poll(() => station.floor.state).toBe('joined');
    await station.floor.close();
  });

  it('makes the schema once when all come at the same moment', async () => {
    const place = await server.createDatabase();
    const stations = ['a', 'b', 'c', 'd'].map((name) => openStation(place, name));
    await Promise.all(stations.map(({ floor }) => floor.settle()));
    expect(stations.map(({ floor }) => floor.state)).toEqual([
      'joined',
      'joined',
      'joined',
      'joined',
    ]);
    expect(await place.sql('SELECT version FROM doca.migrations')).toEqual([{ version: 1 }]);
    const [connections] = await place.sql<{ count: string }>(
      "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'Doca' AND datname = current_database()",
    );
    expect(Number(connections?.count)).toBe(8);
    await Promise.all(stations.map(({ floor }) => floor.close()));
    await expect
      .poll(() =>
        place.sql(
          "SELECT FROM pg_stat_activity WHERE application_name = 'Doca' AND datname = current_database()",
        ),
      )
      .toEqual([]);
  });

  it('has one session of a station, which may be several programs, and lets it go with its connection', async () => {
    const place = await server.createDatabase();
    const [first, beside] = [openStation(place, 'a'), openStation(place, 'a')];
    await Promise.all([first.floor.settle(), beside.floor.settle()]);
    const copies = ['x', 'y'].map((session) => openStation(place, 'a', { session }));
    const [copy] = copies;
    await Promise.all(copies.map(({ floor }) => floor.settle()));
    expect(copies.map(({ floor }) => floor.fault?.kind)).toEqual([
      'floor-duplicate',
      'floor-duplicate',
    ]);
    copy!.floor.workAlone(true);
    expect(copy!.floor.state).toBe('away');
    expect(await copy!.grouping.claim(firstCopies(1))).toMatchObject({
      ok: false,
      fault: { kind: 'floor-duplicate' },
    });
    const states = () => copies.map(({ floor }) => floor.state).toSorted();
    await first.floor.close();
    expect([beside.floor.state, ...states()]).toEqual(['joined', 'away', 'away']);
    // As if the computer was switched off.
    await place.sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN doca'",
    );
    await beside.floor.close();
    // Both try again, and one of them is first.
    await expect.poll(states, { timeout: 20_000 }).toEqual(['away', 'joined']);
    await Promise.all(copies.map(({ floor }) => floor.close()));
  });

  it('ignores the defaults of server and role', async () => {
    const place = await server.createDatabase();
    for (const setting of [
      'default_transaction_isolation = serializable',
      'synchronous_commit = off',
      'search_path = public',
    ]) {
      await place.sql(`ALTER ROLE ${place.user} SET ${setting}`);
    }
    const stations = ['a', 'b', 'c', 'd'].map((name) => openStation(place, name));
    const claims = await Promise.all(
      stations.map(({ grouping }) => grouping.claim(firstCopies(1))),
    );
    const kinds = claims.map((claim) => (claim.ok ? 'ok' : claim.fault.kind));
    expect(kinds.toSorted()).toEqual(['floor-taken', 'floor-taken', 'floor-taken', 'ok']);
    await Promise.all(stations.map(({ floor }) => floor.close()));
  });

  it('sends nothing unencrypted to another computer', async () => {
    expect(
      await examine({ ...database, address: database.addressAt(elsewhere, server.port) }),
    ).toBe('floor-certificate');
  });

  describeWithTools(['openssl'], 'with TLS', () => {
    let secure: TestPostgres;
    let place: TestDatabase;

    beforeAll(async () => {
      secure = await startPostgres({ tls: 'only', names: ['DNS:localhost', `IP:${elsewhere}`] });
      place = await secure.createDatabase();
    });

    afterAll(async () => {
      await secure.close();
    });

    /** In a process with this environment. */
    async function examineUnder(env: NodeJS.ProcessEnv, address: string): Promise<unknown> {
      const child = spawn(
        process.execPath,
        [
          '--disable-warning=ExperimentalWarning',
          join(import.meta.dirname, 'support/examine-process.ts'),
          address,
        ],
        { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] },
      );
      child.stdin.end(place.password);
      return JSON.parse(await text(child.stdout));
    }

    it('refuses a certificate of an unknown authority', async () => {
      expect(await examine({ ...place, address: place.addressAt(elsewhere, secure.port) })).toBe(
        'floor-certificate',
      );
    });

    it('accepts one that this computer trusts, whatever the environment contains', async () => {
      const nonsense = {
        NODE_EXTRA_CA_CERTS: secure.caFile ?? '',
        PGHOST: 'nowhere.invalid',
        PGHOSTADDR: '192.0.2.1',
        PGPORT: '1',
        PGUSER: 'nobody',
        PGDATABASE: 'nothing',
        PGPASSWORD: 'wrong',
        PGPASSFILE: '/nonexistent',
        PGSSLMODE: 'disable',
        PGSSLNEGOTIATION: 'direct',
        PGOPTIONS: '-c search_path=nothing -c statement_timeout=1',
        PGAPPNAME: 'nothing',
        PGREPLICATION: 'database',
        PGCLIENT_ENCODING: 'LATIN1',
        PGCONNECT_TIMEOUT: '0',
        PGBINARY: 'true',
        NODE_PG_FORCE_NATIVE: '1',
        NODE_TLS_REJECT_UNAUTHORIZED: '1',
      };
      const found = await examineUnder(nonsense, place.addressAt(elsewhere, secure.port));
      expect(found).toMatchObject({ tls: true });
    });

    it('uses it on this computer if the server requires it', async () => {
      expect(await examine({ ...place, address: place.addressAt('localhost', secure.port) })).toBe(
        'floor-certificate',
      );
      const trusted = { NODE_EXTRA_CA_CERTS: secure.caFile ?? '' };
      expect(await examineUnder(trusted, place.addressAt('localhost', secure.port))).toMatchObject({
        tls: true,
      });
    });

    it('accepts none with another name, and no switch of Node makes it accept an untrusted one', async () => {
      const trusted = { NODE_EXTRA_CA_CERTS: secure.caFile ?? '' };
      expect(await examineUnder(trusted, place.addressAt('127.0.0.1', secure.port))).toEqual({
        fault: 'floor-certificate',
      });
      const careless = { ...trusted, NODE_EXTRA_CA_CERTS: '', NODE_TLS_REJECT_UNAUTHORIZED: '0' };
      expect(await examineUnder(careless, place.addressAt(elsewhere, secure.port))).toEqual({
        fault: 'floor-certificate',
      });
    });
  });
});

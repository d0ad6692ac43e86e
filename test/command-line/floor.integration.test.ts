import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Ending } from '../../src/main/command-line/output/endings.ts';
import type { Summary } from '../../src/main/command-line/output/summary.ts';
import { findFreePort } from '../support/free-port.ts';
import { groupingIdOf, startSandbox, type Sandbox } from '../../src/training-erp/index.ts';
import { openStation, type TestStation } from '../floor/support/station.ts';
import { runCli, runCliWith } from '../support/cli.ts';
import { describeWithPostgres, sharedPostgres, type TestDatabase } from '../support/postgres.ts';

let sandbox: Sandbox;
let database: TestDatabase;
let dir = '';
let conclusions = 0;

interface Run {
  readonly code: number;
  readonly stderr: string;
  readonly json: Summary & Pick<Ending, 'fault'>;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /**
   * If set, runs in the test's own process, on a computer of its own; else as a program, on this
   * one.
   */
  readonly machine?: string | null;
  readonly home?: string;
  readonly groupingId?: number;
}

/** Runs a station once; each has a user's home of its own, as each has a computer. */
async function dispatch(
  station: string,
  options: readonly string[] = [],
  {
    env = {},
    machine = station,
    home = station,
    groupingId = sandbox.firstGroupingId,
  }: RunOptions = {},
): Promise<Run> {
  const folder = join(dir, home);
  mkdirSync(folder, { recursive: true });
  const variables = {
    HOME: folder,
    T: sandbox.token,
    DOCA_FLOOR_ADDRESS: database.address,
    DOCA_STATION_NAME: station,
    P: database.password,
    ...env,
  };
  const args = [
    ...[
      'dispatch',
      String(groupingId),
      '--base-url',
      sandbox.baseUrl,
      '--json',
      '--token-env',
      'T',
    ],
    ...['--floor-password-env', 'P', '--out', join(folder, 'out'), '--data', join(folder, 'data')],
    ...options,
  ];
  const { code, stdout, stderr } = await (machine === null
    ? runCli(variables, args)
    : runCliWith({ machine: [`system ${machine}`] }, variables, args));
  return { code, stderr, json: JSON.parse(stdout.trim().split('\n').at(-1)!) as Run['json'] };
}

/** Without a printer the file is the paper. */
async function countPages(runs: readonly Run[]): Promise<number> {
  const files = runs.flatMap(({ json }) => json.pdf ?? []);
  const documents = await Promise.all(
    files.map(async (path) => PDFDocument.load(await readFile(path))),
  );
  return documents.reduce((sum, document) => sum + document.getPageCount(), 0);
}

/** A clone of the disk of "one", after it has worked. */
async function cloneOne(machine: string): Promise<void> {
  expect(await dispatch('one', [], { machine, groupingId: groupingIdOf(1) })).toMatchObject({
    code: 0,
  });
  cpSync(join(dir, 'one'), join(dir, 'two'), { recursive: true });
  conclusions = 0;
}

/** Opens another station, which knows of the grouping from the news of a run. */
async function openOther(name: string): Promise<TestStation> {
  const [known] = await database.sql<{ readonly company: string }>(
    'SELECT company FROM doca.groupings',
  );
  const scope = { company: known!.company, groupingId: sandbox.firstGroupingId };
  return openStation(database, name, { scope, person: () => 'Ana' });
}

describeWithPostgres('dispatch where several stations share a server', () => {
  beforeAll(async () => {
    database = await (await sharedPostgres()).createDatabase();
  });
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'doca-stations-'));
    conclusions = 0;
    sandbox = await startSandbox({
      shipments: 6,
      formats: ['pdf'],
      arrived: (_host, { url }) => {
        if (url?.endsWith('/concluir') === true) conclusions += 1;
      },
    });
    await database.sql('DROP SCHEMA IF EXISTS doca CASCADE');
  });
  afterEach(async () => {
    await sandbox.close();
    rmSync(dir, { recursive: true });
  });

  it('prints the labels that no other station has printed, concludes once, and lists the day by station', async () => {
    const first = await dispatch('Bancada 1', ['--conclude', 'no']);
    expect(first.code, first.stderr).toBe(0);
    expect(first.json).toMatchObject({ labels: 6, pages: 6, conclusion: 'not-concluded' });
    expect(first.json.floor).toMatchObject({
      state: 'joined',
      station: 'Bancada 1 (dispatch)',
      elsewhere: [],
    });

    const second = await dispatch('Bancada 2');
    expect(second.code, second.stderr).toBe(0);
    // Without a printer the file is the paper, and the other station has no file of its own prints.
    expect(second.json).toMatchObject({ pdf: null, conclusion: 'concluded' });
    expect(second.json.floor?.elsewhere).toHaveLength(6);
    expect(second.json.floor?.elsewhere[0]).toMatchObject({
      station: 'Bancada 1 (dispatch)',
      state: 'printed',
    });
    expect(second.json.floor?.day).toEqual([
      {
        station: 'Bancada 1 (dispatch)',
        person: null,
        isHere: false,
        labels: 6,
        parcels: 0,
        groupings: 0,
      },
      {
        station: 'Bancada 2 (dispatch)',
        person: null,
        isHere: true,
        labels: 0,
        parcels: 0,
        groupings: 1,
      },
    ]);
    const prints = await database.sql("SELECT 1 FROM doca.events WHERE kind = 'printed'");
    expect(prints).toHaveLength(6);

    // The first one hears of it.
    expect(await dispatch('Bancada 1')).toMatchObject({
      code: 0,
      json: { conclusion: 'concluded' },
    });
    expect(conclusions).toBe(1);
  });

  it('leaves out another station’s rows, names it, and goes on when they are given back', async () => {
    expect((await dispatch('Bancada 1', ['--conclude', 'no'])).code).toBe(0);
    const other = await openOther('nine');
    const news = await other.grouping.refresh();
    const ids = news.ok ? [...news.value.rows.keys()].toSorted((a, b) => a - b) : [];
    expect(ids).toHaveLength(6);
    await database.sql('DELETE FROM doca.claims');
    await database.sql('DELETE FROM doca.events');
    const kept = ids.slice(0, 2).map((shipmentId) => ({ shipmentId, copy: 1 }));
    expect(
      await other.grouping.take(ids.map((shipmentId) => ({ shipmentId, copy: 1 }))),
    ).toMatchObject({ ok: true });
    expect(await dispatch('Bancada 3')).toMatchObject({
      code: 4,
      json: { pdf: null, fault: { kind: 'floor-busy' } },
    });
    expect(await other.grouping.giveBack(ids.slice(2))).toMatchObject({ ok: true });

    const run = await dispatch('Bancada 3');
    expect(run.code, run.stderr).toBe(4);
    expect(run.json).toMatchObject({
      pages: 6,
      conclusion: 'not-concluded',
      fault: { kind: 'floor-busy' },
    });
    expect(run.json.floor?.elsewhere).toEqual(
      kept.map(({ shipmentId }) => ({
        shipment: shipmentId,
        station: 'bench nine',
        person: 'Ana',
        state: 'taken',
      })),
    );
    expect(run.stderr).toContain(
      '2 labels with other stations, left out:\n  bench nine (Ana): #1-2\n',
    );
    expect(await database.sql("SELECT 1 FROM doca.events WHERE kind = 'printed'")).toHaveLength(4);

    expect(await other.grouping.giveBack(ids.slice(0, 2))).toMatchObject({ ok: true });
    const again = await dispatch('Bancada 3');
    expect(again.code, again.stderr).toBe(0);
    expect(again.json.conclusion).toBe('concluded');
    await other.floor.close();
  });

  it('waits with printing while the server is away, unless it may work alone; then it publishes afterwards', async () => {
    const away = { DOCA_FLOOR_ADDRESS: database.addressAt('127.0.0.1', await findFreePort()) };
    const run = await dispatch('Bancada 1', [], { env: away });
    expect(run).toMatchObject({
      code: 5,
      json: { fault: { kind: 'floor-away' }, pdf: null, floor: { state: 'away', day: null } },
    });
    expect(run.stderr).toContain('run again with --alone');

    const alone = await dispatch('Bancada 1', ['--alone', '--conclude', 'no'], { env: away });
    expect(alone).toMatchObject({ code: 0, json: { floor: { state: 'alone' } } });
    expect(alone.stderr).toContain('goes on alone');

    const back = await dispatch('Bancada 1', ['--conclude', 'no']);
    expect(back.code, back.stderr).toBe(0);
    const told = await database.sql(
      "SELECT DISTINCT shipment_id FROM doca.events WHERE kind = 'printed' AND alone",
    );
    expect(told).toHaveLength(6);
  });

  it('takes over the rows of a station that is gone, its own from a lost journal too, and asks about their paper', async () => {
    expect((await dispatch('Bancada 1', ['--conclude', 'no'])).code).toBe(0);
    const rows = await database.sql<{ shipment_id: string }>(
      'SELECT shipment_id FROM doca.claims ORDER BY shipment_id',
    );
    const [first, second] = rows.map((row) => Number(row.shipment_id));
    await database.sql('DELETE FROM doca.events');
    await database.sql('DELETE FROM doca.claims WHERE shipment_id <> ALL($1)', [[first, second]]);
    await database.sql(
      "UPDATE doca.claims SET state = CASE shipment_id WHEN $1 THEN 'printing' ELSE 'taken' END",
      [first],
    );
    rmSync(join(dir, 'Bancada 1'), { recursive: true });
    const name = 'Bancada 1 (dispatch)';

    const left = await dispatch('Bancada 2');
    expect(left.code, left.stderr).toBe(4);
    expect(left.stderr).toContain('--take-over NAME');
    const wrong = await dispatch('Bancada 1', ['--take-over', 'Bancada 7']);
    expect(wrong).toMatchObject({ code: 2, json: { fault: { kind: 'invalid-input' } } });
    const asked = await dispatch('Bancada 1', ['--take-over', name]);
    expect(asked).toMatchObject({
      code: 5,
      json: { fault: { kind: 'paper-unknown' }, conclusion: 'not-concluded' },
    });
    expect(asked.stderr).toContain('#1');
    // Even if the file is the paper, it does not count as unprinted.
    expect((await dispatch('Bancada 1')).code).toBe(5);
    const done = await dispatch('Bancada 1', ['--take-over', name, '--print-was', 'done']);
    expect(done.code, done.stderr).toBe(0);
    expect(done.json.conclusion).toBe('concluded');
  });

  describeWithPostgres(
    'after a backup was put back',
    () => {
      it('waits for a station that knows more, unless it is declared gone', async () => {
        expect((await dispatch('Bancada 1', ['--conclude', 'no'])).code).toBe(0);
        expect((await dispatch('Bancada 2', ['--conclude', 'no'])).code).toBe(0);
        const putBack = await database.backUp();
        expect((await dispatch('Bancada 2')).json.conclusion).toBe('concluded');
        await putBack();
        // As the guide says: the first station did nothing since, and could not notice the restore.
        await database.sql('UPDATE doca.floor SET life = gen_random_uuid()');
        const waiting = await dispatch('Bancada 1');
        expect(waiting.code, waiting.stderr).toBe(4);
        expect(waiting.json.fault).toMatchObject({
          kind: 'floor-restored',
          detail: 'Bancada 2 (dispatch)',
        });
        expect((await dispatch('Bancada 1', ['--station-gone', 'Bancada 7'])).code).toBe(2);
        expect(conclusions).toBe(1);
        expect((await dispatch('Bancada 2')).json.conclusion).toBe('concluded');
        expect((await dispatch('Bancada 1')).json.conclusion).toBe('concluded');
        expect(conclusions).toBe(1);

        await database.sql('UPDATE doca.floor SET life = gen_random_uuid()');
        const gone = await dispatch('Bancada 1', ['--station-gone', 'Bancada 2 (dispatch)']);
        expect(gone.code, gone.stderr).toBe(0);
        expect(
          await database.sql('SELECT FROM doca.stations, doca.floor WHERE spoken <> life'),
        ).toEqual([]);
      });
    },
    ['pg_dump'],
  );

  it('reports that the password is refused, never the password itself', async () => {
    const run = await dispatch('Bancada 1', [], { env: { P: 'not-the-password' } });
    expect(run).toMatchObject({ code: 3, json: { fault: { kind: 'floor-refused' } } });
    expect(run.stderr).not.toContain('not-the-password');
    expect((await dispatch('Bancada 1', [], { env: { P: '' } })).code).toBe(2);
  });

  it('is a station of its own with a copy of another computer’s data, and reports it once', async () => {
    await cloneOne('first computer');
    const runs = await Promise.all([
      dispatch('one', [], { machine: 'first computer' }),
      dispatch('one', [], { machine: 'second computer', home: 'two' }),
    ]);
    expect(await countPages(runs)).toBe(6);
    expect(conclusions).toBeLessThanOrEqual(1);
    expect(runs[0].stderr).not.toContain('is a copy from');
    expect(runs[1].stderr).toContain('is a copy from');
    const again = await dispatch('one', [], { machine: 'second computer', home: 'two' });
    expect(again).toMatchObject({ code: 0, json: { conclusion: 'concluded' } });
    expect(again.stderr).not.toContain('is a copy from');
    expect(conclusions).toBe(1);
    expect(await database.sql('SELECT FROM doca.stations')).toHaveLength(2);
  });

  it('does nothing as a station that works elsewhere, not even alone', async () => {
    await cloneOne('the same');
    const [known] = await database.sql<{ readonly id: string }>('SELECT id FROM doca.stations');
    const first = openStation(database, known!.id, { session: 'of the first' });
    await first.floor.settle();
    for (const options of [[], ['--alone']]) {
      const run = await dispatch('one', options, { machine: 'the same', home: 'two' });
      expect(run).toMatchObject({ code: 5, json: { fault: { kind: 'floor-duplicate' } } });
      expect(run.json).not.toHaveProperty('labels');
      expect(run.stderr).not.toContain('alone');
    }
    await first.floor.close();
    expect(await dispatch('one', [], { machine: 'the same', home: 'two' })).toMatchObject({
      code: 0,
    });
    expect(conclusions).toBe(1);
  });

  it('works beside itself if both have one journal', async () => {
    const runs = await Promise.all(
      [0, 1].map((more) => dispatch('one', [], { groupingId: groupingIdOf(more), machine: null })),
    );
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(await database.sql('SELECT FROM doca.stations')).toHaveLength(1);
  });

  it('is one station without a configured server', async () => {
    const run = await dispatch('Bancada 1', [], { env: { DOCA_FLOOR_ADDRESS: '' } });
    expect(run).toMatchObject({ code: 0, json: { floor: null, conclusion: 'concluded' } });
  });

  it('works on with a decision of IT that Doca no longer has', async () => {
    const env = { DOCA_FLOOR_ADDRESS: '', DOCA_SPEAKS_NUMBERS: 'true' };
    expect(await dispatch('Bancada 1', [], { env })).toMatchObject({ code: 0 });
  });

  it.each([
    ['floorAddress', { DOCA_FLOOR_ADDRESS: 'postgres://doca:secret-word@127.0.0.1/doca' }],
    ['floorAddress', { DOCA_FLOOR_ADDRESS: 'postgres://127.0.0.1/doca?sslmode=require' }],
    ['retentionDays', { DOCA_RETENTION_DAYS: 'long' }],
  ])(
    'prints nothing beside the others while a decision of IT cannot be read: %s',
    async (key, wrong) => {
      const run = await dispatch('Bancada 1', [], { env: wrong });
      expect(run).toMatchObject({ code: 8, json: { fault: { kind: 'policy-stops' } } });
      expect(run.json).not.toHaveProperty('labels');
      expect(run.stderr).toContain(key);
      expect(run.stderr).not.toContain('secret-word');
    },
  );
});

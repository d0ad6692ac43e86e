/**
 * `npm run floor:demo`: runs two stations on one grouping, with a PostgreSQL of the demo's own and
 * the training ERP. They run in two windows, until Ctrl+C; `--chromium` uses the double even if
 * Electron is installed. With `--no-windows`, two stations without windows share a grouping, print
 * into files and report each step. All started processes end with it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startSandbox, type Sandbox } from '../../src/training-erp/index.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../../test/support/postgres.ts';
import { buildWhenNeeded } from '../build-when-needed.ts';
import { getPackagedTool } from '../packaged-tools.ts';
import { findChromium, findElectron, refuse, type Desktop } from '../desktop.ts';
import type { StationPlace } from './place.ts';

const root = join(import.meta.dirname, '../..');
const stationNames = ['Bancada 1', 'Bancada 2'];
const howToGoOn = `In each window: paste the token, then open the grouping. Take rows at one, and see them at the other.
Ctrl+C ends all of it.`;

const { values } = parseArgs({
  options: {
    'no-windows': { type: 'boolean', default: false },
    chromium: { type: 'boolean', default: false },
    shipments: { type: 'string', default: '40' },
    out: { type: 'string', default: 'demo-output/floor' },
    pace: { type: 'string', default: '400' },
  },
});

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());

process.exitCode = await start();

async function start(): Promise<number> {
  if (process.platform !== 'linux')
    return refuse(['This demo starts a PostgreSQL of its own, which it knows how to on Linux.']);
  if (findPostgres() === null) getPackagedTool('postgres');
  if (findPostgres() === null) {
    return refuse([
      'There is no PostgreSQL. Its programs are enough, no service has to run:',
      '  Debian, Ubuntu:  sudo apt-get install postgresql',
      '  Fedora:          sudo dnf install postgresql-server',
    ]);
  }
  const desktop = values['no-windows'] ? null : findDesktop();
  if (desktop !== null && !('command' in desktop)) return refuse(desktop);
  const code = desktop === null ? 0 : buildWhenNeeded();
  return code === 0 ? withServers(desktop) : code;
}

function findDesktop(): Desktop | readonly string[] {
  const electron = values.chromium ? null : findElectron(root);
  const found = electron ?? findChromium(join(root, 'out/main/index.js'));
  return 'command' in found
    ? found
    : [...found, 'Without windows:  npm run floor:demo -- --no-windows'];
}

async function withServers(desktop: Desktop | null): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'doca-floor-demo-'));
  let postgres: TestPostgres | null = null;
  let erp: Sandbox | null = null;
  const children: ChildProcess[] = [];
  try {
    postgres = await startPostgres();
    erp = await startSandbox({ shipments: Number(values.shipments), formats: ['pdf'] });
    const floorAddress = await makeDatabase(postgres);
    process.stdout.write(
      `PostgreSQL: ${floorAddress}\ntraining ERP: ${erp.baseUrl}\ntoken: ${erp.token}\n`,
    );
    process.stdout.write(`grouping: ${erp.firstGroupingId}\n\n`);
    const place = {
      baseUrl: erp.baseUrl,
      token: erp.token,
      groupingId: erp.firstGroupingId,
      floorAddress,
    };
    for (const name of stationNames) {
      const own = join(dir, name);
      mkdirSync(own, { recursive: true, mode: 0o700 });
      children.push(
        desktop === null
          ? startStation({
              ...{ ...place, name, dir: own, paceMs: Number(values.pace) },
              outDir: join(resolve(values.out), name),
            })
          : startWindow(desktop, name, own, place),
      );
    }
    if (desktop === null) startTogether(children);
    else process.stdout.write(`${howToGoOn}\n`);
    const ends = await Promise.all(children.map(waitForEnd));
    if (stopping.signal.aborted) return desktop === null ? 130 : 0;
    if (desktop === null) process.stdout.write(`\nThe labels are in ${resolve(values.out)}.\n`);
    return ends.find((end) => end !== 0) ?? 0;
  } finally {
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(children.map(waitForEnd));
    await erp?.close();
    await postgres?.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Only this computer can reach it, and it needs no password. */
async function makeDatabase(postgres: TestPostgres): Promise<string> {
  const database = await postgres.createDatabase();
  const [file] = await database.sql<{ readonly hba_file: string }>('SHOW hba_file');
  await database.sql(
    `COPY (SELECT 'local all all trust' UNION ALL SELECT 'host all all 127.0.0.1/32 trust') TO '${file?.hba_file}'`,
  );
  await database.sql('SELECT pg_reload_conf()');
  return database.address;
}

function startStation(place: StationPlace): ChildProcess {
  const args = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'station.ts')];
  const env = { ...process.env, FLOOR_DEMO_STATION: JSON.stringify(place) };
  return track(
    spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env }),
  );
}

/** No station prints before all stations have their labels. */
function startTogether(stations: readonly ChildProcess[]): void {
  let ready = 0;
  for (const station of stations) {
    station.once('message', () => {
      ready += 1;
      if (ready === stations.length) for (const one of stations) one.send('go');
    });
  }
}

/** Each has its own home, as on its own computer: programs of one user share their locks. */
function startWindow(
  { command, args, env }: Desktop,
  name: string,
  dir: string,
  { floorAddress, baseUrl }: Pick<StationPlace, 'floorAddress' | 'baseUrl'>,
): ChildProcess {
  const station = {
    ...{ HOME: dir, DOCA_DATA_DIR: join(dir, 'data'), DOCA_ERP_ADDRESS: baseUrl },
    ...{ DOCA_FLOOR_ADDRESS: floorAddress, DOCA_STATION_NAME: name },
  };
  return track(
    spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env, ...station } }),
  );
}

/** Ends with the demo. */
function track(child: ChildProcess): ChildProcess {
  stopping.signal.addEventListener('abort', () => child.kill('SIGTERM'));
  if (stopping.signal.aborted) child.kill('SIGTERM');
  return child;
}

function waitForEnd(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null || child.signalCode !== null)
    return Promise.resolve(child.exitCode ?? 1);
  return new Promise((done) => {
    child.once('error', () => done(1));
    child.once('exit', (code) => done(code ?? 1));
  });
}

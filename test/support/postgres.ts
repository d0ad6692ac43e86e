import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { chmodSync, chownSync, closeSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client, type QueryResultRow } from 'pg';
import { findFreePort } from './free-port.ts';
import { packagedPostgres } from '../../scripts/packaged-tools.ts';
import { makeCertificate } from './certificates.ts';
import { fillDisk } from './small-disk.ts';
import { describeWith } from './tools.ts';

export interface PostgresOptions {
  /**
   * With a certificate of an untrusted authority (`caFile`), for `localhost` and 127.0.0.1; `only`
   * refuses unencrypted connections.
   */
  readonly tls?: boolean | 'only';
  /** Of that certificate, in their place: `DNS:` or `IP:` and the name. */
  readonly names?: readonly string[];
  /** The tables lie on a disk of this size, which `fillDisk` fills. Linux and root only. */
  readonly diskMb?: number;
  /**
   * Writes reach the disk before they are acknowledged. Without, they survive a killed server, not
   * a power cut.
   */
  readonly durable?: boolean;
  readonly maxConnections?: number;
}

/**
 * A PostgreSQL of the tests' own: it leaves the machine's own alone, and ends with the process that
 * started it.
 */
export interface TestPostgres {
  /** On 127.0.0.1; the same after each start. */
  readonly port: number;
  /** Of the server; another after each start. */
  readonly pid: number;
  readonly caFile: string | null;
  /**
   * `rights` of the user: `create` is the one that the guide asks IT for; `none` can only connect.
   */
  createDatabase(options?: { readonly rights?: 'create' | 'none' }): Promise<TestDatabase>;
  /** Stops it as its service does: connections are broken off, no data is lost. */
  stop(): Promise<void>;
  /** `kill -9` for all of its processes. */
  kill(): Promise<void>;
  /** Again, on the same folder and port. */
  start(): Promise<void>;
  /** Suspends all of its processes; their connections stay open. */
  freeze(): void;
  thaw(): void;
  fillDisk(): void;
  freeDisk(): void;
  /** Returns the processor time of its running processes so far. */
  cpuMs(): number;
  log(): string;
  close(): Promise<void>;
}

export interface TestDatabase {
  readonly name: string;
  /** As Settings has it, without the password. */
  readonly address: string;
  readonly user: string;
  readonly password: string;
  /** Returns the address by way of another host or port, such as a proxy's. */
  addressAt(host: string, port: number): string;
  /** Makes a backup as the floor guide describes. Returns the function that restores it. */
  backUp(): Promise<() => Promise<void>>;
  /** Runs it as the superuser, on a connection of its own. */
  sql<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/**
 * Returns the folder of PostgreSQL's programs; null if there are none. Debian keeps them out of the
 * PATH.
 */
export function findPostgres(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a))
    : [];
  const places = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  const own = places.find((place) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(place, name))),
  );
  return own ?? (startsHere(packagedPostgres) ? packagedPostgres : null);
}

/** A tree in root's home is closed to the account that root's server runs under. */
function startsHere(bin: string): boolean {
  return (
    existsSync(bin) &&
    spawnSync(join(bin, 'postgres'), ['--version'], { cwd: '/', ...findAccount() }).status === 0
  );
}

/** `describe` for tests that start a PostgreSQL and need these programs of it beside the server. */
export function describeWithPostgres(
  name: string,
  body: () => void,
  programs: readonly string[] = [],
): void {
  const bin = findPostgres();
  const missing =
    bin === null ? ['postgres'] : programs.filter((program) => !existsSync(join(bin, program)));
  describeWith(missing, name, body);
}

let shared: Promise<TestPostgres> | null = null;

/**
 * Returns one server for all test files of a process: each creates databases of its own, and none
 * stops or closes it.
 */
export function sharedPostgres(): Promise<TestPostgres> {
  shared ??= startPostgres();
  return shared;
}

export async function startPostgres(options: PostgresOptions = {}): Promise<TestPostgres> {
  const bin = findPostgres();
  if (bin === null) throw new Error('PostgreSQL is not installed');
  const cluster = new Cluster(bin, await findFreePort(), options);
  try {
    await cluster.start();
  } catch (error) {
    await cluster.close();
    throw error;
  }
  return cluster;
}

class Cluster implements TestPostgres {
  readonly port: number;
  readonly caFile: string | null;
  readonly #bin: string;
  readonly #account = findAccount();
  readonly #dir: string;
  readonly #data: string;
  readonly #mount: string | null = null;
  readonly #watcher: ChildProcess;
  #server: ChildProcess | null = null;
  #ended: Promise<void> = Promise.resolve();
  #databases = 0;
  #dumps = 0;

  constructor(
    bin: string,
    port: number,
    { tls = false, names, diskMb, durable = false, maxConnections = 100 }: PostgresOptions,
  ) {
    this.#bin = bin;
    this.port = port;
    this.#dir = mkdtempSync(join(tmpdir(), 'doca-postgres-'));
    chmodSync(this.#dir, 0o755);
    if (diskMb !== undefined) {
      this.#mount = join(this.#dir, 'disk');
      mkdirSync(this.#mount);
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', this.#mount]);
    }
    this.#data = join(this.#mount ?? this.#dir, 'data');
    cpSync(makeTemplate(bin, this.#account), this.#data, {
      recursive: true,
      preserveTimestamps: true,
    });
    if (this.#mount !== null) {
      // A full disk is an error for the tables, but ends the server if it holds the log.
      renameAcross(join(this.#data, 'pg_wal'), join(this.#dir, 'wal'));
      symlinkSync(join(this.#dir, 'wal'), join(this.#data, 'pg_wal'));
    }
    const certificate = tls !== false ? makeCertificate(this.#dir, names) : null;
    this.caFile = certificate?.caFile ?? null;
    const lines = {
      listen_addresses: "'127.0.0.1'",
      port,
      unix_socket_directories: `'${this.#dir}'`,
      max_connections: maxConnections,
      shared_buffers: "'24MB'",
      dynamic_shared_memory_type: 'mmap',
      fsync: durable ? 'on' : 'off',
      full_page_writes: durable ? 'on' : 'off',
      wal_level: 'minimal',
      max_wal_senders: 0,
      jit: 'off',
      ...(certificate === null
        ? {}
        : {
            ssl: 'on',
            ssl_cert_file: `'${certificate.certificateFile}'`,
            ssl_key_file: `'${certificate.keyFile}'`,
          }),
    };
    writeFileSync(
      join(this.#data, 'postgresql.conf'),
      Object.entries(lines)
        .map(([name, value]) => `${name} = ${value}\n`)
        .join(''),
    );
    writeFileSync(
      join(this.#data, 'pg_hba.conf'),
      `local all all trust\n${tls === 'only' ? 'hostssl' : 'host'} all all 127.0.0.1/32 scram-sha-256\n`,
    );
    this.#giveAway(this.#dir);
    this.#watcher = watch(this.#dir, this.#data, this.#mount);
  }

  get pid(): number {
    return this.#server?.pid ?? 0;
  }

  async start(): Promise<void> {
    const log = openSync(join(this.#dir, 'log'), 'a');
    const child = spawn(join(this.#bin, 'postgres'), ['-D', this.#data], {
      stdio: ['ignore', log, log],
      // Ctrl-C is for the tests; they end it.
      detached: true,
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      cwd: '/',
      ...this.#account,
    });
    closeSync(log);
    this.#server = child;
    this.#ended = new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    const endMs = Date.now() + 60_000;
    while (!(await this.#answers())) {
      if (Date.now() > endMs || child.exitCode !== null || child.pid === undefined) {
        throw new Error(`PostgreSQL does not start:\n${this.log().slice(-2000)}`);
      }
      await sleep(20);
    }
  }

  async createDatabase({
    rights = 'create',
  }: { readonly rights?: 'create' | 'none' } = {}): Promise<TestDatabase> {
    this.#databases += 1;
    const name = `floor_${this.#databases}`;
    const [user, password] = [`doca_${this.#databases}`, `segredo-${this.#databases}-8c1f`];
    await this.#sql('postgres', `CREATE ROLE ${user} LOGIN PASSWORD '${password}'`);
    await this.#sql('postgres', `CREATE DATABASE ${name}`);
    if (rights === 'create')
      await this.#sql('postgres', `GRANT CREATE ON DATABASE ${name} TO ${user}`);
    const addressAt = (host: string, port: number): string =>
      `postgres://${user}@${host}:${port}/${name}`;
    return {
      name,
      user,
      password,
      address: addressAt('127.0.0.1', this.port),
      addressAt,
      sql: (text, values) => this.#sql(name, text, values),
      backUp: async () => {
        this.#dumps += 1;
        const file = join(this.#dir, `dump-${this.#dumps}`);
        await this.#run('pg_dump', '--format=custom', `--file=${file}`, name);
        const more = ['--single-transaction', '--clean', '--if-exists', `--dbname=${name}`, file];
        const putBack = (tries: number): Promise<void> =>
          this.#run('pg_restore', ...more).catch((error: unknown) => {
            // Under stations that work on, it and they can wait for each other.
            if (tries === 1 || !String(error).includes('deadlock')) throw error;
            return putBack(tries - 1);
          });
        return () => putBack(20);
      },
    };
  }

  async #run(program: string, ...args: readonly string[]): Promise<void> {
    const where = ['-h', this.#dir, '-p', String(this.port), '-U', 'postgres'];
    await promisify(execFile)(join(this.#bin, program), [...where, ...args]);
  }

  async stop(): Promise<void> {
    this.#server?.kill('SIGINT');
    await this.#ended;
  }

  async kill(): Promise<void> {
    const processes = this.#standStill();
    for (const pid of processes) signal(pid, 'SIGKILL');
    await this.#ended;
    // Their memory is shared: a new server does not start before the last of them has gone.
    while (processes.some(runs)) await sleep(5);
  }

  freeze(): void {
    for (const pid of this.#standStill()) signal(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.#processes()) signal(pid, 'SIGCONT');
  }

  fillDisk(): void {
    fillDisk(this.#filler());
  }

  freeDisk(): void {
    rmSync(this.#filler(), { force: true });
  }

  cpuMs(): number {
    const ticks = this.#processes().map((pid) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return Number(fields[11]) + Number(fields[12]);
    });
    return ticks.reduce((sum, some) => sum + some, 0) * 10;
  }

  log(): string {
    return readFileSync(join(this.#dir, 'log'), 'utf8');
  }

  async close(): Promise<void> {
    await this.kill();
    const watcherEnded = new Promise((resolve) => this.#watcher.once('exit', resolve));
    this.#watcher.ref();
    this.#watcher.stdin?.end();
    await watcherEnded;
  }

  async #answers(): Promise<boolean> {
    try {
      await this.#sql('postgres', 'SELECT 1');
      return true;
    } catch {
      return false;
    }
  }

  async #sql<Row extends QueryResultRow>(
    database: string,
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const client = new Client({
      host: this.#dir,
      port: this.port,
      user: 'postgres',
      database,
      ssl: false,
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  #processes(): number[] {
    const { pid } = this;
    if (pid === 0 || !runs(pid)) return [];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return [pid, ...children.split(' ').filter(Boolean).map(Number)];
  }

  /**
   * Returns its processes, when it cannot start another one: an unlisted child would outlive it,
   * and keep its memory.
   */
  #standStill(): number[] {
    const { pid } = this;
    if (!runs(pid)) return [];
    signal(pid, 'SIGSTOP');
    while (/[RSD]/.test(readState(pid)));
    return this.#processes();
  }

  #filler(): string {
    if (this.#mount === null) throw new Error('this server has no disk of its own');
    return join(this.#mount, 'filler');
  }

  #giveAway(path: string): void {
    const { uid, gid } = this.#account;
    if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${gid}`, path]);
    chmodSync(this.#data, 0o700);
    if (this.caFile !== null) chmodSync(join(this.#dir, 'server-key.pem'), 0o600);
  }
}

interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * PostgreSQL refuses to be root: if root starts it, it runs under its own account of Debian's
 * package, or as `nobody`.
 */
function findAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const ask = (what: string): string =>
      spawnSync('id', [what, name], { encoding: 'utf8' }).stdout.trim();
    if (ask('-u') !== '') return { uid: Number(ask('-u')), gid: Number(ask('-g')) };
  }
  throw new Error('there is no account that PostgreSQL could run as');
}

/**
 * An empty cluster to copy, made once for this tree: making one takes most of a second of
 * processor.
 */
function makeTemplate(bin: string, account: Account): string {
  const version = execFileSync(join(bin, 'postgres'), ['--version'], {
    encoding: 'utf8',
  }).replaceAll(/[^\w.]+/g, '-');
  const template = join(import.meta.dirname, `../../node_modules/.cache/cluster-${version}`);
  if (existsSync(template)) return template;
  const dir = mkdtempSync(join(tmpdir(), 'doca-initdb-'));
  const copy = `${template}-${process.pid}`;
  try {
    if (account.uid !== undefined) chownSync(dir, account.uid, account.gid ?? account.uid);
    const args = [
      '-D',
      join(dir, 'data'),
      '-U',
      'postgres',
      '-A',
      'trust',
      '-N',
      '--wal-segsize=1',
      '-E',
      'UTF8',
      '--locale=C',
    ];
    execFileSync(join(bin, 'initdb'), args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: '/',
      ...account,
    });
    cpSync(join(dir, 'data'), copy, { recursive: true });
    renameSync(copy, template);
  } catch (error) {
    // Another process was quicker.
    if (!existsSync(template)) throw error;
  } finally {
    rmSync(copy, { recursive: true, force: true });
    rmSync(dir, { recursive: true, force: true });
  }
  return template;
}

/** Ends the server and takes its folder away when this process is gone, however it went. */
function watch(dir: string, data: string, mount: string | null): ChildProcess {
  const script = `cat >/dev/null
pid=$(head -n 1 "$2/postmaster.pid" 2>/dev/null)
[ -n "$pid" ] && kill -9 "$pid" 2>/dev/null
[ -n "$3" ] && { umount "$3" || umount -l "$3"; }
for i in 1 2 3 4 5; do rm -rf "$1" && break; sleep 0.1; done`;
  const child = spawn('sh', ['-c', script, 'sh', dir, data, mount ?? ''], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return child;
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/** A zombie does not count as running. */
function runs(pid: number): boolean {
  return !['Z', 'X', ''].includes(readState(pid));
}

/** Returns Linux's letter for its state; empty if there is no such process. */
function readState(pid: number): string {
  try {
    return /\) (\w) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? '';
  } catch {
    return '';
  }
}

function renameAcross(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  rmSync(from, { recursive: true });
}

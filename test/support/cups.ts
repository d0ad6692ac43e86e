import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const cupsTools = [
  'cupsd',
  'lp',
  'lpstat',
  'lpadmin',
  'cancel',
  'cupsenable',
  'cupsdisable',
];

/** A print service of its own: no queue, job or setting of this machine is touched. */
export interface TestCups {
  /** The environment in which CUPS commands talk to this service. */
  readonly env: NodeJS.ProcessEnv;
  /** Makes a queue on a TCP port; `model` as `lpadmin -m` takes it. */
  addQueue(
    name: string,
    port: number,
    /** A model that CUPS knows, or the path of a PPD file. */
    model: 'raw' | `drv:///sample.drv/${'zebra' | 'generic'}.ppd` | `/${string}`,
    options?: readonly string[],
  ): void;
  command(name: string, ...args: readonly string[]): string;
  /** The service's own log, to see why a test fails. */
  log(): string;
  close(): Promise<void>;
}

/** `tcpPort`: it also listens there, on this machine alone. */
export async function startCups({
  tcpPort,
}: { readonly tcpPort?: number } = {}): Promise<TestCups> {
  const dir = mkdtempSync(join(tmpdir(), 'doca-cups-'));
  for (const folder of [
    '.',
    'etc',
    'etc/ppd',
    'spool',
    'spool/tmp',
    'cache',
    'run',
    'run/certs',
    'log',
  ]) {
    mkdirSync(join(dir, folder), { recursive: true });
    chmodSync(join(dir, folder), 0o777);
  }
  const socket = join(dir, 'cups.sock');
  writeFileSync(join(dir, 'etc/cups-files.conf'), filesConfiguration(dir));
  writeFileSync(
    join(dir, 'etc/cupsd.conf'),
    configuration([socket, ...(tcpPort === undefined ? [] : [`127.0.0.1:${tcpPort}`])]),
  );
  const child = spawn(
    'cupsd',
    ['-f', '-c', join(dir, 'etc/cupsd.conf'), '-s', join(dir, 'etc/cups-files.conf')],
    {
      stdio: 'ignore',
    },
  );
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const env = { ...process.env, CUPS_SERVER: socket, HOME: dir, LC_ALL: 'C' };
  const log = (): string =>
    existsSync(join(dir, 'log/error')) ? readFileSync(join(dir, 'log/error'), 'utf8') : '';
  const command = (name: string, ...args: readonly string[]): string =>
    execFileSync(name, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const answers = (): boolean => {
    try {
      return command('lpstat', '-r').includes('is running');
    } catch {
      return false;
    }
  };
  const endMs = Date.now() + 60_000;
  while (!answers()) {
    if (Date.now() > endMs || child.exitCode !== null)
      throw new Error(`cupsd does not start:\n${log().slice(-2000)}`);
    await sleep(50);
  }
  return {
    env,
    command,
    log,
    addQueue: (name, port, model, options = []) => {
      const kind = model.startsWith('/') ? '-P' : '-m';
      command(
        'lpadmin',
        '-p',
        name,
        '-E',
        '-v',
        `socket://127.0.0.1:${port}`,
        kind,
        model,
        ...options,
      );
    },
    close: async () => {
      child.kill();
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/**
 * Started by root, cupsd runs its filters under another account; else everything runs under the
 * account of the test.
 */
function filesConfiguration(dir: string): string {
  return [
    `ServerRoot ${dir}/etc`,
    `RequestRoot ${dir}/spool`,
    `CacheDir ${dir}/cache`,
    `StateDir ${dir}/run`,
    `TempDir ${dir}/spool/tmp`,
    `AccessLog ${dir}/log/access`,
    `ErrorLog ${dir}/log/error`,
    `PageLog ${dir}/log/page`,
    'FatalErrors config listen',
    ...(process.getuid?.() === 0 ? ['User lp', 'Group lp', 'SystemGroup root lpadmin'] : []),
    '',
  ].join('\n');
}

function configuration(listenAt: readonly string[]): string {
  return `LogLevel debug
MaxLogSize 0
${listenAt.map((place) => `Listen ${place}`).join('\n')}
Browsing Off
WebInterface No
DefaultAuthType None
<Location />
  Order allow,deny
  Allow all
</Location>
<Policy default>
  <Limit All>
    Order allow,deny
    Allow all
  </Limit>
</Policy>
`;
}

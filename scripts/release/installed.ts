import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * An installed program, and the environment to start it in; `DOCA_DATA_DIR` names its data folder.
 */
export interface Installed {
  readonly program: string;
  /** The arguments that it cannot be started without. */
  readonly args?: readonly string[];
  readonly env: NodeJS.ProcessEnv & { readonly DOCA_DATA_DIR: string };
}

/** The code of an installed program: the one file that was packed, as it is. */
export function findArchive(program: string, platform: NodeJS.Platform): string {
  const archive = join(
    dirname(program),
    platform === 'darwin' ? '../Resources' : 'resources',
    'app.asar',
  );
  if (!existsSync(archive)) throw new Error(`there is no ${archive}`);
  return archive;
}

/**
 * Throws if the program opens a debugging port anyway, or continues after the refusal. It may end,
 * or keep showing its message, because there is no user to close it.
 */
export async function expectRefusal(
  installed: Installed,
  port: number,
  waitMs = 20_000,
): Promise<void> {
  const child = start(installed, [`--remote-debugging-port=${port}`]);
  try {
    const endMs = Date.now() + waitMs;
    while (Date.now() < endMs && !hasEnded(child)) {
      if (await isOpen(port)) throw new Error('the installed program opened a debugging port');
      if (existsSync(installed.env.DOCA_DATA_DIR))
        throw new Error('the installed program went on with a debugging port');
      await sleep(100);
    }
    if (child.exitCode === 0)
      throw new Error('the installed program ended as if nothing were wrong');
  } finally {
    child.kill('SIGKILL');
  }
}

/**
 * Opens the window and closes it as a user does, some time after the program began its log. Throws
 * if there was no window, or if it had a problem.
 */
export async function openAndClose(installed: Installed, settleMs = 20_000): Promise<void> {
  const { DOCA_DATA_DIR: dataDir } = installed.env;
  const logFile = join(dataDir, 'logs/doca.log');
  const before = existsSync(logFile) ? statSync(logFile).size : 0;
  const child = start(installed, []);
  try {
    await until('Doca did not start', () => existsSync(logFile) || hasEnded(child));
    await sleep(settleMs);
    if (hasEnded(child))
      throw new Error(`Doca ended by itself with ${child.exitCode ?? 'a signal'}`);
    // Without /F Windows asks the window, and refuses if there is none; Electron treats SIGTERM the
    // same way.
    if (process.platform === 'win32') run('taskkill', ['/PID', String(child.pid)]);
    else child.kill('SIGTERM');
    await until('Doca did not close', () => hasEnded(child));
    if (child.exitCode !== 0) throw new Error(`Doca closed with ${child.exitCode ?? 'a signal'}`);
  } finally {
    child.kill('SIGKILL');
  }
  // The window's place is written when it closes.
  if (!existsSync(join(dataDir, 'window.json'))) throw new Error('Doca had no window');
  const lines = readFileSync(logFile).subarray(before).toString().split('\n');
  const wrong = lines.filter((line) => /"event":"(?:main|window)\./.test(line));
  if (wrong.length > 0) throw new Error(`Doca's log says:\n${wrong.join('\n')}`);
}

/**
 * Lets the installed program examine the machine, which proves that its main process works with all
 * that it loads. Returns the findings.
 */
export function examine({ program, args = [], env }: Installed): readonly string[] {
  const { status } = spawnSync(program, [...args, '--doctor', '--json'], {
    env,
    stdio: 'ignore',
    timeout: 120_000,
  });
  if (status !== 0 && status !== 1)
    throw new Error(`Doca --doctor ended with ${status ?? 'a signal'}`);
  const report = readFileSync(join(env.DOCA_DATA_DIR, 'logs/doctor.txt'), 'utf8');
  return (
    JSON.parse(report) as { readonly findings: readonly { readonly code: string }[] }
  ).findings.map(({ code }) => code);
}

export function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ended with ${status ?? 'a signal'}`);
}

function start(
  { program, args: needed = [], env }: Installed,
  args: readonly string[],
): ChildProcess {
  return spawn(program, [...needed, ...args], { env, stdio: 'ignore' });
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function until(otherwise: string, holds: () => boolean): Promise<void> {
  const endMs = Date.now() + 60_000;
  while (!holds()) {
    if (Date.now() > endMs) throw new Error(otherwise);
    await sleep(100);
  }
}

async function isOpen(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/json/version`).then(
    () => true,
    () => false,
  );
}

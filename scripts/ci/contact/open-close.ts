import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasEnded, openAndClose } from '../../release/installed.ts';
import { thoseThatStay, treeOf } from './processes.ts';
import type { Trial } from './trial.ts';

interface Round {
  readonly openMs: number;
  readonly endMs: number;
  /**
   * The exit code, or the signal: a program that is asked to end before it listens ends with the
   * system's.
   */
  readonly end: number | string;
  /** Processes that stayed. */
  readonly left: number;
}

export interface OpenClose {
  readonly host: string;
  readonly rounds: readonly Round[];
  /** The problem of the start after them; null if there was none. */
  readonly nextStart: string | null;
}

/**
 * Opens the program and ends it at any moment of its first three seconds, again and again on the
 * same data.
 */
export async function openAndCloseOften(
  trial: Trial,
  dataDir: string,
  rounds = 10,
): Promise<OpenClose> {
  const done: Round[] = [];
  while (done.length < rounds)
    done.push(await openAndEnd(trial, dataDir, Math.round(3_000 * Math.random())));
  const env = { ...process.env, ...trial.env, DOCA_DATA_DIR: dataDir };
  const nextStart = await openAndClose({ ...trial, env }).then(
    () => null,
    (error: unknown) => String(error),
  );
  return { host: trial.host, rounds: done, nextStart };
}

export function isGood({ rounds, nextStart }: OpenClose): boolean {
  return (
    nextStart === null &&
    rounds.every(({ end, left }) => (end === 0 || end === 'SIGTERM') && left === 0)
  );
}

async function openAndEnd(trial: Trial, dataDir: string, openMs: number): Promise<Round> {
  const child = open(trial, dataDir);
  await sleep(openMs);
  const tree = treeOf(Number(child.pid));
  const startedMs = performance.now();
  await end(child);
  const endMs = Math.round(performance.now() - startedMs);
  return {
    openMs,
    endMs,
    end: child.exitCode ?? String(child.signalCode),
    left: (await thoseThatStay(tree)).length,
  };
}

export function open(trial: Trial, dataDir: string): ChildProcess {
  return spawn(trial.program, trial.args, {
    stdio: 'ignore',
    env: { ...process.env, ...trial.env, DOCA_DATA_DIR: dataDir },
  });
}

/** Closes the program as a user does. On Windows the window is asked, as soon as there is one. */
export async function end(child: ChildProcess): Promise<void> {
  const ended = hasEnded(child) ? Promise.resolve() : once(child, 'exit');
  const late = setTimeout(() => child.kill('SIGKILL'), 60_000);
  if (process.platform !== 'win32') child.kill('SIGTERM');
  while (process.platform === 'win32' && !hasEnded(child)) {
    spawnSync('taskkill', ['/PID', String(child.pid)], { stdio: 'ignore' });
    await sleep(250);
  }
  await ended;
  clearTimeout(late);
}

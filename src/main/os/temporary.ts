import { createHash, randomBytes } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { readErrorCode } from './errors.ts';
import { isAlive } from './process.ts';

/**
 * The names of files being written: with their owner, and not guessable, so that no link can wait
 * there.
 */
const temporaryName = /^\.?([0-9a-f]{8})-(\d+)-[0-9a-f]{16}\.part(?:\.\w+)?$/;

/** Differs between machines and containers that share a folder but not their process ids. */
const thisMachine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/**
 * Returns an unused path, to be opened exclusively (`wx`). `extension` is for programs that need
 * one: `.pdf`.
 */
export function makeTemporaryPath(dir: string, extension = ''): string {
  return join(
    dir,
    `.${thisMachine}-${process.pid}-${randomBytes(8).toString('hex')}.part${extension}`,
  );
}

/**
 * Removes files that killed processes left half-written, and returns their number. Never a file of
 * a living process: on this machine its id tells, and counts as reused only after a day; on another
 * machine an hour without a write does.
 */
export async function removeLeftovers(dir: string, nowMs: number): Promise<number> {
  let removed = 0;
  for (const name of await listNames(dir)) {
    const [, machine, pid] = temporaryName.exec(name) ?? [];
    if (machine === undefined) continue;
    const path = join(dir, name);
    const file = await lstat(path).catch(() => null);
    // A folder of such a name is nobody's leftover.
    if (file === null || file.isDirectory()) continue;
    if (nowMs - file.mtimeMs <= findKeptMs(machine, Number(pid))) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

const hourMs = 3_600_000;

function findKeptMs(machine: string, pid: number): number {
  if (machine !== thisMachine) return hourMs;
  return isAlive(pid) ? 24 * hourMs : -Infinity;
}

/** Returns the names in a folder; none if it does not exist. */
export async function listNames(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

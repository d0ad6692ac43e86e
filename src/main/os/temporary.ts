import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { readErrorCode } from './errors.ts';
import { isAlive } from './process.ts';

/**
 * The names of files that are being written. They say whose they are, so that what a killed process leaves is found, and
 * cannot be guessed, so that nobody lays a link where one is going to be.
 */
const temporaryName = /^\.?([0-9a-f]{8})-(\d+)-[0-9a-f]{16}\.part(?:\.\w+)?$/;

/** Differs between machines and containers that share a folder but not their process ids. */
const thisMachine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** A path that nothing has, to be opened exclusively (`wx`). `extension` is for readers who go by it: `.pdf`. */
export function makeTemporaryPath(dir: string, extension = ''): string {
  return join(dir, `.${thisMachine}-${process.pid}-${randomBytes(8).toString('hex')}.part${extension}`);
}

/**
 * Removes what killed processes left half-written; gives the number. Never a file of a living process: on this machine
 * its id tells, and counts as taken by somebody else only after a day; on another machine an hour without a write does.
 */
export async function removeLeftovers(dir: string, nowMs: number): Promise<number> {
  const hourMs = 3_600_000;
  let removed = 0;
  for (const name of await listNames(dir)) {
    const [, machine, pid] = temporaryName.exec(name) ?? [];
    if (machine === undefined) continue;
    const path = join(dir, name);
    const ageMs = nowMs - ((await stat(path).catch(() => null))?.mtimeMs ?? nowMs);
    const here = machine === thisMachine;
    const keptMs = !here ? hourMs : isAlive(Number(pid)) ? 24 * hourMs : -Infinity;
    if (ageMs <= keptMs) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** What is in a folder; nothing where there is none. */
export async function listNames(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fault } from '../../../shared/index.ts';
import type { Fault } from '../../../shared/index.ts';
import type { LabelSlot } from '../types.ts';

/**
 * Files are spread over folders named after the first two digits of the slot's key, so that looking for one stays quick
 * whatever a month of labels adds up to. Temporary files lie beside the folders: one rename away, and easily listed.
 */
const finalName = /^([0-9a-f]{32})-([0-9a-f]{64})\.label$/;
const temporaryName = /^([0-9a-f]{8})-(\d+)-[0-9a-f]{16}\.part$/;

/** Differs between machines and containers that share a folder but not their process ids. */
const thisMachine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** Stands for the slot in file names, which then tell nothing about whom it is for. */
export function makeSlotKey(slot: LabelSlot): string {
  const fields = JSON.stringify([slot.erpOrigin, slot.groupingId, slot.shipmentId, slot.ordinal]);
  return createHash('sha256').update(fields).digest('hex').slice(0, 32);
}

export function makeFolderPath(dir: string, key: string): string {
  return join(dir, key.slice(0, 2));
}

export function makePath(dir: string, key: string, sha256: string): string {
  return join(makeFolderPath(dir, key), `${key}-${sha256}.label`);
}

export interface NamedFile {
  readonly path: string;
  readonly key: string;
  readonly sha256: string;
}

/** The label files of one folder; none where there is no such folder. */
export async function listLabelFiles(folder: string): Promise<readonly NamedFile[]> {
  return (await namesIn(folder)).flatMap((name) => {
    const [, key, sha256] = finalName.exec(name) ?? [];
    return key === undefined || sha256 === undefined ? [] : [{ path: join(folder, name), key, sha256 }];
  });
}

export async function listFolders(dir: string): Promise<readonly string[]> {
  return (await namesIn(dir)).filter((name) => /^[0-9a-f]{2}$/.test(name)).map((name) => join(dir, name));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (fsCode(error) === 'ENOENT') return [];
    throw error;
  }
}

export function makeTemporaryPath(dir: string): string {
  return join(dir, `${thisMachine}-${process.pid}-${randomBytes(8).toString('hex')}.part`);
}

/**
 * Removes what killed processes left half-written. Never a file of a living process: on this machine its id tells, and
 * counts as taken by somebody else only after a day; on another machine an hour without a write does.
 */
export async function removeLeftovers(dir: string, nowMs: number): Promise<number> {
  const hourMs = 3_600_000;
  let removed = 0;
  for (const name of await namesIn(dir)) {
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return fsCode(error) !== 'ESRCH';
  }
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** The rename that makes a file appear; afterwards it is there also when the power fails. */
export async function moveInto(folder: string, from: string, to: string): Promise<void> {
  try {
    await renamePatiently(from, to);
  } catch (error) {
    if (fsCode(error) !== 'ENOENT') throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await flushFolder(join(folder, '..'));
    await renamePatiently(from, to);
  }
  await flushFolder(folder);
}

/** Virus scanners on Windows hold new files for a moment, and a rename then fails though nothing is wrong. */
async function renamePatiently(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      const held = ['EPERM', 'EACCES', 'EBUSY'].includes(fsCode(error) ?? '');
      if (!held || process.platform !== 'win32' || attempt === 6) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20 * 2 ** attempt));
    }
  }
}

/** Best effort: Windows cannot flush a folder, and some network drives refuse. */
async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    return;
  }
}

/** The operating system's error code, for errors that come from it. */
export function fsCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && 'syscall' in error
    ? error.code
    : null;
}

/** The fault behind a file system's error; null for an error that is not the file system's. */
export function toDiskFault(error: unknown): Fault | null {
  const code = fsCode(error);
  if (code === null) return null;
  return fault(code === 'ENOSPC' || code === 'EDQUOT' ? 'disk-full' : 'disk', { detail: code });
}

import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { readErrorCode } from '../../os/errors.ts';
import { flushFolder, moveFile } from '../../os/files.ts';
import { isAlive } from '../../os/process.ts';
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
  return (await listNames(folder)).flatMap((name) => {
    const [, key, sha256] = finalName.exec(name) ?? [];
    return key === undefined || sha256 === undefined ? [] : [{ path: join(folder, name), key, sha256 }];
  });
}

export async function listFolders(dir: string): Promise<readonly string[]> {
  return (await listNames(dir)).filter((name) => /^[0-9a-f]{2}$/.test(name)).map((name) => join(dir, name));
}

async function listNames(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return [];
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

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Gives a file its place in its folder, which is made where there is none. */
export async function moveInto(folder: string, from: string, to: string): Promise<void> {
  try {
    await moveFile(from, to);
  } catch (error) {
    if (readErrorCode(error) !== 'ENOENT') throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await flushFolder(join(folder, '..'));
    await moveFile(from, to);
  }
}

import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  createReadStream,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { fail, failed, fault, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import { need, readErrorCode, readErrorMessage } from './errors.ts';
import { readSqliteError } from './sqlite.ts';
import { makeTemporaryPath } from './temporary.ts';

function readSystemCode(error: unknown): string | null {
  return error instanceof Error && 'syscall' in error ? readErrorCode(error) : null;
}

/**
 * Returns the fault of an error of the file system or of SQLite, or null for any other error, which
 * is a bug.
 */
export function toDiskFault(error: unknown): Fault | null {
  const database = readSqliteError(error);
  if (database !== null && database !== 'other')
    return fault(database === 'full' ? 'disk-full' : 'disk', { detail: readErrorMessage(error) });
  const code = readSystemCode(error);
  if (code === null) return null;
  const detail = `${String((error as NodeJS.ErrnoException).syscall)}: ${code}`;
  return fault(code === 'ENOSPC' || code === 'EDQUOT' ? 'disk-full' : 'disk', { detail });
}

/** Runs work and turns file system errors into faults. Any other error is a bug and is rethrown. */
export async function tryOnDisk<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    const disk = toDiskFault(error);
    if (disk === null) throw error;
    return failed(disk);
  }
}

/** The same for code inside a room: the disk's faults are thrown. */
export async function workOnDisk<T>(work: () => Promise<T>): Promise<T> {
  return need(await tryOnDisk(async () => ok(await work())));
}

/**
 * Personal data, for this user only. Windows has no modes: there the profile's access list keeps
 * others out.
 */
export const privateFileMode = 0o600;
const privateFolderMode = 0o700;

/**
 * Creates a folder and its missing parents, for this user only. An existing one keeps its rights.
 */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: privateFolderMode });
}

/**
 * The same for Doca's own folder: others lose their rights, unless it is somebody else's or shared
 * (`/tmp`).
 */
export function makeOwnFolderSync(path: string): void {
  mkdirSync(path, { recursive: true, mode: privateFolderMode });
  if (process.platform === 'win32') return;
  const { mode, uid } = statSync(path);
  const isShared = (mode & 0o1000) !== 0 || uid !== process.getuid?.();
  if (!isShared && (mode & 0o077) !== 0) chmodSync(path, privateFolderMode);
}

/**
 * Creates an empty file, or removes others' rights from it, for code that opens it later, such as
 * SQLite.
 */
export function makeOwnFileSync(path: string): void {
  const descriptor = openSync(path, 'a', privateFileMode);
  try {
    const isOpen = process.platform !== 'win32' && (fstatSync(descriptor).mode & 0o077) !== 0;
    if (isOpen) fchmodSync(descriptor, privateFileMode);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Removes a file or folder that may be gone. One that cannot be removed now is found later by its
 * age or name.
 */
export async function removeQuietly(path: string): Promise<void> {
  const remove = () => rm(path, { recursive: true, force: true });
  await insist(isInUse, remove).catch(() => undefined);
}

/**
 * Writes a file so that it is there whole or not at all: under a temporary name, flushed to the
 * disk, then renamed. Creates a missing folder. Throws the file system's own errors and leaves
 * nothing behind then. Replaces a file or link under the name; follows no link, because the
 * temporary file must be new.
 */
export async function writeWhole<T>(
  path: string,
  write: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const folder = dirname(path);
  await makeFolder(folder);
  const temporary = makeTemporaryPath(folder);
  const file = await open(temporary, 'wx', privateFileMode);
  try {
    let result: T;
    try {
      result = await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await moveFile(temporary, path);
    return result;
  } catch (error) {
    await removeQuietly(temporary);
    throw error;
  }
}

/** The same synchronously, for a few bytes. */
export function writeWholeSync(path: string, text: string): void {
  const folder = dirname(path);
  makeOwnFolderSync(folder);
  replaceSync(path, text, privateFileMode);
  flushFolderSync(folder);
}

/**
 * Writes a small file that every account of this computer may read, in a folder where each may add
 * its own.
 */
export function writeOpenSync(path: string, text: string): void {
  for (const folder of [dirname(dirname(path)), dirname(path)])
    if (mkdirSync(folder, { recursive: true }) !== undefined && process.platform !== 'win32')
      chmodSync(folder, 0o1777);
  replaceSync(path, text, 0o644);
}

function replaceSync(path: string, text: string, mode: number): void {
  const temporary = makeTemporaryPath(dirname(path));
  try {
    writeFileSync(temporary, text, { flag: 'wx', mode, flush: true });
    // The user's mask may have taken others' right to read it.
    chmodSync(temporary, mode);
    insistSync(6, () => renameSync(temporary, path));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function insistSync<T>(attempts: number, work: () => T): T {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return work();
    } catch (error) {
      if (!isInUse(error) || attempt === attempts) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10 * 2 ** attempt);
    }
  }
}

/**
 * A larger file is none that Doca writes for others: 60,000 ids of 16 digits fit, more than one
 * print of 10,000 shipments can have, and sixteen files are read in a tenth of a second.
 */
const mostOpenBytes = 1024 * 1024;

/**
 * Reads a small file in a folder where others may leave anything: follows no link, and waits for no
 * pipe or device. Null if nothing has this name. `text` is null for anything unreadable, which
 * `kind` tells from others.
 */
export function readOpenSync(path: string, mostBytes = mostOpenBytes) {
  // Windows lacks the latter two: there they are undefined, and count as 0.
  const flag = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  let kind = '';
  try {
    return insistSync(3, () => {
      const named = lstatSync(path);
      kind = [named.mode, named.ino, named.size, named.mtimeMs].join(' ');
      const isSmall = named.isFile() && named.size <= mostBytes;
      return { kind, text: isSmall ? readFileSync(path, { encoding: 'utf8', flag }) : null };
    });
  } catch (error) {
    const code = readSystemCode(error);
    if (code === null) throw error;
    return code === 'ENOENT' ? null : { kind: `${kind} ${code}`, text: null };
  }
}

/** As `flushFolder`, best effort. */
function flushFolderSync(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Best effort.
  }
}

/** The rename that makes a file appear; afterwards it survives a power cut. */
export async function moveFile(from: string, to: string): Promise<void> {
  await insist(isInUse, () => rename(from, to));
  await flushFolder(dirname(to));
}

async function insist<T>(isPassing: (error: unknown) => boolean, work: () => Promise<T>) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || attempt === 6) throw error;
      await pause(20 * 2 ** attempt);
    }
  }
}

/** Virus scanners on Windows hold files for a moment: no rename or removal succeeds meanwhile. */
function isInUse(error: unknown): boolean {
  return (
    process.platform === 'win32' &&
    ['EPERM', 'EACCES', 'EBUSY'].includes(readSystemCode(error) ?? '')
  );
}

/**
 * Makes a new name survive a power cut. Best effort: Windows opens no folders, and some network
 * drives refuse.
 */
export async function flushFolder(folder: string): Promise<void> {
  await flushFile(folder, 'r').catch(() => undefined);
}

/** Flushes a file to the disk. Windows flushes only a file that is opened for writing. */
export async function flushFile(path: string, flags: 'r' | 'r+' = 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Returns the content of a JSON file of Doca's own; null if there is none. One that cannot be read
 * is tried again shortly. Faults: `disk`, and `file-damaged` if it is not JSON of this shape. After
 * a fault the file stays as it is, and must not be overwritten: see `JsonFile`.
 */
export async function readJsonFile<T>(
  path: string,
  schema: z.ZodType<T>,
): Promise<Result<T | null>> {
  try {
    const bytes = await insistOnReading(() => readFile(path));
    return ok(schema.parse(parseJson(bytes)));
  } catch (error) {
    const code = readSystemCode(error);
    if (code === 'ENOENT') return ok(null);
    const detail = basename(path);
    return code === null
      ? fail('file-damaged', { detail })
      : fail('disk', { detail: `${detail}: ${code}` });
  }
}

/** Windows' own editors begin a file with a byte order mark, and may write UTF-16. */
export function parseJson(bytes: Buffer): unknown {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return JSON.parse(new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes));
}

/** A virus scanner, a backup, or a process without free descriptors makes it fail for a moment. */
export function insistOnReading<T>(work: () => Promise<T>): Promise<T> {
  const lasting = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', null];
  return insist((error) => !lasting.includes(readSystemCode(error)), work);
}

/** Writes a JSON file whole. Faults: `disk*`. */
export function writeJsonFile(path: string, value: unknown): Promise<Result<void>> {
  return tryOnDisk(async () => {
    await writeWhole(path, (file) => file.writeFile(`${JSON.stringify(value, null, 2)}\n`));
    return ok();
  });
}

/**
 * Yields a file's bytes. The file is opened when reading begins: the error of a stream that has no
 * reader yet would end the program.
 */
export async function* readChunks(path: string): AsyncGenerator<Buffer, void, undefined> {
  yield* createReadStream(path) as AsyncIterable<Buffer>;
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of readChunks(path)) hash.update(chunk);
  return hash.digest('hex');
}

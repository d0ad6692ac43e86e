import { constants } from 'node:fs';
import { copyFile, link, open, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fail, failed, type Fault, ok } from '#shared/faults/faults.ts';
import { readErrorCode } from '../os/errors.ts';
import {
  toDiskFault,
  flushFile,
  flushFolder,
  makeFolder,
  moveFile,
  privateFileMode,
  removeQuietly,
} from '../os/files.ts';
import { makeTemporaryPath } from '../os/temporary.ts';
import { checkReadable } from './queue/print-queue.ts';
import type { Printer } from './types.ts';

/** "Prints" into a folder: each file once, whole or not at all, never over another one. */
export function createFilePrinter({
  dir,
  name = 'PDF',
}: {
  readonly dir: string;
  readonly name?: string;
}): Printer {
  return {
    name,
    folder: dir,
    print: async (file, signal) => {
      if (signal?.aborted === true) return fail('cancelled');
      const temporary = makeTemporaryPath(dir);
      try {
        await makeFolder(dir);
        await copyFile(file.path, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
        await flushFile(temporary);
        await putUnderFreeName(temporary, dir, file.name ?? basename(file.path));
        await flushFolder(dir);
        return ok('done');
      } catch (error) {
        await removeQuietly(temporary);
        return failed(printFault(error));
      }
    },
  };
}

/** The merged file is the print itself: for people who print it by their own means. */
export function createMergedFilePrinter(): Printer {
  return {
    name: 'file',
    print: async ({ path }) => {
      const readable = await checkReadable(path);
      return readable.ok ? ok('done') : readable;
    },
  };
}

/** Gives the file its final name, or the next free one: `name.pdf`, `name (2).pdf`, … */
async function putUnderFreeName(temporary: string, dir: string, wanted: string): Promise<void> {
  const extension = extname(wanted);
  const stem = basename(wanted, extension);
  for (let copy = 1; ; copy += 1) {
    const target = join(dir, copy === 1 ? wanted : `${stem} (${copy})${extension}`);
    if (await placeFile(temporary, target)) return;
  }
}

/**
 * Returns false if the name is taken. A hard link fails then, atomically; a rename would overwrite.
 */
async function placeFile(temporary: string, target: string): Promise<boolean> {
  try {
    await link(temporary, target);
    await rm(temporary);
    return true;
  } catch (error) {
    if (readErrorCode(error) === 'EEXIST') return false;
    if (!withoutHardLinks.has(readErrorCode(error) ?? '')) throw error;
  }
  // A file system without hard links (exFAT, some network shares): the name is claimed first, then
  // filled.
  try {
    await (await open(target, 'wx', privateFileMode)).close();
  } catch (error) {
    if (readErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
  await moveFile(temporary, target);
  return true;
}

const withoutHardLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'UNKNOWN']);

function printFault(error: unknown): Fault {
  const disk = toDiskFault(error);
  if (disk === null) throw error;
  const refused = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EEXIST'].includes(
    readErrorCode(error) ?? '',
  );
  return refused ? { ...disk, kind: 'printer-unavailable' } : disk;
}

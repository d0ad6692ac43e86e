import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { failed, fault, ok } from '../../shared/index.ts';
import type { Fault, Result } from '../../shared/index.ts';
import type { PrintFile, Printer, SpoolOutcome } from './types.ts';

/** "Prints" into a folder: each file once, whole or not at all, never over another one. */
export function createFilePrinter({ dir, name = 'PDF' }: { readonly dir: string; readonly name?: string }): Printer {
  return {
    name,
    print: async (file: PrintFile, signal?: AbortSignal): Promise<Result<SpoolOutcome>> => {
      if (signal?.aborted === true) return failed(fault('cancelled'));
      const temporary = join(dir, `.${randomUUID()}.part`);
      try {
        await mkdir(dir, { recursive: true });
        await copyFile(file.path, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
        await flush(temporary);
        await putUnderFreeName(temporary, dir, basename(file.path));
        await flushFolder(dir);
        return ok('done');
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined);
        return failed(printFault(error));
      }
    },
  };
}

/** The merged file is the print itself: for those who send it to paper by their own means. */
export function createMergedFilePrinter(): Printer {
  return {
    name: 'file',
    print: async ({ path }) => {
      try {
        await access(path, constants.R_OK);
        return ok('done');
      } catch (error) {
        return failed(printFault(error));
      }
    },
  };
}

/** Gives the file its final name, or the next free one: `name.pdf`, `name (2).pdf`, … */
async function putUnderFreeName(temporary: string, dir: string, wanted: string): Promise<void> {
  const extension = extname(wanted);
  const stem = basename(wanted, extension);
  for (let copy = 1; ; copy += 1) {
    const target = join(dir, copy === 1 ? wanted : `${stem} (${copy})${extension}`);
    if (await placed(temporary, target)) return;
  }
}

/** False where the name is taken. A hard link fails then, atomically, where a rename would overwrite. */
async function placed(temporary: string, target: string): Promise<boolean> {
  try {
    await link(temporary, target);
    await rm(temporary);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (!withoutHardLinks.has(codeOf(error) ?? '')) throw error;
  }
  // A file system without hard links (exFAT, some network shares): the name is claimed first, then filled.
  try {
    await (await open(target, 'wx')).close();
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  await rename(temporary, target);
  return true;
}

const withoutHardLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'UNKNOWN']);

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the new name itself survive a power cut; Windows does that by itself and opens no folders. */
async function flushFolder(dir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

function printFault(error: unknown): Fault {
  const code = codeOf(error);
  if (code === null) throw error;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return fault('disk-full', { detail: code });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EEXIST':
      return fault('printer-unavailable', { detail: code });
    default:
      return fault('disk', { detail: code });
  }
}

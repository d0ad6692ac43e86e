import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readErrorCode } from '../../src/main/os/errors.ts';

/** On Windows: a small file system that may be filled. The Windows lane makes one. */
const smallDisk = process.env['DOCA_WINDOWS_SMALL_DISK'];

/** Whether this machine can have a full disk: on Linux a user who may mount one can. */
export const hasSmallDisk =
  (process.platform === 'linux' && process.getuid?.() === 0) || smallDisk !== undefined;

/** Runs work with an empty folder on a file system that has room for less than 4 kB. */
export async function useFullDisk(work: (dir: string) => Promise<void>): Promise<void> {
  if (process.platform === 'linux') {
    const dir = mkdtempSync(join(tmpdir(), 'doca-small-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', dir]);
    await work(dir).finally(() => execFileSync('umount', [dir]));
    return;
  }
  if (smallDisk === undefined)
    throw new Error('DOCA_WINDOWS_SMALL_DISK does not say where a small disk is');
  const dir = mkdtempSync(join(smallDisk, 'doca-'));
  const filler = join(smallDisk, 'filler');
  try {
    fillDisk(filler);
    await work(dir);
  } finally {
    rmSync(filler, { force: true });
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Writes to this file until its disk has no room left. */
export function fillDisk(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let bytes = 1 << 20; bytes >= 1024;) {
      try {
        writeSync(file, Buffer.alloc(bytes));
      } catch (error) {
        if (readErrorCode(error) !== 'ENOSPC') throw error;
        bytes /= 2;
      }
    }
  } finally {
    closeSync(file);
  }
}

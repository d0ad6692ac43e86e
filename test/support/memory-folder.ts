import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';

/** Several times the most that the tests' folders were seen to take. */
const enoughBytes = 4e9;

/**
 * Tests make thousands of databases and files, and each waits for the disk. Returns a folder that
 * Linux keeps in memory, as all of /tmp is on many machines, or null if it has not enough for them
 * or runs no programs, which some tests put there.
 */
export function findMemoryFolder(folder = '/dev/shm', neededBytes = enoughBytes): string | null {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const options = mounts.find((line) => line.split(' ')[1] === folder)?.split(' ')[3];
    if (options === undefined || options.split(',').includes('noexec')) return null;
    return bavail * bsize >= neededBytes ? folder : null;
  } catch {
    return null;
  }
}

import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * How this machine can fill a disk: a small file system in memory needs root, a limit for files
 * does not.
 */
export type DiskWay = 'tmpfs' | 'file limit';

export function findDiskWay(tmp: string): DiskWay {
  const probe = join(tmp, 'disk-probe');
  mkdirSync(probe, { recursive: true });
  try {
    mount(probe, 1);
    unmount(probe);
    return 'tmpfs';
  } catch {
    return 'file limit';
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}

/** A disk of its own for a job, which can be filled and emptied. */
export class SmallDisk {
  readonly #path: string;
  readonly #filler: string;

  constructor(path: string, megabytes: number) {
    mkdirSync(path, { recursive: true });
    mount(path, megabytes);
    this.#path = path;
    this.#filler = join(path, 'filler');
  }

  /** Leaves this much room. */
  fill(leftKb: number): void {
    const { bavail, bsize } = statfsSync(this.#path);
    let bytes = bavail * bsize - leftKb * 1024;
    const file = openSync(this.#filler, 'a');
    const chunk = Buffer.alloc(256 * 1024, 1);
    try {
      for (; bytes > 0; bytes -= chunk.length)
        writeSync(file, chunk, 0, Math.min(chunk.length, bytes));
    } catch {
      // It was full sooner than it reported: others write too.
    } finally {
      closeSync(file);
    }
  }

  makeRoom(): void {
    rmSync(this.#filler, { force: true });
  }

  close(): void {
    unmount(this.#path);
  }
}

function mount(path: string, megabytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', path], {
    stdio: 'ignore',
  });
}

function unmount(path: string): void {
  execFileSync('umount', ['-l', path], { stdio: 'ignore' });
}

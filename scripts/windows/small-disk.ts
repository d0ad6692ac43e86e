import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  /** A folder; null if Windows lets this user have no disk. */
  readonly path: string | null;
  remove(): void;
}

/**
 * A virtual disk of Windows with room for some megabytes, by `diskpart`, which only an
 * administrator may use.
 */
export function makeSmallDisk(): SmallDisk {
  const dir = mkdtempSync(join(tmpdir(), 'doca-small-disk-'));
  const file = join(dir, 'disk.vhd');
  const path = join(dir, 'disk');
  mkdirSync(path);
  const isMade = runDiskpart(dir, [
    `create vdisk file="${file}" maximum=16 type=fixed`,
    `select vdisk file="${file}"`,
    'attach vdisk',
    'create partition primary',
    'format fs=ntfs quick',
    `assign mount="${path}"`,
  ]);
  return {
    path: isMade ? path : null,
    remove: () => {
      runDiskpart(dir, [`select vdisk file="${file}"`, 'detach vdisk']);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function runDiskpart(dir: string, commands: readonly string[]): boolean {
  const script = join(dir, 'commands.txt');
  writeFileSync(script, commands.join('\r\n'));
  return spawnSync('diskpart', ['/s', script], { stdio: 'ignore' }).status === 0;
}

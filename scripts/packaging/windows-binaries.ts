import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { windowsCallsBinary } from './app-files.ts';

interface LockFile {
  readonly packages: Readonly<
    Record<string, { readonly version: string; readonly integrity: string }>
  >;
}

/**
 * Installs the binaries that call Windows for each of these processors: npm installs only the one
 * of the packing machine, and keeps those of an earlier lock file. The downloaded ones must match
 * the lock file.
 */
export function installWindowsBinaries(root: string, archs: readonly string[]): void {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile;
  for (const arch of archs) {
    const folder = `node_modules/@yuuang/ffi-rs-win32-${arch}-msvc`;
    const locked = lock.packages[folder];
    if (locked === undefined) throw new Error(`the lock file knows no ${folder}`);
    if (
      readVersion(join(root, folder)) === locked.version &&
      existsSync(join(root, windowsCallsBinary(arch)))
    )
      continue;
    const temporary = mkdtempSync(join(tmpdir(), 'doca-binary-'));
    try {
      const name = `${folder.slice('node_modules/'.length)}@${locked.version}`;
      run('npm', ['pack', name, '--pack-destination', temporary], root);
      const [packed = ''] = readdirSync(temporary);
      const digest = createHash('sha512')
        .update(readFileSync(join(temporary, packed)))
        .digest('base64');
      if (`sha512-${digest}` !== locked.integrity)
        throw new Error(`${name} is not what the lock file knows`);
      rmSync(join(root, folder), { recursive: true, force: true });
      mkdirSync(join(root, folder), { recursive: true });
      run('tar', ['-xzf', packed, '--strip-components=1', '-C', join(root, folder)], temporary);
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  }
}

/** Returns the version of the package in a folder; null if there is none. */
function readVersion(folder: string): string | null {
  try {
    return (
      JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string }
    ).version;
  } catch {
    return null;
  }
}

/** Windows starts npm through its shell only. */
function run(program: string, args: readonly string[], cwd: string): void {
  const isScript = process.platform === 'win32' && program === 'npm';
  const { status, stderr } = spawnSync(program, [...args], {
    cwd,
    encoding: 'utf8',
    shell: isScript,
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
}

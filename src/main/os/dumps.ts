import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const mostDumps = 5;
const mostBytes = 50 * 1024 * 1024;
const mostAgeMs = 30 * 24 * 3_600_000;

export function findDumpFolder(dataDir: string): string {
  return join(dataDir, 'crashes');
}

/**
 * Returns dumps of Doca's crashed processes, newest first; they stay on this computer. Empty if
 * unreadable.
 */
export function listDumps(dataDir: string) {
  const folder = findDumpFolder(dataDir);
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.dmp'))
      .map((name) => {
        const path = join(folder, name);
        const { mtimeMs, size } = statSync(path);
        return { path, atMs: mtimeMs, bytes: size };
      })
      .toSorted((one, other) => other.atMs - one.atMs);
  } catch {
    return [];
  }
}

/**
 * Creates the folder and removes all dumps but the newest five of 30 days, 50 MB together. False if
 * that fails.
 */
export function prepareDumpFolder(dataDir: string, nowMs: number): boolean {
  try {
    mkdirSync(findDumpFolder(dataDir), { recursive: true, mode: 0o700 });
    let bytes = 0;
    for (const [index, dump] of listDumps(dataDir).entries()) {
      bytes += dump.bytes;
      if (index >= mostDumps || bytes > mostBytes || nowMs - dump.atMs > mostAgeMs)
        rmSync(dump.path, { force: true });
    }
    return true;
  } catch {
    return false;
  }
}

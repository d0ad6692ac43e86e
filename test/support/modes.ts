import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the files and folders below a folder, itself included, that other users of this machine
 * could read; none on Windows, which has no modes.
 */
export function listOpenToOthers(dir: string): string[] {
  if (process.platform === 'win32') return [];
  const paths = [
    dir,
    ...readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name)),
  ];
  return paths.filter((path) => (statSync(path).mode & 0o077) !== 0);
}

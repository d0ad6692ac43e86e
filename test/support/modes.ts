import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What below a folder, itself included, somebody else of this machine could look into; nothing on Windows, which has no modes. */
export function listOpenToOthers(dir: string): string[] {
  if (process.platform === 'win32') return [];
  const paths = [dir, ...readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name))];
  return paths.filter((path) => (statSync(path).mode & 0o077) !== 0);
}

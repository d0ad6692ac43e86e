import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
  writeSync,
  type FSWatcher,
} from 'node:fs';
import { join } from 'node:path';

let held: { readonly lock: string; readonly watcher: FSWatcher } | null = null;

/**
 * One process for each user data folder. A second one leaves its arguments for the first and gets
 * false.
 */
export function acquireInstanceLock(
  userData: string,
  onSecond: (argv: string[], cwd: string) => void,
): boolean {
  if (held !== null) return true;
  const folder = join(userData, 'electron-double');
  const lock = join(folder, 'lock');
  const message = join(folder, 'second-instance.json');
  mkdirSync(folder, { recursive: true });
  if (!create(lock) && isAlive(Number(readFileSync(lock, 'utf8')))) {
    writeFileSync(message, JSON.stringify({ argv: process.argv, cwd: process.cwd() }));
    return false;
  }
  writeFileSync(lock, String(process.pid));
  const watcher = watch(folder, () => {
    if (!existsSync(message)) return;
    const text = readFileSync(message, 'utf8');
    if (text === '') return;
    rmSync(message, { force: true });
    const { argv, cwd } = JSON.parse(text) as { argv: string[]; cwd: string };
    onSecond(argv, cwd);
  });
  watcher.unref();
  held = { lock, watcher };
  return true;
}

export function releaseInstanceLock(): void {
  if (held === null) return;
  held.watcher.close();
  rmSync(held.lock, { force: true });
  held = null;
}

function create(path: string): boolean {
  try {
    const file = openSync(path, 'wx');
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

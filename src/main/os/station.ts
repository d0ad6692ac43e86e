import { createHash } from 'node:crypto';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Where Doca keeps what is one for a user of this computer, whichever program works and wherever it has its data: desktop
 * and command line meet here. So the place follows from the user alone; variables that a shell sets and a desktop does
 * not (`XDG_DATA_HOME`, `LOCALAPPDATA`) do not count.
 */
export function findStationDir(home = homedir()): string {
  return join(findOwnFolder({}, home) ?? join(home, '.local', 'share', 'doca'), 'station');
}

/** Where the accounts of a computer meet, and this one's name among them, which tells nothing of its person. */
export interface Bench {
  readonly folder: string;
  readonly account: string;
}

/** Not in the policy's folder, which is no user's. Null if the system has no such place. */
export function findBench(): Bench | null {
  const folder = {
    win32: join(process.env['ProgramData'] ?? String.raw`C:\ProgramData`, 'Doca bench'),
    darwin: '/Users/Shared/Doca bench',
  }[process.platform as string];
  if (folder === undefined) return null;
  const { uid, username } = userInfo();
  return { folder, account: createHash('sha256').update(`${uid} ${username}`).digest('hex').slice(0, 16) };
}

/** Where the desktop keeps its data; `DOCA_DATA_DIR` is another place. */
export function findDesktopDataDir(env: Env, home = homedir()): string {
  const chosen = env['DOCA_DATA_DIR'];
  if (chosen !== undefined && chosen !== '') return chosen;
  return findOwnFolder(env, home) ?? join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'Doca');
}

export function findCommandLineDataDir(env: Env, home: string): string {
  const folder = findOwnFolder(env, home) ?? join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'doca');
  return join(folder, 'command-line');
}

/** At this computer: on Windows what lies elsewhere roams to where its user signs in next. Null where there is no one place. */
function findOwnFolder(env: Env, home: string): string | null {
  if (process.platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Doca');
  return process.platform === 'darwin' ? join(home, 'Library', 'Application Support', 'Doca') : null;
}

import { createHash } from 'node:crypto';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { AppInfo } from '#shared/contract/app.ts';

/** The systems that Doca tells apart: any but Windows and macOS is used as Linux. */
export type Platform = AppInfo['platform'];

export function findPlatform(): Platform {
  const { platform } = process;
  return platform === 'win32' || platform === 'darwin' ? platform : 'linux';
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Returns the folder of data that exists once per user of this computer, for all programs and data
 * folders: desktop and command line meet here. It follows from the user alone; variables that a
 * shell sets and a desktop does not (`XDG_DATA_HOME`, `LOCALAPPDATA`) do not count.
 */
export function findStationDir(home = homedir()): string {
  return join(findOwnFolder({}, home) ?? join(home, '.local', 'share', 'doca'), 'station');
}

/**
 * The folder that a computer's accounts share, and this one's name in it, which does not reveal its
 * person.
 */
export type SharedPlace = Readonly<NonNullable<ReturnType<typeof findSharedPlace>>>;

/**
 * Not in the policy's folder, which users may not write. Null if the system has no such folder, or
 * if the program was given another home than the account's, whose data nothing else meets either.
 */
export function findSharedPlace(home = homedir()) {
  const folder = {
    win32: join(process.env['ProgramData'] ?? String.raw`C:\ProgramData`, 'Doca bench'),
    darwin: '/Users/Shared/Doca bench',
  }[process.platform as string];
  const { uid, username, homedir: own } = userInfo();
  if (folder === undefined || home !== own) return null;
  return {
    folder,
    account: createHash('sha256').update(`${uid} ${username}`).digest('hex').slice(0, 16),
  };
}

export function findDesktopDataDir(env: Env, home = homedir()): string {
  const chosen = env['DOCA_DATA_DIR'];
  if (chosen !== undefined && chosen !== '') return chosen;
  return findOwnFolder(env, home) ?? join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'Doca');
}

export function findCommandLineDataDir(env: Env, home: string): string {
  const folder =
    findOwnFolder(env, home) ?? join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'doca');
  return join(folder, 'command-line');
}

/** A folder that does not roam to the user's next computer. Null if there is no single place. */
function findOwnFolder(env: Env, home: string): string | null {
  if (process.platform === 'win32')
    return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Doca');
  return process.platform === 'darwin'
    ? join(home, 'Library', 'Application Support', 'Doca')
    : null;
}

/**
 * Below a program's folder of data, with people's data; the desktop's retention empties them.
 * `drawn`, `spill`: temporary, for prints and merges.
 */
export const dataFolders = {
  labels: 'labels',
  prints: 'prints',
  manifests: 'manifests',
  drawn: 'drawn',
  sheets: 'sheets',
  spill: 'spill',
} as const;

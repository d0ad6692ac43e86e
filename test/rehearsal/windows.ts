import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setupName } from '../../scripts/release/parts.ts';
import type { Arch } from '../../scripts/release/parts.ts';
import { newVersion, oldVersion } from '../../scripts/rehearsal/versions.ts';

/** The output of `npm run release:rehearse`, as this system sees it. */
const rehearsal = process.env['DOCA_REHEARSAL'] ?? '';
export const smallDisk = process.env['DOCA_REHEARSAL_SMALL_DISK'] ?? '';

/** A folder that Windows names by a variable. */
const named = (name: string, ...further: readonly string[]): string =>
  join(process.env[name] ?? '', ...further);

export const places = {
  user: named('LOCALAPPDATA', 'Programs', 'Doca'),
  machine: named('ProgramFiles', 'Doca'),
  data: named('LOCALAPPDATA'),
  updater: named('LOCALAPPDATA', 'doca-updater'),
  shortcuts: (whose: 'user' | 'machine'): readonly string[] =>
    whose === 'user'
      ? [
          named('APPDATA', 'Microsoft/Windows/Start Menu/Programs/Doca.lnk'),
          named('USERPROFILE', 'Desktop/Doca.lnk'),
        ]
      : [
          named('ProgramData', 'Microsoft/Windows/Start Menu/Programs/Doca.lnk'),
          named('PUBLIC', 'Desktop/Doca.lnk'),
        ],
};

/** A file that the rehearsal has made. */
export const findMade = (...path: readonly string[]): string => join(rehearsal, ...path);

export function findSetup(version: string, arch: Arch = 'x64'): string {
  return findMade(version, setupName(version, arch));
}

const refusal = join(tmpdir(), 'Doca-setup.log');

/** A setup's exit code, and the sentence that it left. */
export interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** Runs a setup to its end, without a user to answer it. */
export function runSetup(
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Ended {
  const said = join(env['TEMP'] ?? tmpdir(), 'Doca-setup.log');
  rmSync(said, { force: true });
  const { status, error } = spawnSync(path, [...args], {
    env: { ...process.env, ...env },
    timeout: 240_000,
    // `/D=` takes the rest of the line as it is.
    windowsVerbatimArguments: true,
  });
  if (error !== undefined) throw error;
  return { code: status, said: existsSync(said) ? readFileSync(said, 'utf16le').trim() : '' };
}

/** Returns the entry in Windows' list of programs; null if there is none. */
export function readEntry(root: 'HKCU' | 'HKLM'): Readonly<Record<string, string>> | null {
  const key = String.raw`${root}\Software\Microsoft\Windows\CurrentVersion\Uninstall`;
  const file = join(tmpdir(), 'doca-entries.reg');
  // To a file it writes UTF-16, to its output the old code page of DOS.
  if (spawnSync('reg', ['export', key, file, '/y', '/reg:64']).status !== 0) return null;
  const entries = Object.values(parseRegistryFile(readFileSync(file, 'utf16le')));
  return entries.find((entry) => entry['DisplayName']?.startsWith('Doca ')) ?? null;
}

/** The texts in a file that `reg export` wrote, by their key. */
function parseRegistryFile(
  text: string,
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const keys: Record<string, Record<string, string>> = {};
  let values: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const key = /^\[(.*)\]$/.exec(line)?.[1];
    if (key !== undefined) values = keys[key] ??= {};
    const [, name, quoted = ''] = /^"(\w+)"="(.*)"$/.exec(line) ?? [];
    if (name !== undefined) values[name] = quoted.replace(/\\(.)/g, '$1');
  }
  return keys;
}

/**
 * Returns every file below a folder with the digest of its contents, without the uninstaller, which
 * only a setup makes.
 */
function listFiles(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^uninstall/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map(
      (path) =>
        `${path.slice(folder.length + 1)} ${createHash('md5').update(readFileSync(path)).digest('hex')}`,
    )
    .sort()
    .join('\n');
}

const packed = Object.fromEntries(
  [oldVersion, newVersion].map((version) => [
    version,
    listFiles(join(rehearsal, version, 'win-unpacked')),
  ]),
);

/**
 * Returns the version of a folder if it is complete; null if a file is missing or of another
 * version.
 */
export function findWhole(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const there = listFiles(folder);
  return [oldVersion, newVersion].find((version) => packed[version] === there) ?? null;
}

/** The stand-in of the installed program, opened as by a user. */
export const standIn = {
  told: join(places.data, 'doca-stand-in.txt'),
  busy: join(places.data, 'doca-stand-in-busy.txt'),
  open(folder: string): void {
    rmSync(standIn.told, { force: true });
    spawn(join(folder, 'Doca.exe'), { detached: true, stdio: 'ignore' }).unref();
  },
  /** Wine's `tasklist` prints UTF-16. */
  isOpen: (): boolean =>
    spawnSync('tasklist', { encoding: 'latin1' }).stdout.replaceAll('\0', '').includes('Doca.exe'),
  /** Returns how it was started; empty if it was not. */
  readTold: (): string => (existsSync(standIn.told) ? readFileSync(standIn.told, 'utf8') : ''),
  work(): void {
    writeFileSync(standIn.busy, '');
  },
  rest(): void {
    rmSync(standIn.busy, { force: true });
  },
};

/** Files that a setup of the updater still has open are free a moment later. */
function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 200 });
}

/** Uninstalls and closes Doca completely. */
export function cleanUp(): void {
  standIn.rest();
  spawnSync('taskkill', ['/F', '/IM', 'Doca.exe']);
  for (const root of ['HKCU', 'HKLM'] as const) {
    const entry = readEntry(root);
    if (entry === null) continue;
    const [, uninstaller = '', rest = ''] =
      /^"([^"]+)" (.*)$/.exec(entry['QuietUninstallString'] ?? '') ?? [];
    const folder = uninstaller.replace(/\\[^\\]+$/, '');
    // Run in its own place, it can be waited for: otherwise it continues in a copy of itself.
    runSetup(uninstaller, [...rest.split(' '), `_?=${folder}`]);
    remove(folder);
  }
  for (const folder of [places.user, places.machine, places.updater]) remove(folder);
  rmSync(refusal, { force: true });
}

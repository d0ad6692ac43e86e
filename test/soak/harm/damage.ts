import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  copyFile,
  mkdir,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Random } from '../../../src/training-erp/data/random.ts';

type Harm = Readonly<Record<string, (path: string, random: Random) => Promise<unknown>>>;

/** How much higher than its own a newer journal's version is. */
const versionsAhead = 1000;

const journalHarm: Harm = {
  'bits flipped': (path, random) =>
    change(path, (bytes) => {
      for (let count = random.int(1, 40); count > 0; count -= 1) {
        const at = random.int(0, bytes.length - 1);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(0, 7));
      }
    }),
  'a page of zeros': (path, random) =>
    change(path, (bytes) => {
      bytes.fill(0, ...somePage(bytes, random));
    }),
  'a page of noise': (path, random) =>
    change(path, (bytes) => {
      bytes.set(drawBytes(random, 4096).subarray(0, bytes.length), somePage(bytes, random)[0]);
    }),
  'the head gone': (path) => change(path, (bytes) => bytes.fill(0, 0, 100)),
  'cut short': async (path, random) => truncate(path, random.int(0, (await stat(path)).size)),
  emptied: (path) => truncate(path, 0),
  deleted: (path) => rm(path),
  'its log deleted': (path) => rm(`${path}-wal`, { force: true }),
  'its log cut': async (path, random) => {
    if (existsSync(`${path}-wal`))
      await truncate(`${path}-wal`, random.int(0, (await stat(`${path}-wal`)).size));
  },
  'of a newer version': (path) => {
    addToVersion(path, versionsAhead);
    return Promise.resolve();
  },
  'put back from a backup': async (path) => {
    const backup = `${path}.backup`;
    if (!existsSync(backup)) return copyFile(path, backup);
    await rm(`${path}-wal`, { force: true });
    return copyFile(backup, path);
  },
  'another file in its place': (path, random) => writeFile(path, drawBytes(random, 9000)),
};

const guardHarm: Harm = {
  'guard deleted': (path) => rm(path),
  'guard emptied': (path) => truncate(path, 0),
  'guard cut short': async (path, random) => truncate(path, random.int(0, (await stat(path)).size)),
  'guard of noise': (path, random) => writeFile(path, drawBytes(random, 80)),
};

/**
 * Damages the journal of a data folder while it is closed. Returns the kind of damage, or null if
 * there is no journal.
 */
export async function damageJournal(dataDir: string, random: Random): Promise<string | null> {
  const path = join(dataDir, 'journal.db');
  return existsSync(path) && (await stat(path)).size > 0 ? doHarm(journalHarm, path, random) : null;
}

/** Damages the guard of conclusions beside the journal in the same way. */
export async function damageGuard(home: string, random: Random): Promise<string | null> {
  const folder = join(home, '.local/share/doca/station/guards');
  if (!existsSync(folder)) return null;
  const names = (await readdir(folder, { recursive: true })).filter((name) =>
    name.endsWith('.json'),
  );
  return names.length === 0 ? null : doHarm(guardHarm, join(folder, random.pick(names)), random);
}

/** What anybody may leave under the name of an account's guard in the folder that accounts share. */
const litter: Readonly<Record<string, (path: string) => unknown>> = {
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'a link to a device': (path) => symlink('/dev/zero', path),
  'a link to nowhere': (path) => symlink('/nowhere', path),
  'a folder': (path) => mkdir(path),
  'a large file': (path) => writeFile(path, Buffer.alloc(70_000, '{')),
  'another file': (path) => writeFile(path, '{"grouping":'),
};

/** Leaves something in the folder that accounts share. Null if no account has made it yet. */
export async function litterShared(
  shared: string,
  groupingId: number,
  random: Random,
): Promise<string | null> {
  const [company] = existsSync(shared) ? await readdir(shared) : [];
  if (company === undefined) return null;
  const what = random.pick(Object.keys(litter));
  const account = random.int(0, 9999).toString(16).padStart(16, '0');
  const path = join(shared, company, `${groupingId}.${account}.json`);
  if (existsSync(path)) return null;
  await litter[what]?.(path);
  return `${what} among the guards that accounts share`;
}

/** Acts as a packer who installs the newer version, which continues with the journal. */
export function takeNewerVersion(dataDir: string): void {
  addToVersion(join(dataDir, 'journal.db'), -versionsAhead);
}

async function doHarm(harm: Harm, path: string, random: Random): Promise<string> {
  const how = random.pick(Object.keys(harm));
  try {
    await harm[how]?.(path, random);
  } catch (error) {
    // Damages add up: a file that SQLite itself cannot open cannot get a newer version.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'))
      throw error;
  }
  return how;
}

function addToVersion(path: string, versions: number): void {
  const database = new DatabaseSync(path);
  try {
    const version = Number(Object.values(database.prepare('PRAGMA user_version').get() ?? {})[0]);
    if (version + versions >= 0) database.exec(`PRAGMA user_version = ${version + versions}`);
  } finally {
    database.close();
  }
}

async function change(path: string, harm: (bytes: Buffer) => unknown): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length === 0) return;
  harm(bytes);
  await writeFile(path, bytes);
}

function somePage(bytes: Buffer, random: Random): [number, number] {
  const start = random.int(0, Math.max(0, Math.ceil(bytes.length / 4096) - 1)) * 4096;
  return [start, Math.min(start + 4096, bytes.length)];
}

function drawBytes(random: Random, count: number): Uint8Array {
  return Uint8Array.from({ length: count }, () => random.int(0, 255));
}

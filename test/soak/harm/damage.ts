import { existsSync } from 'node:fs';
import { readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Random } from '../../../src/training-erp/data/random.ts';

const damages = {
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
      bytes.set(random.bytes(4096).subarray(0, bytes.length), somePage(bytes, random)[0]);
    }),
  'the head gone': (path) => change(path, (bytes) => bytes.fill(0, 0, 100)),
  'cut short': async (path, random) => truncate(path, random.int(0, (await stat(path)).size)),
  emptied: (path) => truncate(path, 0),
  deleted: (path) => rm(path, { force: true }),
  'its log deleted': (path) => rm(`${path}-wal`, { force: true }),
  'its log cut': async (path, random) => {
    if (existsSync(`${path}-wal`)) await truncate(`${path}-wal`, random.int(0, (await stat(`${path}-wal`)).size));
  },
  'of a newer version': (path) => {
    const database = new DatabaseSync(path);
    database.exec('PRAGMA user_version = 9999');
    database.close();
    return Promise.resolve();
  },
  'another file in its place': (path, random) => writeFile(path, random.bytes(9000)),
} as const satisfies Record<string, (path: string, random: Random) => Promise<unknown>>;

/** Does harm to the journal of a data folder while nobody has it open; gives which, or null where there is no journal. */
export async function damageJournal(dataDir: string, random: Random): Promise<string | null> {
  const path = join(dataDir, 'journal.db');
  if (!existsSync(path) || (await stat(path)).size === 0) return null;
  const how = random.pick(Object.keys(damages)) as keyof typeof damages;
  try {
    await damages[how](path, random);
  } catch (error) {
    // One damage after another: what SQLite itself cannot open cannot get a newer version.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR')) throw error;
  }
  return how;
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

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { readErrorCode } from '../../os/errors.ts';
import { flushFolder, makeFolder, moveFile } from '../../os/files.ts';
import { listNames } from '../../os/temporary.ts';
import type { LabelSlot } from '../types.ts';

/**
 * Files are spread over folders by the first two digits of the slot's key, so that lookups stay
 * fast after a month of labels. Temporary files are beside the folders: one rename away, and easily
 * listed.
 */
const finalName = /^([0-9a-f]{32})-([0-9a-f]{64})\.label$/;

/** Returns the slot's stand-in for file names, which then reveal nothing about the recipient. */
export function makeSlotKey(slot: LabelSlot): string {
  const fields = JSON.stringify([slot.company, slot.groupingId, slot.shipmentId, slot.ordinal]);
  return createHash('sha256').update(fields).digest('hex').slice(0, 32);
}

export function makeFolderPath(dir: string, key: string): string {
  return join(dir, key.slice(0, 2));
}

export function makePath(dir: string, key: string, sha256: string): string {
  return join(makeFolderPath(dir, key), `${key}-${sha256}.label`);
}

export interface NamedFile {
  readonly path: string;
  readonly key: string;
  readonly sha256: string;
}

/** Returns the label files of one folder; none if it does not exist. */
export async function listLabelFiles(folder: string): Promise<readonly NamedFile[]> {
  return (await listNames(folder)).flatMap((name) => {
    const [, key, sha256] = finalName.exec(name) ?? [];
    return key === undefined || sha256 === undefined
      ? []
      : [{ path: join(folder, name), key, sha256 }];
  });
}

/**
 * Yields a file's bytes. The file is opened when reading begins: the error of a stream that has no
 * reader yet would end the program.
 */
export async function* readChunks(path: string): AsyncGenerator<Buffer, void, undefined> {
  yield* createReadStream(path) as AsyncIterable<Buffer>;
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of readChunks(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** Moves a file to its place and creates the folder if needed. */
export async function moveInto(from: string, to: string): Promise<void> {
  try {
    await moveFile(from, to);
  } catch (error) {
    if (readErrorCode(error) !== 'ENOENT') throw error;
    const folder = dirname(to);
    await makeFolder(folder);
    await flushFolder(join(folder, '..'));
    await moveFile(from, to);
  }
}

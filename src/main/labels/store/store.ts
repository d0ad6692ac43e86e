import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { failed, fault, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import { readErrorCode } from '../../os/errors.ts';
import {
  flushFolder,
  hashFile,
  makeFolder,
  moveFile,
  privateFileMode,
  readChunks,
  removeQuietly,
  tryOnDisk,
} from '../../os/files.ts';
import { Outage } from '../../os/network/outage.ts';
import { SingleFlight } from '../../os/single-flight.ts';
import { listNames, makeTemporaryPath, removeLeftovers } from '../../os/temporary.ts';
import {
  detectFormat,
  detectionBytes,
  endingBytes,
  endsAsItShould,
} from '../formats/detect-format.ts';
import { judgeUnread } from '../formats/unread-kinds.ts';
import type { LabelSlot, StoredLabel } from '../types.ts';
import {
  createDownloadPolicy,
  downloadFile,
  type DownloadServices,
  defaultDownloadLimits,
  type DownloadLimits,
} from './download.ts';
import { systemResolveHost, type ResolveHost } from '../../os/network/addresses.ts';

export interface LabelStoreOptions
  extends
    Pick<DownloadServices, 'fetch' | 'clock' | 'log' | 'onRequest'>,
    Partial<Pick<DownloadServices, 'random'>> {
  /** Created if missing; readable by this user only. */
  readonly dir: string;
  /** Decides which private or loopback addresses labels may come from. */
  readonly erpBaseUrl: string;
  readonly limits?: Partial<DownloadLimits>;
  /**
   * How long an outage of the label hosts is waited for, beyond a download's own attempts. Default:
   * not at all.
   */
  readonly patienceMs?: number;
  readonly resolveHost?: ResolveHost;
}

/** In place of the size of a file that was removed, but may be there. */
const gone = -1;
/** Some hundred labels with everything that they embed. */
const manyBytes = 128 * 1024 * 1024;

export type LabelStore = Pick<DiskLabelStore, keyof DiskLabelStore>;

/**
 * Label files on disk. A file appears under its final name, which contains slot and SHA-256, in one
 * atomic rename after its bytes were flushed: it is there whole or not at all, and then never
 * downloaded again.
 */
export class DiskLabelStore {
  readonly #dir: string;
  readonly #services: DownloadServices;
  readonly #downloads = new SingleFlight<StoredLabel>();
  /** Path to size, for files that were written in this run or compared with their hash; or `gone`. */
  readonly #verified = new Map<string, number>();
  #preparation: Promise<Result<void>> | null = null;

  constructor(options: LabelStoreOptions) {
    const { dir, erpBaseUrl, limits, patienceMs = 0, resolveHost = systemResolveHost } = options;
    const { fetch, clock, log, onRequest, random = Math.random } = options;
    this.#dir = dir;
    this.#services = {
      fetch,
      clock,
      log,
      limits: { ...defaultDownloadLimits, ...limits },
      outage: new Outage(patienceMs),
      policy: createDownloadPolicy({ erpBaseUrl, resolveHost, now: () => clock.awake() }),
      onRequest,
      random,
    };
  }

  /**
   * Returns the file of this slot, verified against its name; null if there is none. A damaged one
   * is removed.
   */
  find(slot: LabelSlot): Promise<StoredLabel | null> {
    // An unreadable disk counts as empty: the download that follows fails and says why.
    return this.#tryOr(null, async () => {
      for (const file of await sortByAge(await this.#listFiles(makeSlotKey(slot)))) {
        const bytes = await this.#readVerifiedSize(file);
        if (bytes !== null) return { slot, sha256: file.sha256, bytes, path: file.path };
      }
      return null;
    });
  }

  /** Returns true if `find` would return a file for any of these slots; reads each folder once. */
  async hasAny(slots: readonly LabelSlot[]): Promise<boolean> {
    const byFolder = Map.groupBy(slots, (slot) => makeFolderPath(this.#dir, makeSlotKey(slot)));
    for (const [folder, wanted] of byFolder) {
      const files = await this.#tryOr([], () => listLabelFiles(folder));
      const keys = new Set(files.map(({ key }) => key));
      for (const slot of wanted) {
        if (keys.has(makeSlotKey(slot)) && (await this.find(slot)) !== null) return true;
      }
    }
    return false;
  }

  /**
   * Downloads into the slot by the policy; returns a file that is there. `hasMany`: it may be
   * larger, because it has many shipments' labels. Faults: `label-*`, `disk*`, `cancelled`.
   */
  download(
    slot: LabelSlot,
    url: string,
    signal?: AbortSignal,
    hasMany = false,
  ): Promise<Result<StoredLabel>> {
    const { limits } = this.#services;
    const maxBytes = Math.max(limits.maxBytes, hasMany ? manyBytes : 0);
    const services = { ...this.#services, limits: { ...limits, maxBytes } };
    const start = (stop: AbortSignal) => this.#downloadOnce(slot, url, stop, services);
    // Once for all that ask for it at the same time.
    return this.#downloads.run(makeSlotKey(slot), start, signal);
  }

  /** Puts a file of this disk into the slot, as if it had been downloaded. */
  adopt(slot: LabelSlot, path: string): Promise<Result<StoredLabel>> {
    return this.#keep(slot, (key) => receiveFile(this.#dir, key, readChunks(path)));
  }

  /** Removes an unusable file of a slot, so that it can be downloaded again. */
  discard(slot: LabelSlot): Promise<void> {
    return this.#tryOr(undefined, async () => {
      for (const file of await this.#listFiles(makeSlotKey(slot))) await this.#remove(file.path);
    });
  }

  async #tryOr<T>(instead: T, work: () => Promise<T>): Promise<T> {
    const done = await tryOnDisk(async () => ok(await work()));
    if (done.ok) return done.value;
    this.#services.log.warn('label-folder-unusable', { detail: done.fault.detail });
    return instead;
  }

  async #listFiles(key: string): Promise<readonly NamedFile[]> {
    return (await listLabelFiles(makeFolderPath(this.#dir, key))).filter(
      (file) => file.key === key,
    );
  }

  /**
   * Returns the size of a file whose content matches its name; null for a damaged one, which is
   * removed.
   */
  async #readVerifiedSize(file: NamedFile): Promise<number | null> {
    const { size } = await stat(file.path);
    const known = this.#verified.get(file.path);
    if (known === size) return size;
    if (known !== gone && (await hashFile(file.path)) === file.sha256) {
      this.#verified.set(file.path, size);
      return size;
    }
    if (known !== gone)
      this.#services.log.warn('label-damaged-removed', { slot: file.key, bytes: size });
    await this.#remove(file.path);
    return null;
  }

  /** The disk may not release the file: it counts for none, and the next occasion tries again. */
  async #remove(path: string): Promise<void> {
    this.#verified.set(path, gone);
    await removeQuietly(path);
  }

  async #downloadOnce(
    slot: LabelSlot,
    url: string,
    signal: AbortSignal,
    services: DownloadServices,
  ): Promise<Result<StoredLabel>> {
    const { clock, log } = services;
    const there = await this.find(slot);
    if (there !== null) return ok(there);
    return this.#keep(slot, async (key) => {
      const startedMs = clock.awake();
      const receive = (body: AsyncIterable<Uint8Array>) => receiveFile(this.#dir, key, body);
      const received = await downloadFile(services, url, receive, signal);
      if (received.ok) {
        log.info('label-downloaded', {
          slot: key,
          bytes: received.value.bytes,
          ms: Math.round(clock.awake() - startedMs),
        });
      } else {
        log.warn('label-download-failed', {
          slot: key,
          kind: received.fault.kind,
          detail: received.fault.detail,
        });
      }
      return received;
    });
  }

  /** Lets `bring` write a file into the folder, which is created if missing. */
  async #keep(
    slot: LabelSlot,
    bring: (key: string) => ReturnType<typeof receiveFile>,
  ): Promise<Result<StoredLabel>> {
    this.#preparation ??= this.#prepare();
    const prepared = await this.#preparation;
    if (!prepared.ok) {
      this.#preparation = null;
      return prepared;
    }
    const received = await bring(makeSlotKey(slot));
    if (!received.ok) {
      // The folder may be gone; the next file creates it again.
      if (received.fault.kind === 'disk') this.#preparation = null;
      return received;
    }
    this.#verified.set(received.value.path, received.value.bytes);
    return ok({ slot, ...received.value });
  }

  /** Creates the folder, and removes files that a killed process left half-written. */
  #prepare(): Promise<Result<void>> {
    return tryOnDisk(async () => {
      await makeFolder(this.#dir);
      await removeLeftovers(this.#dir, this.#services.clock.now());
      return ok();
    });
  }
}

/**
 * Two processes can have downloaded different files for one slot; the first one counts, in every
 * run.
 */
async function sortByAge(files: readonly NamedFile[]): Promise<readonly NamedFile[]> {
  if (files.length < 2) return files;
  const aged = await Promise.all(
    files.map(async (file) => ({ file, writtenMs: (await stat(file.path)).mtimeMs })),
  );
  return aged
    .sort((a, b) => a.writtenMs - b.writtenMs || (a.file.path < b.file.path ? -1 : 1))
    .map(({ file }) => file);
}

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

function makeFolderPath(dir: string, key: string): string {
  return join(dir, key.slice(0, 2));
}

function makePath(dir: string, key: string, sha256: string): string {
  return join(makeFolderPath(dir, key), `${key}-${sha256}.label`);
}

interface NamedFile {
  readonly path: string;
  readonly key: string;
  readonly sha256: string;
}

/** Returns the label files of one folder; none if it does not exist. */
async function listLabelFiles(folder: string): Promise<readonly NamedFile[]> {
  return (await listNames(folder)).flatMap((name) => {
    const [, key, sha256] = finalName.exec(name) ?? [];
    return key === undefined || sha256 === undefined
      ? []
      : [{ path: join(folder, name), key, sha256 }];
  });
}

/** Moves a file to its place and creates the folder if needed. */
async function moveInto(from: string, to: string): Promise<void> {
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

const bufferedBytes = 256 * 1024;

/**
 * Writes a label file while its bytes arrive, and gives it its final name once it is flushed and
 * has the first and last bytes of a label. A failure leaves nothing behind.
 */
export async function receiveFile(
  dir: string,
  key: string,
  body: AsyncIterable<Uint8Array>,
): Promise<Result<Omit<StoredLabel, 'slot'>>> {
  const temporary = makeTemporaryPath(dir);
  try {
    return await tryOnDisk(async () => {
      const written = await writeFlushed(temporary, body);
      if (!written.ok) return written;
      const path = makePath(dir, key, written.value.sha256);
      await moveInto(temporary, path);
      return ok({ ...written.value, path });
    });
  } finally {
    // After a success there is nothing under this name.
    await removeQuietly(temporary);
  }
}

async function writeFlushed(
  path: string,
  body: AsyncIterable<Uint8Array>,
): Promise<Result<Pick<StoredLabel, 'sha256' | 'bytes'>>> {
  const hash = createHash('sha256');
  let bytes = 0;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  // It is there before the first byte: a stream that fails is not waited for.
  const file = await open(path, 'wx', privateFileMode);
  await pipeline(
    body,
    async function* (chunks) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.byteLength;
        if (head.length < detectionBytes) head = Buffer.concat([head, chunk]);
        tail = Buffer.concat([tail, chunk.subarray(-endingBytes)]).subarray(-endingBytes);
        yield chunk;
      }
    },
    // Chunks that arrive during a write are written together: most labels take one write or two.
    file.createWriteStream({ highWaterMark: bufferedBytes, flush: true }),
  );
  const objection = bytes === 0 ? fault('label-empty') : findObjection(head, tail);
  return objection === null ? ok({ sha256: hash.digest('hex'), bytes }) : failed(objection);
}

/**
 * Returns why a file must not be kept, but downloaded again; null if it looks like a whole label.
 */
function findObjection(head: Buffer, tail: Buffer): Fault | null {
  const format = detectFormat(head);
  if (format === null) return judgeUnread(head);
  return endsAsItShould(format, tail)
    ? null
    : fault('label-corrupt', { detail: `${format} without its end` });
}

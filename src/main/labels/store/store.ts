import { mkdir, rm, stat } from 'node:fs/promises';
import { failed, ok } from '../../../shared/index.ts';
import type { Result } from '../../../shared/index.ts';
import { silentLog } from '../../os/log.ts';
import type { Clock } from '../../os/clock.ts';
import type { Fetch } from '../../os/fetch.ts';
import type { Log } from '../../os/log.ts';
import { downloadFile } from '../download/download.ts';
import { defaultDownloadLimits } from '../download/limits.ts';
import type { DownloadLimits } from '../download/limits.ts';
import { createDownloadPolicy, systemResolveHost } from '../download/policy.ts';
import type { ResolveHost } from '../download/policy.ts';
import { createSharedWork } from './shared-work.ts';
import { receiveFile } from './receive.ts';
import {
  toDiskFault,
  makeFolderPath,
  listFolders,
  listLabelFiles,
  removeLeftovers,
  hashFile,
  makeSlotKey,
} from './files.ts';
import type { NamedFile } from './files.ts';
import type { LabelSlot, LabelStore, StoredLabel } from '../types.ts';

export interface LabelStoreOptions {
  /** Made where it is not there; readable by this user only. */
  readonly dir: string;
  /** Decides what private or loopback addresses labels may come from. */
  readonly erpBaseUrl: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly limits?: Partial<DownloadLimits>;
  readonly resolveHost?: ResolveHost;
  readonly log?: Log;
  /** Called for each request that goes to a label host, redirects and repetitions included. */
  readonly onRequest?: () => void;
  /** 0 to 1, for the spread of pauses between attempts. */
  readonly random?: () => number;
  /** Called each time that a file's last byte has come, before it is flushed. */
  readonly onLastByte?: () => void;
}

export function createLabelStore(options: LabelStoreOptions): LabelStore {
  const { dir, erpBaseUrl, clock, log = silentLog, resolveHost = systemResolveHost } = options;
  const services = {
    fetch: options.fetch,
    clock,
    log,
    limits: { ...defaultDownloadLimits, ...options.limits },
    policy: createDownloadPolicy({ erpBaseUrl, resolveHost, now: () => clock.now() }),
    onRequest: options.onRequest ?? ((): void => undefined),
    random: options.random ?? Math.random,
  };
  const onLastByte = options.onLastByte ?? ((): void => undefined);
  const downloads = createSharedWork<StoredLabel>();
  /** Path to size, of files that were written in this run or whose content was compared with their hash. */
  const verified = new Map<string, number>();
  let preparation: Promise<Result<void>> | null = null;

  async function find(slot: LabelSlot): Promise<StoredLabel | null> {
    // A disk that cannot be read is as good as none: the download that follows meets it and can say so.
    return orOnDiskFault(null, async () => {
      for (const file of await oldestFirst(await filesOf(makeSlotKey(slot)))) {
        const bytes = await verifiedSize(file);
        if (bytes !== null) return { slot, sha256: file.sha256, bytes, path: file.path };
      }
      return null;
    });
  }

  async function orOnDiskFault<T>(instead: T, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const disk = toDiskFault(error);
      if (disk === null) throw error;
      log.warn('label-folder-unusable', { detail: disk.detail });
      return instead;
    }
  }

  async function filesOf(key: string): Promise<readonly NamedFile[]> {
    return (await listLabelFiles(makeFolderPath(dir, key))).filter((file) => file.key === key);
  }

  /** The size of a file whose content is what its name says; null for a damaged one, which is removed. */
  async function verifiedSize(file: NamedFile): Promise<number | null> {
    const { size } = await stat(file.path);
    if (verified.get(file.path) === size) return size;
    if ((await hashFile(file.path)) === file.sha256) {
      verified.set(file.path, size);
      return size;
    }
    log.warn('label-damaged-removed', { slot: file.key, bytes: size });
    await remove(file.path);
    return null;
  }

  /** False where the disk does not let go of the file; it is tried again with the next occasion. */
  async function remove(path: string): Promise<boolean> {
    verified.delete(path);
    try {
      await rm(path, { force: true });
      return true;
    } catch (error) {
      log.warn('label-not-removed', { detail: toDiskFault(error)?.detail ?? 'unknown' });
      return false;
    }
  }

  async function downloadOnce(slot: LabelSlot, url: string, signal: AbortSignal): Promise<Result<StoredLabel>> {
    const there = await find(slot);
    if (there !== null) return ok(there);
    preparation ??= prepare();
    const prepared = await preparation;
    if (!prepared.ok) {
      preparation = null;
      return prepared;
    }
    const key = makeSlotKey(slot);
    const startedMs = clock.now();
    const received = await downloadFile(services, url, (body) => receiveFile(dir, key, body, onLastByte), signal);
    if (!received.ok) {
      log.warn('label-download-failed', { slot: key, kind: received.fault.kind, detail: received.fault.detail });
      // The folder may be gone; the next download makes it anew.
      if (received.fault.kind === 'disk') preparation = null;
      return received;
    }
    const { bytes, path } = received.value;
    verified.set(path, bytes);
    log.info('label-downloaded', { slot: key, bytes, ms: clock.now() - startedMs });
    return ok({ slot, ...received.value });
  }

  /** The folder, and nothing in it that a killed process left half-written. */
  async function prepare(): Promise<Result<void>> {
    try {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const count = await removeLeftovers(dir, clock.now());
      if (count > 0) log.info('label-leftovers-removed', { count });
      return ok();
    } catch (error) {
      const disk = toDiskFault(error);
      if (disk === null) throw error;
      return failed(disk);
    }
  }

  async function removeOlderThan(beforeMs: number): Promise<number> {
    await removeLeftovers(dir, clock.now());
    let removed = 0;
    for (const folder of await listFolders(dir)) {
      for (const file of await listLabelFiles(folder)) {
        const writtenMs = (await stat(file.path).catch(() => null))?.mtimeMs ?? Infinity;
        if (writtenMs < beforeMs && (await remove(file.path))) removed += 1;
      }
    }
    return removed;
  }

  return {
    find,
    removeOlderThan: (beforeMs) => orOnDiskFault(0, () => removeOlderThan(beforeMs)),
    download: (slot, url, signal) => downloads.run(makeSlotKey(slot), (stop) => downloadOnce(slot, url, stop), signal),
    discard: (slot) =>
      orOnDiskFault(undefined, async () => {
        for (const file of await filesOf(makeSlotKey(slot))) await remove(file.path);
      }),
  };
}

/** Two processes can have got different files for one slot; the first to arrive stays the one, in every run. */
async function oldestFirst(files: readonly NamedFile[]): Promise<readonly NamedFile[]> {
  if (files.length < 2) return files;
  const aged = await Promise.all(files.map(async (file) => ({ file, writtenMs: (await stat(file.path)).mtimeMs })));
  return aged.sort((a, b) => a.writtenMs - b.writtenMs || (a.file.path < b.file.path ? -1 : 1)).map(({ file }) => file);
}

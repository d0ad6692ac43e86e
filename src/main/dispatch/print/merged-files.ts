import { readFile } from 'node:fs/promises';
import type { PrintLayout } from '#shared/label-route.ts';
import { need, throwFault } from '../../os/errors.ts';
import { makeFolder, removeQuietly, workOnDisk } from '../../os/files.ts';
import { makeTemporaryPath } from '../../os/temporary.ts';
import { readFault } from '../../journal/index.ts';
import type { JobParts } from './parts.ts';
import { plainLayout, type SpoolFiles } from './spool-files.ts';

/** Labels as people see and take them: merged files, and pages for a screen. */
export class MergedFiles {
  readonly #parts;
  readonly #services;
  readonly #model;
  readonly #book;
  readonly #files: SpoolFiles;

  constructor(parts: JobParts, files: SpoolFiles) {
    this.#parts = parts;
    this.#services = parts.services;
    this.#model = parts.model;
    this.#book = parts.book;
    this.#files = files;
  }

  async merge(shipmentIds: readonly number[] | undefined, signal: AbortSignal): Promise<void> {
    const ids = this.#files.select(shipmentIds, 'all');
    await this.#files.writing.run(async () => {
      if (ids.length === 0) {
        this.#model.apply({ pdfPath: null, zplPath: null });
        return;
      }
      try {
        await this.#files.prepare(ids, signal);
        await this.#files.writeMerged(ids, plainLayout, false);
      } catch (error) {
        const failure = readFault(error);
        if (failure !== null && failure.kind !== 'cancelled') this.#model.apply({ fault: failure });
        throw error;
      }
    });
  }

  async preview(
    shipmentIds: readonly number[],
    layout: PrintLayout,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const ids = this.#files.select(shipmentIds, 'all');
    if (ids.length === 0) throwFault('not-ready', { detail: 'there is no label to show' });
    await this.#files.ensure(ids, signal);
    return readWritten(this.#services.outDir, (path) =>
      this.#files.writePages(ids, path, layout, false),
    );
  }

  async showPages(shipmentId: number, signal: AbortSignal): Promise<Uint8Array> {
    // A person who decides on a stopped label looks at it first.
    const isThere = this.#model
      .entries()
      .some((one) => one.shipment.id === shipmentId && one.label.block !== null);
    if (!isThere) this.#files.select([shipmentId], 'all');
    await this.#parts.collector.ensure(shipmentId, signal);
    return this.#showFiles(this.#parts.fetcher.findPaths(shipmentId) ?? []);
  }

  /** Returns all pages of a file that is no label yet. */
  async showFile(path: string): Promise<Uint8Array> {
    need(await this.#book.prepare(path));
    return this.#showFiles([path]);
  }

  #showFiles(paths: readonly string[]) {
    return readWritten(this.#services.outDir, async (out) =>
      need(await this.#book.writePages(paths, out)),
    );
  }
}

/** Writes a file under a unique name, returns its bytes, and removes it. Faults: `disk*`. */
async function readWritten(
  dir: string,
  write: (path: string) => Promise<unknown>,
): Promise<Uint8Array> {
  const path = makeTemporaryPath(dir);
  try {
    return await workOnDisk(async () => {
      await makeFolder(dir);
      await write(path);
      return readFile(path);
    });
  } finally {
    await removeQuietly(path);
  }
}

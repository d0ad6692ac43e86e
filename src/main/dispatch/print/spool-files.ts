import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ok } from '../../../shared/index.ts';
import type { Result } from '../../../shared/index.ts';
import type { LabelBook } from '../../labels/index.ts';
import type { PrintFile } from '../../printing/index.ts';
import type { JobModel } from '../model/job-model.ts';
import { removeQuietly } from '../../os/files.ts';
import { placePages, placeFormats } from './label-places.ts';
import type { PlacedLabels } from '../journal/records.ts';
import { makeFileName } from './merged-files.ts';
import type { MergedFiles } from './merged-files.ts';
import type { JobServices, PrintOptions, SpoolJob } from '../types.ts';

/** Which of a print's spool jobs it is, counted from 1. */
export interface SpoolTurn {
  readonly number: number;
  readonly of: number;
}

/** What is sent to a printer for one spool job. */
export interface SpoolFile {
  readonly file: Omit<PrintFile, 'title'>;
  /** Where each shipment's label is in it, as its printer counts labels. */
  readonly placed: PlacedLabels;
  /** Takes a part of a print from the disk; the merged file stays, people look for it. */
  readonly remove: () => Promise<void>;
}

/**
 * The files of a print. One spool job prints the job's merged file itself. Each of several has a part of its own, under a
 * name that no other file has: a print system may still read the part before.
 */
export class SpoolFiles {
  readonly #services: JobServices;
  readonly #model: JobModel;
  readonly #book: LabelBook;
  readonly #merged: MergedFiles;

  constructor(services: JobServices, model: JobModel, book: LabelBook, merged: MergedFiles) {
    this.#services = services;
    this.#model = model;
    this.#book = book;
    this.#merged = merged;
  }

  async write(job: SpoolJob, turn: SpoolTurn, options: PrintOptions, signal: AbortSignal): Promise<Result<SpoolFile>> {
    const ready = await this.#merged.prepare(job.shipmentIds, signal);
    if (!ready.ok) return ready;
    return job.kind === 'pdf' ? this.#writePdf(job, turn, options, signal) : this.#writeRaw(job, turn, options);
  }

  async #writePdf(
    { shipmentIds }: SpoolJob,
    turn: SpoolTurn,
    options: PrintOptions,
    signal: AbortSignal,
  ): Promise<Result<SpoolFile>> {
    const isPart = turn.of > 1;
    const written = isPart
      ? await this.#merged.writePdf(shipmentIds, this.#findPartPath(turn, '.pdf'), options)
      : await this.#merged.write(shipmentIds, signal, options);
    if (!written.ok) return written;
    const { path, paper } = written.value;
    const pages = shipmentIds.map((id) => ({ shipmentId: id, count: this.#model.entry(id).label.pages }));
    return ok({
      file: paper === undefined ? { path, kind: 'pdf' } : { path, kind: 'pdf', paper },
      placed: placePages(pages, options.copies, options.sheet),
      remove: isPart ? () => removeQuietly(path) : () => Promise.resolve(),
    });
  }

  async #writeRaw(
    { kind, shipmentIds }: SpoolJob,
    turn: SpoolTurn,
    { copies, reprintMark }: PrintOptions,
  ): Promise<Result<SpoolFile>> {
    // The job remembers its merged files of PDF and ZPL alone, to remove them when they are old.
    const isPart = turn.of > 1 || kind !== 'zpl';
    const path = isPart ? this.#findPartPath(turn, `.${kind}`) : `${this.#merged.makeBasePath(shipmentIds)}.zpl`;
    const entries = shipmentIds.flatMap((id) =>
      this.#merged.makeEntries([id], reprintMark).map((entry) => ({ shipmentId: id, entry })),
    );
    const written = await this.#book.writeZpl(
      entries.map(({ entry }) => entry),
      path,
    );
    if (!written.ok) return written;
    if (!isPart) this.#model.apply({ zplPath: path });
    const { labelEnds = [] } = written.value;
    const counts = new Map(shipmentIds.map((id) => [id, 0]));
    for (const [at, { shipmentId }] of entries.entries())
      counts.set(shipmentId, (counts.get(shipmentId) ?? 0) + (labelEnds[at]?.length ?? 0));
    return ok({
      file: { path, kind, copies, labelEnds: labelEnds.flat() },
      placed: placeFormats(
        Array.from(counts, ([shipmentId, count]) => ({ shipmentId, count })),
        copies,
      ),
      remove: isPart ? () => removeQuietly(path) : () => Promise.resolve(),
    });
  }

  #findPartPath({ number, of }: SpoolTurn, extension: string): string {
    const base = join(this.#services.outDir, `${makeFileName(this.#model.grouping)}-${number}-of-${of}`);
    for (let copy = 1; ; copy += 1) {
      const path = `${base}${copy === 1 ? '' : `-${copy}`}${extension}`;
      if (!existsSync(path)) return path;
    }
  }
}

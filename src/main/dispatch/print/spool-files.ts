import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result } from '../../../shared/index.ts';
import type { WrittenBook } from '../../labels/index.ts';
import type { DrawnPages, PrintFile } from '../../printing/index.ts';
import { removeQuietly } from '../../os/files.ts';
import { placePages, placeFormats } from './spool-job.ts';
import type { PlacedLabels } from '../journal/records.ts';
import { makeFileName, type MergedFiles } from './merged-files.ts';
import type { PrintOptions, SpoolJob } from '../types.ts';
import { JobPart, type JobTools } from '../collect/job-part.ts';

/** The spool job's number within its print, from 1. */
export interface SpoolTurn {
  readonly number: number;
  /** Null: others may follow, nobody knows how many. */
  readonly of: number | null;
}

export interface SpoolFile {
  readonly file: Omit<PrintFile, 'title'>;
  /** Each shipment's place in it, as its printer counts labels. */
  readonly placed: PlacedLabels;
  /** Removes a part of a print from the disk; the merged file stays, because people look for it. */
  readonly remove: () => Promise<void>;
}

/** The files of a print: a single spool job prints the merged file; each of several a part, uniquely named. */
export class SpoolFiles extends JobPart {
  readonly #merged: MergedFiles;

  constructor(tools: JobTools, merged: MergedFiles) {
    super(tools);
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
    const isPart = turn.of !== 1;
    const written = isPart
      ? await this.#merged.writePdf(shipmentIds, this.#findPartPath(turn, '.pdf'), options)
      : await this.#merged.write(shipmentIds, signal, options);
    if (!written.ok) return written;
    const { path, paper } = written.value;
    const counts = this.#countPages(shipmentIds, written.value);
    const pages = Array.from(counts, ([shipmentId, count]) => ({ shipmentId, count }));
    return ok({
      file: paper === undefined ? { path, kind: 'pdf' } : { path, kind: 'pdf', paper },
      placed: placePages(pages, options.copies, options.sheet),
      remove: isPart ? () => removeQuietly(path) : () => Promise.resolve(),
    });
  }

  async #writeRaw(job: SpoolJob, turn: SpoolTurn, options: PrintOptions): Promise<Result<SpoolFile>> {
    const { kind, shipmentIds } = job;
    const { copies, reprintMark } = options;
    const isDrawn = (id: number): boolean => job.draws === true && !this.model.entry(id).label.hasZpl;
    const isMixed = shipmentIds.some(isDrawn);
    // The job stores only its merged PDF and ZPL files, to remove them when they are old.
    const isPart = turn.of !== 1 || kind !== 'zpl' || isMixed;
    const path = isPart ? this.#findPartPath(turn, `.${kind}`) : `${this.#merged.makeBasePath(shipmentIds)}.zpl`;
    const entries = shipmentIds
      .filter((id) => !isDrawn(id))
      .flatMap((id) => this.#merged.makeEntries([id], reprintMark).map((entry) => ({ shipmentId: id, entry })));
    const files = entries.map(({ entry }) => entry);
    const written = await this.book.writeZpl(files, path);
    if (!written.ok) return written;
    if (!isPart) this.model.apply({ zplPath: path });
    const { labelEnds = [] } = written.value;
    const endsOf = new Map<number, number[]>();
    for (const [at, { shipmentId }] of entries.entries())
      endsOf.set(shipmentId, [...(endsOf.get(shipmentId) ?? []), ...(labelEnds[at] ?? [])]);
    const drawnIds = shipmentIds.filter(isDrawn);
    const drawn = isMixed ? await this.#writeDrawn(shipmentIds, endsOf, drawnIds, turn, options) : ok(null);
    if (!drawn.ok) {
      await removeQuietly(path);
      return drawn;
    }
    const counts = shipmentIds.map((shipmentId) => {
      const count = drawn.value?.counts.get(shipmentId) ?? endsOf.get(shipmentId)?.length ?? 0;
      return { shipmentId, count };
    });
    const file = { path, kind, copies, labelEnds: labelEnds.flat() };
    return ok({
      file: drawn.value === null ? file : { ...file, drawn: drawn.value.file },
      placed: placeFormats(counts, copies),
      remove: async () => {
        if (isPart) await removeQuietly(path);
        if (drawn.value !== null) await removeQuietly(drawn.value.file.path);
      },
    });
  }

  /** The labels of a ZPL job that did not come as ZPL, each in its place among the others. */
  async #writeDrawn(
    shipmentIds: readonly number[],
    endsOf: ReadonlyMap<number, readonly number[]>,
    drawnIds: readonly number[],
    turn: SpoolTurn,
    options: PrintOptions,
  ): Promise<Result<{ readonly file: DrawnPages; readonly counts: ReadonlyMap<number, number> }>> {
    // The printer gets all of it once per copy.
    const pages = { ...options, copies: 1 };
    const written = await this.#merged.writePdf(drawnIds, this.#findPartPath(turn, '-drawn.pdf'), pages);
    if (!written.ok) return written;
    const { path, paper } = written.value;
    const counts = this.#countPages(drawnIds, written.value);
    const places: { at: number; pages: number }[] = [];
    let at = 0;
    for (const id of shipmentIds) {
      const ends = endsOf.get(id);
      if (ends === undefined) places.push({ at, pages: counts.get(id) ?? 0 });
      else at = ends.at(-1) ?? at;
    }
    return ok({ file: { path, places, ...(paper === undefined ? {} : { paper }) }, counts });
  }

  /** Returns the pages of each label in a written PDF, papers of invoices included. */
  #countPages(shipmentIds: readonly number[], { entryPages = [] }: WrittenBook): ReadonlyMap<number, number> {
    let entry = 0;
    return new Map(
      shipmentIds.map((id) => {
        const files = this.#merged.makeEntries([id], undefined).length;
        const own = entryPages.slice(entry, (entry += files));
        return [id, own.reduce((sum, count) => sum + count, 0)] as const;
      }),
    );
  }

  #findPartPath({ number, of }: SpoolTurn, extension: string): string {
    const name = `${makeFileName(this.model.grouping)}-${number}${of === null ? '' : `-of-${of}`}`;
    for (let copy = 1; ; copy += 1) {
      const path = join(this.services.outDir, `${name}${copy === 1 ? '' : `-${copy}`}${extension}`);
      if (!existsSync(path)) return path;
    }
  }
}

import { writeFile } from 'node:fs/promises';
import {
  countVolumes,
  failed,
  fault,
  isHeldElsewhere,
  isPrintedElsewhere,
  longestTracking,
  normaliseCode,
  ok,
  shortestTracking,
} from '../../../shared/index.ts';
import type { LabelImport, LeftReason, NamedBy, Result } from '../../../shared/index.ts';
import { hashFile, saysItIsSomethingElse } from '../../labels/index.ts';
import type { LabelPiece, LabelPieces } from '../../labels/index.ts';
import { makeFolder, privateFileMode, removeQuietly, tryOnDisk } from '../../os/files.ts';
import { makeTemporaryPath } from '../../os/temporary.ts';
import { Serial } from '../../os/serial.ts';
import { joinPages, placePieces } from '../model/import-placing.ts';
import type { Place, Placement, ReadPiece } from '../model/import-placing.ts';
import { isPrintable, nextLabel } from '../model/label-state.ts';
import { addToDifference } from '../model/grouping-merge.ts';
import type { Collector } from './collector.ts';
import { isImported } from './label-fetcher.ts';
import { Pool, takenAtOnce } from './pool.ts';
import { OwnerIndex, readOwners } from './name-owners.ts';
import { JobPart } from './job-part.ts';
import type { JobTools } from './job-part.ts';

const longestName = 80;

export interface ImportedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A label that was cut out of a file, on the disk. */
interface OpenPiece extends ReadPiece {
  readonly path: string;
  readonly file: string;
  readonly code: string | null;
}

interface LeftPiece {
  readonly piece: OpenPiece;
  /** Its place in the file, from 1. */
  readonly place: number;
  readonly why: LeftReason;
}

const nothing: Readonly<Record<'placed' | 'same', number>> = { placed: 0, same: 0 };

/**
 * Brings labels from files into the job: those of a marketplace's panel, or of anywhere. Each file is cut into labels,
 * and each label is put on the only shipment that it names; the others are left for a person. Whatever is on a row is a
 * label like any other.
 */
export class LabelImporter extends JobPart {
  readonly #collector: Collector;
  readonly #turns = new Serial();
  readonly #left = new Map<number, LeftPiece>();
  #opened: LabelPieces[] = [];
  #lastId = 0;
  #sum = nothing;

  constructor(tools: JobTools, collector: Collector) {
    super(tools);
    this.#collector = collector;
  }

  /** Reads a file and places its labels. Faults: `label-*`, `disk*`. */
  take({ name, bytes }: ImportedFile, signal: AbortSignal): Promise<Result<void>> {
    const file = shorten(name);
    const { outDir } = this.services;
    return this.#turns.run(async () => {
      const may = this.#mayChange();
      if (!may.ok) return may;
      this.#show(file, true);
      const path = makeTemporaryPath(outDir);
      try {
        const written = await tryOnDisk(async () => {
          await makeFolder(outDir);
          await writeFile(path, bytes, { mode: privateFileMode, flag: 'wx' });
          return ok();
        });
        const index = new OwnerIndex(this.model.shipments);
        const cut = written.ok ? await this.#cut(path, file, index, signal) : written;
        if (!cut.ok) return cut;
        await this.#place(cut.value);
        return ok();
      } finally {
        await removeQuietly(path);
        this.#show(file, false);
      }
    });
  }

  /** A person puts a left label on a row; it takes the place of the row's label unless the shipment has more volumes. */
  put(id: number, shipmentId: number): Promise<Result<void>> {
    return this.#turns.run(async () => {
      const may = this.#mayChange();
      if (!may.ok) return may;
      const left = this.#left.get(id);
      if (left === undefined || this.model.find(shipmentId) === null)
        return failed(fault('invalid-input', { detail: 'no such label, or no such shipment' }));
      const why = this.#findPlace(shipmentId).isClosed
        ? 'closed'
        : await this.#putOn(shipmentId, 'person', [left.piece]);
      if (why === null) {
        this.#left.delete(id);
        this.#count({ placed: 1 });
      }
      this.#show(left.piece.file, false);
      return why === null ? ok() : failed(fault(why === 'closed' ? 'not-ready' : 'label-unrenderable'));
    });
  }

  /** Puts everything away that is on no row. */
  dismiss(): Promise<Result<void>> {
    return this.#turns.run(async () => {
      await this.#remove();
      this.model.showAside({ imported: null });
      return ok();
    });
  }

  close(): Promise<void> {
    return this.#turns.run(() => this.#remove());
  }

  async #remove(): Promise<void> {
    this.#left.clear();
    this.#sum = nothing;
    for (const pieces of this.#opened.splice(0)) await pieces.remove();
  }

  /** Returns the file of a left label; null if it is not there any more. */
  findPath(id: number): string | null {
    return this.#left.get(id)?.piece.path ?? null;
  }

  #mayChange(): Result<void> {
    const { conclusion } = this.model.core;
    return conclusion === 'checking' || conclusion === 'concluding'
      ? failed(fault('not-ready', { detail: 'the grouping is being concluded' }))
      : ok();
  }

  async #cut(
    path: string,
    file: string,
    index: OwnerIndex,
    signal: AbortSignal,
  ): Promise<Result<readonly OpenPiece[]>> {
    const split = await this.book.split(path);
    if (!split.ok) return split;
    this.#opened.push(split.value);
    // Sheets for the packer, beside labels.
    const labels = split.value.pieces.filter(({ name }) => name === null || !saysItIsSomethingElse(name));
    const pieces = labels.length > 0 ? labels : split.value.pieces;
    const read: OpenPiece[] = [];
    for (const piece of pieces) {
      if (signal.aborted) return failed(fault('cancelled'));
      const own = await this.#read(piece, pieces.length === 1 ? (piece.name ?? file) : piece.name, file, index);
      if (!own.ok) return own;
      // A file of an archive may have the labels of several shipments.
      const mayBeMany = piece.name !== null && own.value.owners.size !== 1;
      const inner = mayBeMany ? await this.#cut(piece.path, file, index, signal) : null;
      if (inner?.ok === true && inner.value.length > 1) read.push(...inner.value);
      else read.push(own.value);
    }
    const arePages = pieces.length === read.length && pieces.every((one) => one.name === null && one.format === 'pdf');
    const runs = arePages ? joinPages(read) : [];
    if (!arePages || runs.length === read.length) return ok(read);
    this.#count({ same: read.length - runs.flat().length });
    return this.#join(path, read, runs);
  }

  /** Pages that belong to one label become one file: its rule of pages then chooses among them, as for any label. */
  async #join(
    path: string,
    pages: readonly OpenPiece[],
    runs: readonly (readonly number[])[],
  ): Promise<Result<readonly OpenPiece[]>> {
    const joined = await this.book.split(path, runs);
    if (!joined.ok) return joined;
    this.#opened.push(joined.value);
    return tryOnDisk(async () => {
      const read: OpenPiece[] = [];
      for (const [at, piece] of joined.value.pieces.entries()) {
        const run = (runs[at] ?? []).flatMap((number) => pages[number] ?? []);
        const [first] = run;
        if (first === undefined) continue;
        const isOther = run.some((page) => page.isOther);
        read.push({ ...first, isOther, path: piece.path, sha256: await hashFile(piece.path) });
      }
      return ok(read);
    });
  }

  /** Its content counts; its name only if the content names nobody, or disagrees. */
  async #read(
    { path }: LabelPiece,
    called: string | null,
    file: string,
    index: OwnerIndex,
  ): Promise<Result<OpenPiece>> {
    const { codes: reader } = this.services;
    const nobody = { owners: new Map<number, NamedBy>(), text: '', codes: [] };
    const { owners, text, codes } = reader === null ? nobody : await readOwners(index, reader, path);
    const byName = [...index.find(called ?? '').keys()].map((id) => [id, 'name'] as const);
    const isNamed = byName.some(([id]) => owners.has(id));
    const all = new Map([...(isNamed ? [] : byName), ...owners]);
    const [[owner, by] = []] = all;
    const isOther =
      owner !== undefined && by !== 'tracking' && (index.showsOtherCode(text, owner) || this.#namesOther(text));
    return tryOnDisk(async () =>
      ok({
        path,
        file,
        code: codes[0] ?? null,
        sha256: await hashFile(path),
        owners: all,
        isRead: text.trim() !== '',
        isOther,
      }),
    );
  }

  /** The text shows the tracking code of a shipment in another grouping that is known here. */
  #namesOther(text: string): boolean {
    const { journal } = this.services;
    const { company, grouping } = this.model;
    const words = new Set(text.split(/\s+/).map(normaliseCode));
    const mayBeCode = (code: string): boolean => code.length >= shortestTracking && code.length <= longestTracking;
    return [...words].some((code) => mayBeCode(code) && journal.findByTracking(company, code, grouping.id).length > 0);
  }

  async #place(pieces: readonly OpenPiece[]): Promise<void> {
    const known = new Set(
      this.model.shipments.flatMap(({ id }) => this.model.files(id).map(({ content }) => content?.sha256 ?? '')),
    );
    const { placed, left, same } = placePieces(pieces, (id) => this.#findPlace(id));
    const leave = (piece: OpenPiece, why: LeftReason): void => {
      this.#left.set((this.#lastId += 1), { piece, place: pieces.indexOf(piece) + 1, why });
    };
    let done = 0;
    const put = async (id: number, { by, pieces: own }: Placement<OpenPiece>): Promise<void> => {
      const isElsewhere = own.some(({ sha256 }) => known.has(sha256));
      const why = isElsewhere ? 'unusable' : await this.#putOn(id, by, own);
      if (why === null) done += own.length;
      else for (const piece of own) leave(piece, why);
    };
    const pool = new Pool(takenAtOnce);
    await Promise.all(Array.from(placed, ([id, placement]) => pool.run(() => put(id, placement))));
    for (const { piece, why } of left) leave(piece, why);
    this.#count({ placed: done, same });
  }

  #findPlace(id: number): Place {
    const entry = this.model.entry(id);
    const isInPrint = this.model.isHeldForPrint(id) && isPrintable(entry.label);
    return {
      volumes: countVolumes(entry.shipment.volume),
      present: this.model.files(id).flatMap(({ content }) => content?.sha256 ?? []),
      isClosed: isInPrint || isHeldElsewhere(entry) || isPrintedElsewhere(entry),
    };
  }

  /** Makes these the shipment's label. Returns the obstacle; then its label is as before. */
  async #putOn(id: number, by: NamedBy, pieces: readonly OpenPiece[]): Promise<LeftReason | null> {
    // Before the present label is given up for it.
    for (const { path } of pieces) if (!(await this.book.prepare(path)).ok) return 'unusable';
    return this.#collector.withhold(id, async () => {
      const { isClosed, volumes } = this.#findPlace(id);
      if (isClosed) return 'closed';
      const files = this.model.files(id);
      const isAdded = files.length > 0 && files.every(isImported) && files.length + pieces.length <= (volumes ?? 1);
      const stays = isAdded && this.model.entry(id).label.state === 'ready';
      if (!stays) await this.#giveUp(id);
      const outcome = await this.fetcher.takeImported(
        id,
        pieces.map(({ path }) => path),
      );
      if (outcome?.type !== 'ready') return 'unusable';
      const label = this.model.makeLabelAfter(id, outcome);
      const data = { file: pieces[0]?.file ?? '', by };
      const events = [{ kind: 'imported' as const, shipmentId: id, data }];
      this.model.apply({ labels: [{ id, label: { ...label, accepted: false }, files: outcome.files }], events });
      return null;
    });
  }

  /** The row's label becomes one that is to come; if it was printed, the packer hears that the paper is an old one. */
  async #giveUp(id: number): Promise<void> {
    const { label, shipment } = this.model.entry(id);
    const before = { ...label, accepted: false };
    const isOld = label.timesPrinted > 0 && label.state !== 'pending';
    const type = isOld || isPrintable(label) ? 'reissued' : 'retry';
    const next = nextLabel(before, { type }) ?? before;
    await this.fetcher.discard(id);
    const { difference } = this.model;
    this.model.apply({
      labels: [{ id, label: next, files: [] }],
      ...(isOld && {
        difference: addToDifference(difference, { added: [], removed: [], changed: [shipment] }),
        events: [{ kind: 'list-changed', data: { added: 0, removed: 0, changed: 1 } }],
      }),
    });
  }

  #count({ placed, same }: Partial<typeof nothing>): void {
    this.#sum = { placed: this.#sum.placed + (placed ?? 0), same: this.#sum.same + (same ?? 0) };
  }

  #show(file: string, isReading: boolean): void {
    const left = Array.from(this.#left, ([id, { piece, place, why }]) => {
      const { code, owners } = piece;
      return { id, file: piece.file, place, why, code, shipmentIds: [...owners.keys()] };
    });
    const imported: LabelImport = { file, isReading, ...this.#sum, left };
    this.model.showAside({ imported });
  }
}

/** Returns a file's name without its folders, short enough for the screen. */
function shorten(name: string): string {
  const own = name.split(/[\\/]/).at(-1) ?? name;
  return own.length <= longestName ? own : `${own.slice(0, longestName / 2 - 1)}…${own.slice(-longestName / 2)}`;
}

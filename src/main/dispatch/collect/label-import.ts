import { writeFile } from 'node:fs/promises';
import type { LeftLabel, LeftReason } from '#shared/domain/import.ts';
import { countVolumes, hasLabel, isSettled, readState } from '#shared/domain/job.ts';
import type { Paper } from '#shared/domain/records.ts';
import { readShare } from '#shared/floor-rows.ts';
import {
  type ImportRow,
  joinPages,
  type NamedBy,
  placePieces,
  type ReadPiece,
} from '../model/import-placing.ts';
import { saysItIsSomethingElse, type LabelPieces } from '../../labels/index.ts';
import { need, refuse, throwFault } from '../../os/errors.ts';
import {
  hashFile,
  makeFolder,
  privateFileMode,
  removeQuietly,
  workOnDisk,
} from '../../os/files.ts';
import { makeTemporaryPath } from '../../os/temporary.ts';
import { Serial } from '#shared/serial.ts';
import { tryWork } from '../../journal/index.ts';
import { isConcluding } from '../model/job-state.ts';
import { changeLabel, renewLabel } from '../model/label-state.ts';
import { addReissue } from '../model/grouping-merge.ts';
import type { Collector } from './collector.ts';
import { isFrom, type JobTools } from './label-fetcher.ts';
import { mapAtOnce, takenAtOnce } from './pool.ts';
import { readFileName } from '#shared/identities/words.ts';
import { OwnerIndex, listWords, type Owners, readOwners, showsOtherCode } from './name-owners.ts';

const longestName = 80;
/** The titles of papers that go with a label: of an invoice, or of a declaration of content. */
const companion = /\b(?:DANFE|DACE)\b|declara[çc][ãa]o\s(?:auxiliar\s)?de\sconte[úu]do/i;

export interface ImportedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface OpenPiece extends ReadPiece {
  readonly path: string;
  readonly code: string | null;
}

/**
 * Cuts each file into labels and puts each on the only shipment that it names; the others are left
 * for a person.
 */
export class LabelImporter {
  readonly #services;
  readonly #model;
  readonly #book;
  readonly #fetcher;
  readonly #collector: Collector;
  readonly #turns = new Serial();
  readonly #left = new Map<number, { readonly piece: OpenPiece; readonly shown: LeftLabel }>();
  readonly #opened: LabelPieces[] = [];
  #lastId = 0;
  #placed = 0;
  #same = 0;

  constructor(tools: JobTools, collector: Collector) {
    this.#services = tools.services;
    this.#model = tools.model;
    this.#book = tools.book;
    this.#fetcher = tools.fetcher;
    this.#collector = collector;
  }

  take({ name, bytes }: ImportedFile, signal: AbortSignal): Promise<void> {
    const file = shorten(name);
    const { outDir } = this.#services;
    return this.#change(async () => {
      this.#show(file, true);
      const path = makeTemporaryPath(outDir);
      try {
        await workOnDisk(async () => {
          await makeFolder(outDir);
          await writeFile(path, bytes, { mode: privateFileMode, flag: 'wx' });
          const known = this.#services.journal.facts.findIssuers(this.#model.company);
          const index = new OwnerIndex(this.#model.shipments, known);
          await this.#putAll(await this.#cut(path, file, index, signal), file);
        });
      } finally {
        await removeQuietly(path);
        this.#show(file, false);
      }
    });
  }

  /**
   * A person puts a left label on a row; it takes the place of the row's label unless the shipment
   * has more volumes.
   */
  put(id: number, shipmentId: number): Promise<void> {
    return this.#change(async () => {
      const left = this.#left.get(id);
      if (left === undefined || this.#model.find(shipmentId) === null)
        return refuse('no such label, or no such shipment');
      if (this.#isElsewhere(shipmentId, left.piece)) throwFault('label-duplicate');
      const { file } = left.shown;
      const isThere = this.#findRow(shipmentId).present.includes(left.piece.sha256);
      const reason = isThere ? null : await this.#putOn(shipmentId, 'person', file, [left.piece]);
      if (reason === null) {
        this.#left.delete(id);
        this.#placed += 1;
      }
      this.#show(file, false);
      if (reason !== null) throwFault(reason === 'closed' ? 'not-ready' : 'label-unrenderable');
    });
  }

  dismiss(): Promise<void> {
    return this.#turns.run(async () => {
      await this.#remove();
      this.#model.view.showAside({ imported: null });
    });
  }

  close(): Promise<void> {
    return this.#turns.run(() => this.#remove());
  }

  async #remove() {
    this.#left.clear();
    this.#placed = 0;
    this.#same = 0;
    for (const pieces of this.#opened.splice(0)) await pieces.remove();
  }

  findPath(id: number): string {
    return this.#left.get(id)?.piece.path ?? refuse('no such label');
  }

  #change(work: () => Promise<void>) {
    return this.#turns.run(() => {
      if (isConcluding(this.#model.core))
        throwFault('not-ready', { detail: 'the grouping is being concluded' });
      return work();
    });
  }

  /** Throws the file system's errors, as the methods below do. */
  async #cut(
    path: string,
    file: string,
    index: OwnerIndex,
    signal: AbortSignal,
  ): Promise<OpenPiece[]> {
    const split = need(await this.#book.split(path));
    this.#opened.push(split);
    // Sheets for the packer, beside labels.
    const labels = split.pieces.filter(({ name }) => name === null || !saysItIsSomethingElse(name));
    const pieces = labels.length > 0 ? labels : split.pieces;
    const read: OpenPiece[] = [];
    for (const piece of pieces) {
      if (signal.aborted) throwFault('cancelled');
      const called = piece.name ?? (pieces.length === 1 ? file : '');
      const own = await this.#read(piece.path, called, index);
      // A file of an archive may have the labels of several shipments.
      const mayBeMany = piece.name !== null && own.owners.size !== 1;
      const inner = mayBeMany
        ? await tryWork(() => this.#cut(piece.path, file, index, signal))
        : null;
      if (inner?.ok === true && inner.value.length > 1) read.push(...inner.value);
      else read.push(own);
    }
    const arePages =
      pieces.length === read.length &&
      pieces.every((one) => one.name === null && one.format === 'pdf');
    const runs = arePages ? joinPages(read) : [];
    if (!arePages || runs.length === read.length) return read;
    this.#same += read.length - runs.flat().length;
    return this.#join(path, read, runs);
  }

  /**
   * Pages that belong to one label become one file: its rule of pages then chooses among them, as
   * for any label.
   */
  async #join(
    path: string,
    pages: readonly OpenPiece[],
    runs: readonly (readonly number[])[],
  ): Promise<OpenPiece[]> {
    const joined = need(await this.#book.split(path, runs));
    this.#opened.push(joined);
    const read: OpenPiece[] = [];
    for (const [at, { path: own }] of joined.pieces.entries()) {
      const run = (runs[at] ?? []).flatMap((number) => pages[number] ?? []);
      const [first] = run;
      if (first === undefined) continue;
      const isOther = run.some((page) => page.isOther);
      const isPaper = run.every((page) => page.isPaper);
      // One page may have the code, and another only the number.
      const { owners } =
        run.find((page) => ![...page.owners.values()].some((by) => by === 'number')) ?? first;
      read.push({ ...first, owners, isOther, isPaper, path: own, sha256: await hashFile(own) });
    }
    return read;
  }

  /** Its content counts; its name only if the content names nobody, or disagrees. */
  async #read(path: string, called: string, index: OwnerIndex): Promise<OpenPiece> {
    const { owners, text, codes } = await readOwners(index, this.#services.codes, path);
    const all = addFileName(owners, index.find(readFileName(called)));
    const [[owner, by] = []] = all;
    const named = owner === undefined || by === 'tracking' ? null : this.#model.find(owner);
    const words = listWords(text);
    const isOther =
      named !== null && (showsOtherCode(words, named.shipment) || this.#namesOther(words));
    const isPaper = by !== 'tracking' && companion.test(text);
    const [code = null] = codes;
    return {
      path,
      code,
      sha256: await hashFile(path),
      owners: all,
      isRead: text.trim() !== '',
      isOther,
      isPaper,
    };
  }

  /** The words show the tracking code of a shipment in another grouping that is known here. */
  #namesOther(words: readonly string[]) {
    const { company, grouping } = this.#model;
    return words.some(
      (code) => this.#services.journal.past.findByTracking(company, code, grouping.id).length > 0,
    );
  }

  async #putAll(pieces: readonly OpenPiece[], file: string) {
    const { placed, left, same } = placePieces(pieces, (id) => this.#findRow(id));
    const leave = (piece: OpenPiece, why: LeftReason): void => {
      this.#lastId += 1;
      const id = this.#lastId;
      const place = pieces.indexOf(piece) + 1;
      const shipmentIds = [...piece.owners.keys()];
      this.#left.set(id, { piece, shown: { id, file, place, why, code: piece.code, shipmentIds } });
    };
    const done = new Set<string>();
    await mapAtOnce(takenAtOnce, [...placed], async ([id, own]) => {
      const { labels = [], papers = [] } = Object.groupBy(own, ({ isPaper }) =>
        isPaper ? 'papers' : 'labels',
      );
      for (const part of [labels, ...papers.map((paper) => [paper])]) {
        const [first] = part;
        if (first === undefined) continue;
        const isElsewhere = part.some((piece) => this.#isElsewhere(id, piece));
        const by = first.owners.get(id) ?? 'person';
        const reason = isElsewhere ? 'unusable' : await this.#putOn(id, by, file, part);
        if (reason !== null) for (const piece of part) leave(piece, reason);
        else for (const { sha256 } of part) done.add(sha256);
      }
    });
    for (const { piece, why } of left) leave(piece, why);
    // It may have been left of a file before.
    for (const [id, { piece }] of this.#left) if (done.has(piece.sha256)) this.#left.delete(id);
    this.#placed += done.size;
    this.#same += same;
  }

  /** It is another row's label already. */
  #isElsewhere(id: number, { sha256 }: OpenPiece) {
    return this.#model.shipments.some(
      (one) =>
        one.id !== id &&
        this.#model.files(one.id).some(({ content }) => content?.sha256 === sha256),
    );
  }

  #findRow(id: number): ImportRow {
    const entry = this.#model.find(id);
    // It has left the list since the file was opened.
    if (entry === null)
      return { volumes: null, present: [], isClosed: true, free: null, takesPapers: false };
    const isInPrint = this.#model.isInPrint(id) && hasLabel(entry.label);
    const volumes = countVolumes(entry.shipment.volume);
    // Of one that is not here, its files are only known.
    const files = entry.label.file === 'ready' ? this.#model.files(id) : [];
    // Labels from files may stand beside each other.
    const isUnprinted = readState(entry.label) === 'ready';
    const mayAdd = isUnprinted && files.every((one) => isFrom('file', one));
    const free = mayAdd ? Math.max(0, (volumes ?? 1) - files.length) : 0;
    return {
      volumes,
      present: files.flatMap(({ content }) => content?.sha256 ?? []),
      isClosed:
        isConcluding(this.#model.core) ||
        isInPrint ||
        readShare(entry) === 'other' ||
        readShare(entry) === 'printed',
      free: hasLabel(entry.label) ? free : null,
      // With more parcels a paper would stand for a label that is missing.
      takesPapers: isUnprinted && (volumes ?? 1) === 1,
    };
  }

  /** Makes these the shipment's label, or a paper a part of it. Returns the obstacle. */
  async #putOn(
    id: number,
    by: NamedBy,
    file: string,
    pieces: readonly OpenPiece[],
  ): Promise<LeftReason | null> {
    // Before the present label is given up for it.
    const sizes: Paper[] = [];
    for (const { path } of pieces) {
      const read = await this.#book.prepare(path);
      if (!read.ok) return 'unusable';
      sizes.push(read.value.paper);
    }
    return this.#collector.replace(id, async () => {
      const { isClosed, takesPapers, free } = this.#findRow(id);
      if (isClosed) return 'closed';
      const { paper } = this.#model.entry(id).label;
      const arePapers = pieces.every(({ isPaper }) => isPaper);
      // Without its label, as if that cannot be printed, a paper would be taken for it.
      if (arePapers && !takesPapers && by !== 'person') return 'paper';
      const isCompanion = takesPapers && arePapers;
      // The label would go to the printer of the larger paper.
      if (isCompanion && !sizes.every((size) => fits(size, paper))) return 'paper';
      const areAdded = isCompanion || (free !== null && pieces.length <= free);
      // The ERP's may have come meanwhile.
      if (!areAdded && free !== null && by !== 'person') return 'replaces';
      if (!areAdded) await this.#giveUp(id);
      const paths = pieces.map(({ path }) => path);
      const outcome = await this.#fetcher.takeFiles(id, 'file', paths);
      if (outcome === null) return 'unusable';
      const event = { kind: 'imported', data: { file, by } } as const;
      const came = changeLabel(this.#model.entry(id), outcome, event) ?? throwFault('internal');
      const label = { ...came.label, waived: null };
      const { files } = outcome;
      this.#model.apply({ labels: [{ ...came, label, files, voidsCheck: !isCompanion }] });
      return null;
    });
  }

  /**
   * The row's label becomes one that is to come; if it was printed, the packer hears that the paper
   * is an old one.
   */
  async #giveUp(id: number) {
    await this.#fetcher.discard(id);
    const entry = this.#model.entry(id);
    const { label, shipment } = entry;
    const isOld = label.timesPrinted > 0 && isSettled(label);
    const renewed = isOld || hasLabel(label) ? renewLabel(entry) : renewLabel(entry, 'retry');
    const labels = [renewed ?? { id, label: { ...label, waived: null }, files: [] }];
    this.#model.apply({ labels, ...(isOld && addReissue(this.#model.difference, shipment)) });
  }

  #show(file: string, isReading: boolean) {
    const left = Array.from(this.#left.values(), ({ shown }) => shown);
    this.#model.view.showAside({
      imported: { file, isReading, placed: this.#placed, same: this.#same, left },
    });
  }
}

/** The name counts if the content names nobody, or another shipment, or one by a number alone. */
function addFileName(owners: Owners, named: Owners): Owners {
  const byName = Array.from(named, ([id, by]): [number, NamedBy] => [
    id,
    by === 'number' ? by : 'name',
  ]);
  const agreeing = byName.filter(([id]) => owners.has(id));
  if (agreeing.length === 0) return new Map([...byName, ...owners]);
  const stronger = agreeing.filter(([id]) => owners.get(id) === 'number');
  return new Map([...owners, ...stronger]);
}

function fits(size: Paper, into: Paper | null) {
  return into !== null && size.widthMm <= into.widthMm + 1 && size.heightMm <= into.heightMm + 1;
}

/** Returns a file's name without its folders, short enough for the screen. */
function shorten(name: string) {
  const own = name.split(/[\\/]/).at(-1) ?? name;
  return own.length <= longestName
    ? own
    : `${own.slice(0, longestName / 2 - 1)}…${own.slice(-longestName / 2)}`;
}

import { statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { findRule } from '#shared/domain/conclude-first.ts';
import { countPagesFrom, defaultPageChoice, labelPaper } from '#shared/domain/labels.ts';
import type { PageChoice, PageRule, Paper } from '#shared/domain/records.ts';
import {
  fault,
  type Fault,
  isLinkOver,
  isOfLabel,
  ok,
  type Result,
} from '#shared/faults/faults.ts';
import type { LabelSlot, PreparedLabel, StoredLabel } from '../../labels/index.ts';
import { FaultError, nameOf, need } from '../../os/errors.ts';
import { findChoice, sumContent } from '../model/job-entry.ts';
import { type FileRecord, JournalError, tryWork } from '../../journal/index.ts';
import type { LabelContent } from '../model/label-state.ts';
import { readLabelRefusal } from './label-refusal.ts';
import { Pool } from './pool.ts';
import { discardFiles, findLastOrdinal, makeSlot } from './reissue.ts';
import type { FetchTools } from './tools.ts';

/**
 * Label files under way at once: more than the ERP's requests, because a file keeps its place until
 * it is flushed.
 */
const downloadsAtOnce = 12;

type FetchManner = 'patient' | 'hurried' | 'at-once';

export interface ReadyLabel {
  readonly type: 'ready';
  readonly files: readonly FileRecord[];
  readonly content: LabelContent;
  /** The files differ from those that this label was read from before. */
  readonly isOther: boolean;
}

/** `cancelled` is a fault as any other. */
export type FetchOutcome = ReadyLabel | { readonly type: 'failed'; readonly fault: Fault };

/** The effective choice: numbers of pages that a label does not have choose none. */
type PreparedFiles = Readonly<{
  choice: PageChoice;
  prepared: readonly { readonly file: StoredLabel; readonly label: PreparedLabel }[];
}>;

export interface JobTools extends FetchTools {
  readonly fetcher: LabelFetcher;
}

/** Brings a shipment's label files to this disk, if they are not there, and into the job's book. */
export class LabelFetcher {
  readonly #services;
  readonly #model;
  readonly #book;
  readonly #gate;
  readonly #downloads = new Pool(downloadsAtOnce);
  readonly #asking = new Set<number>();
  /** `paper` holds every page of a label; null without files. */
  readonly #prepared = new Map<
    number,
    { readonly paths: readonly string[]; readonly paper: Paper | null }
  >();

  constructor(tools: FetchTools) {
    this.#services = tools.services;
    this.#model = tools.model;
    this.#book = tools.book;
    this.#gate = tools.gate;
  }

  /** The ERP is being asked for it, or it waits for its turn. */
  isAsking(id: number): boolean {
    return this.#asking.has(id);
  }

  /** False if a label has to be fetched before the book can write it. */
  isAtHand(id: number): boolean {
    const paths = this.findPaths(id);
    return paths !== null && !paths.some((path) => this.#book.isLost(path));
  }

  /** Returns the files of a label that were read; null if none were. */
  findPaths(id: number): readonly string[] | null {
    return this.#prepared.get(id)?.paths ?? null;
  }

  findPaper(id: number): Paper {
    return this.#prepared.get(id)?.paper ?? labelPaper;
  }

  /**
   * If the ERP refuses the token, `at-once` returns that; the others wait for a new one. `hurried`:
   * for a person.
   */
  async obtain(id: number, signal: AbortSignal, manner: FetchManner): Promise<FetchOutcome> {
    try {
      const known = this.#model.files(id);
      const outcome = await tryWork(async () => {
        const local = known.length === 0 ? null : await this.#findOnDisk(id, known);
        return local ?? (await this.#fetchFromErp(id, signal, manner));
      });
      if (!outcome.ok) return { type: 'failed', fault: this.#readRefusal(outcome.fault) };
      return outcome.value.type === 'ready'
        ? { ...outcome.value, isOther: differ(known, outcome.value.files) }
        : outcome.value;
    } catch (error) {
      if (error instanceof JournalError) throw error;
      const name = nameOf(error);
      this.#services.log.warn('label-defect', {
        grouping: this.#model.grouping.id,
        shipment: id,
        error: name,
      });
      return { type: 'failed', fault: fault('internal', { detail: name }) };
    }
  }

  /** Asks for the URLs without a download; returns null if the ERP lists some. */
  async askForRefusal(id: number, signal: AbortSignal): Promise<Fault | null> {
    const listed = await this.#services.erp
      .as('person')
      .labelUrls(this.#model.grouping.id, id, signal);
    return listed.ok ? null : this.#readRefusal(listed.fault);
  }

  /**
   * Adds files to a shipment's label, stored first. Returns null if they cannot be used: those of
   * before stay.
   */
  async takeFiles(
    id: number,
    origin: Origin,
    paths: readonly string[],
  ): Promise<ReadyLabel | null> {
    const known = this.#model.files(id);
    const first = findLastOrdinal(known) + 1;
    const added = paths.map((path, at) => ({ path, slot: makeSlot(this.#model, id, first + at) }));
    const files = added.map(({ path, slot: { ordinal } }): FileRecord => {
      return { ordinal, urlHash: `${origin} ${hashText(path)}`, content: null };
    });
    this.#applyFiles(id, [...known, ...files]);
    const { labels } = this.#services;
    const outcome = await tryWork(async () => {
      for (const { path, slot } of added) need(await labels.adopt(slot, path));
      return this.#findOnDisk(id, this.#model.files(id));
    });
    if (outcome.ok && outcome.value !== null && !this.#model.judge.isDuplicate(id))
      return outcome.value;
    for (const { slot } of added) await labels.discard(slot);
    this.forget(id);
    this.#applyFiles(id, known);
    // A full disk is not the label's fault.
    if (!outcome.ok && !isOfLabel(outcome.fault)) throw new FaultError(outcome.fault);
    return null;
  }

  /** Draws the ZPL of a label for a PDF; returns null if a PDF is possible. */
  async draw(id: number): Promise<Fault | null> {
    for (const path of this.findPaths(id) ?? []) {
      const drawn = await this.#book.draw(path);
      if (!drawn.ok) return this.#readRefusal(drawn.fault);
    }
    return null;
  }

  /** Makes the files of a label be read again. */
  forget(id: number): void {
    this.#prepared.delete(id);
  }

  /** Removes the files of a label, so that the next attempt downloads them again. */
  async discard(id: number): Promise<void> {
    this.#prepared.delete(id);
    await discardFiles(this.#services.labels, this.#model, id);
  }

  async #findOnDisk(id: number, known: readonly FileRecord[]): Promise<ReadyLabel | null> {
    const stored: StoredLabel[] = [];
    for (const { ordinal } of known) {
      const found = await this.#services.labels.find(makeSlot(this.#model, id, ordinal));
      if (found === null) return null;
      stored.push(found);
    }
    return this.#prepare(id, stored);
  }

  async #fetchFromErp(id: number, signal: AbortSignal, manner: FetchManner): Promise<FetchOutcome> {
    const show = (type: 'locating' | 'downloading'): void => {
      if (manner !== 'at-once') this.#model.view.show(id, { type });
    };
    for (let isFirst = true; ; isFirst = false) {
      show('locating');
      this.#asking.add(id);
      const answer = this.#listUrls(id, signal, manner);
      const listed = await answer.finally(() => this.#asking.delete(id));
      if (listed.length === 0)
        return { type: 'failed', fault: fault('label-missing', { reached: 'yes' }) };
      await this.#adopt(id, listed);
      if (this.#model.judge.isDuplicate(id))
        return { type: 'failed', fault: fault('label-duplicate') };
      show('downloading');
      const files = await Promise.all(
        listed.map((url, ordinal) => this.#download(id, ordinal, url, signal)),
      );
      if (isFirst && files.some((file) => !file.ok && isLinkOver(file.fault))) continue;
      return this.#prepare(id, files.map(need));
    }
  }

  async #listUrls(id: number, signal: AbortSignal, manner: FetchManner) {
    const isAhead = manner === 'patient' && this.#services.isAhead(this.#model.grouping.id);
    const turn = isAhead ? 'background' : 'work';
    const erp = this.#services.erp.as(manner === 'hurried' ? 'person' : turn);
    const ask = () => erp.labelUrls(this.#model.grouping.id, id, signal);
    return need(await (manner === 'at-once' ? ask() : this.#gate.ask(ask, signal)));
  }

  /**
   * Stores the number of files before any is downloaded. A list of another length is another label,
   * and files that the journal does not know belong to a lost one: files on the disk are not
   * assumed to belong to it.
   */
  async #adopt(id: number, listed: readonly string[]): Promise<void> {
    const known = this.#model.files(id);
    if (known.length !== listed.length) await this.discard(id);
    // A file that was here tells, once another has come, that it is another.
    const files = listed.map((url, ordinal) => {
      const before = known.find((one) => one.ordinal === ordinal && isOwn(one));
      return { ordinal, urlHash: hashText(url), content: before?.content ?? null };
    });
    this.#applyFiles(id, files);
  }

  #applyFiles(id: number, files: readonly FileRecord[]): void {
    this.#model.apply({ labels: [{ id, label: this.#model.entry(id).label, files }] });
  }

  async #download(
    id: number,
    ordinal: number,
    url: string,
    signal: AbortSignal,
  ): Promise<Result<StoredLabel>> {
    const { labels } = this.#services;
    const slot = makeSlot(this.#model, id, ordinal);
    const found = await labels.find(slot);
    if (found !== null) return ok(found);
    return this.#downloads.run(() => labels.download(slot, url, signal));
  }

  /** Links to the same bytes are one label: the files of later ones are removed. */
  async #removeTwins(all: readonly StoredLabel[]) {
    const firsts = new Map(all.toReversed().map((file) => [file.sha256, file]));
    const twins = all.filter((file) => firsts.get(file.sha256) !== file);
    await Promise.all(twins.map(({ slot }) => this.#services.labels.discard(slot)));
    return all.filter((file) => !twins.includes(file));
  }

  async #prepare(id: number, all: readonly StoredLabel[]): Promise<ReadyLabel> {
    const stored = await this.#removeTwins(all);
    const { choice, prepared } = await this.#prepareChosen(this.#chooseFor(id), stored);
    const { version } = this.#services;
    const files = prepared.map(({ file: { sha256, slot }, label }): FileRecord => {
      const content = { ...label, sha256, choice, version };
      return {
        ordinal: slot.ordinal,
        urlHash: findKnown(this.#model, slot)?.urlHash ?? '',
        content,
      };
    });
    const sum = sumContent(files);
    this.#prepared.set(id, { paths: stored.map(({ path }) => path), paper: sum.paper });
    const content = {
      ...sum,
      twins: all.length - stored.length,
      storedAtMs: readOldestMs(stored),
    };
    return { type: 'ready', files, content, isOther: false };
  }

  /**
   * `pages`: those of this file among the choice's. A file that this version has read is not read
   * again, unless page numbers count on from a file before it, which may be another now.
   */
  async #read(
    { path, sha256, slot }: StoredLabel,
    choice: PageChoice,
    pages: PageRule,
  ): Promise<Result<PreparedLabel>> {
    const own = { ...choice, pages };
    const before = findKnown(this.#model, slot)?.content;
    const isKnown =
      before?.looks.sha256 === sha256 &&
      before.version === this.#services.version &&
      String(before.choice.pages) === String(pages) &&
      before.choice.crop === choice.crop;
    const prepared = await this.#book.prepare(path, own, isKnown ? before : null);
    if (!prepared.ok || prepared.value.isDrawn || !(await this.#services.drawsZplAhead()))
      return prepared;
    const drawn = await this.#book.draw(path);
    return drawn.ok ? ok({ ...prepared.value, isDrawn: true }) : drawn;
  }

  /**
   * The packer's choice for this label; for a printed one, its choice then; else the rule of the
   * shipping method.
   */
  #chooseFor(id: number): PageChoice {
    const { label } = this.#model.entry(id);
    const before = label.timesPrinted > 0 ? findChoice(this.#model.files(id)) : null;
    const rule = findRule(this.#services.settings().pageRules, this.#model.grouping.shippingMethod);
    return label.ownChoice ?? before ?? rule?.choice ?? defaultPageChoice;
  }

  /** Page numbers count through all files, so each file's begin after those of the file before. */
  async #prepareChosen(choice: PageChoice, stored: readonly StoredLabel[]): Promise<PreparedFiles> {
    const prepared: PreparedFiles['prepared'][number][] = [];
    let before = 0;
    let chosen = 0;
    for (const file of stored) {
      const label = need(await this.#read(file, choice, countPagesFrom(choice.pages, before)));
      prepared.push({ file, label });
      before += label.filePages;
      chosen += label.pages;
    }
    return chosen === 0 && typeof choice.pages !== 'string'
      ? this.#prepareChosen({ ...choice, pages: 'auto' }, stored)
      : { choice, prepared };
  }

  #readRefusal(refusal: Fault): Fault {
    const { core, grouping } = this.#model;
    return readLabelRefusal(refusal, core.conclusion === 'concluded', grouping.shippingMethod);
  }
}

function findKnown(model: FetchTools['model'], { shipmentId, ordinal }: LabelSlot) {
  return model.files(shipmentId).find((file) => file.ordinal === ordinal);
}

/** Returns when the oldest of these files was written; null if none is there. */
function readOldestMs(files: readonly StoredLabel[]): number | null {
  const times = files.flatMap(
    ({ path }) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? [],
  );
  return times.length === 0 ? null : Math.min(...times);
}

/**
 * In place of an address, for a file that was cut out of the grouping's labels, or that a person
 * brought.
 */
type Origin = 'grouping' | 'file';

export function isFrom(origin: Origin, { urlHash }: FileRecord): boolean {
  return urlHash.startsWith(`${origin} `);
}

/** A cut page is not the label's own, and proves nothing. */
const isOwn = (file: FileRecord): boolean => !isFrom('grouping', file) && !isFrom('file', file);

/** Returns true if known files differ from those read now. */
function differ(before: readonly FileRecord[], now: readonly FileRecord[]): boolean {
  if (before.length === 0) return false;
  if (before.some((file) => file.content === null || !isOwn(file))) return false;
  const list = (files: readonly FileRecord[]): string =>
    files.map(({ content }) => content?.sha256).join();
  return list(before) !== list(now);
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

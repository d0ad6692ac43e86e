import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { defaultPageChoice, labelPaper } from '#shared/domain/labels.ts';
import type { Paper } from '#shared/domain/records.ts';
import { fail, failed, fault, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import { Serial } from '#shared/serial.ts';
import type { BookEntry, LabelPieces, PreparedLabel, WriteOptions, WrittenBook } from '../types.ts';
import type { Choice, Reply, Request, Settings } from './protocol.ts';
import { makeOwnFolderSync, removeQuietly } from '../../os/files.ts';
import { isAlive } from '../../os/process.ts';
import { limitTime } from '../../os/timeout.ts';
import { AskedWorker, type Died, type Runner } from '../../os/worker.ts';
import type { CrashStage, CrashList } from './crash-list.ts';

/** Starts the label process (`process.ts`, or its bundle); passed in by the program. */
export type StartLabelProcess = () => Runner;

export interface LabelBookOptions {
  readonly startProcess: StartLabelProcess;
  /** A folder for data that do not fit in memory while the book is open. */
  readonly spillDir: string;
  /** The files that crashed a process before; without it they are tried again. */
  readonly crashList?: CrashList;
  readonly limits?: Partial<LabelLimits>;
}

const mebibyte = 1024 * 1024;
export type LabelLimits = Readonly<typeof defaultLimits>;

const defaultLimits = {
  /** The time limit for one file. */
  timeoutMs: 20_000,
  /** How much the label process may grow over one file. */
  maxGrowthBytes: 512 * mebibyte,
  /** Stream data kept in memory before the spill file is used. */
  maxMemoryBytes: 24 * mebibyte,
};

/** For some hundred labels, read and written one by one. */
const splitTimeoutMs = 120_000;

/** The disk limits writing, not the content of a file. */
const writeTimeoutMs = 300_000;

/** Few enough that a person's request does not wait long behind them. */
const restoredAtOnce = 10;

/** The packer who leaves a grouping waits for it. */
const restoreTimeoutMs = 2_000;

/** The caller that closes a book waits for it. */
const closeTimeoutMs = 2_000;

/** The result of a request. */
type Outcome = Exclude<Reply, { readonly type: 'bug' | 'spent' }> | Died;

interface Kept {
  readonly choice: Choice;
  readonly hasZpl: boolean;
  /** Its ZPL was drawn before this book was opened, and is to be drawn ahead again. */
  readonly wasDrawn: boolean;
}

type WriteRequest = Extract<Request, { readonly entries: unknown }>;

export type LabelBook = Pick<ProcessBook, keyof ProcessBook>;

/** Opens an empty book. */
export function createLabelBook(options: LabelBookOptions): LabelBook {
  return new ProcessBook(options);
}

/**
 * Makes one print of many label files. Files are prepared in any order, as they arrive; `writePdf`
 * then writes the pages in the requested order, equal objects once. The output depends on the files
 * and their order alone, so the same labels make the same bytes in every run. All parsing,
 * rendering and writing happen in a process of their own with bounded memory; an unusable file
 * causes its own `label-*` fault and leaves the others untouched.
 */
class ProcessBook {
  readonly #process: AskedWorker<Request, Reply>;
  /** It lives as long as the process. */
  readonly #spillPath: string;
  readonly #timeoutMs: number;
  readonly #spillDir: string;
  readonly #crashList: CrashList | null;
  /**
   * The book's files with the options of their requests and the findings of their looks: enough to
   * prepare them without another look.
   */
  readonly #prepared = new Map<string, Kept>();
  /** Those that the present process has not read. */
  readonly #unread = new Set<string>();
  /** Files whose ZPL could be drawn. */
  readonly #drawn = new Set<string>();
  /** Files that could not be prepared, or not again after a lost process. */
  readonly #lost = new Map<string, Fault>();
  readonly #requests = new Serial();
  /** Files that are being prepared or drawn: the process begins the next when it has ended one. */
  readonly #begun = new Set<Promise<unknown>>();
  /** Second attempts, one by one: if the process crashes again, the guilty file is known. */
  readonly #secondTries = new Serial();
  #restoring: Promise<void> | null = null;
  #restoringSoon: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor({ startProcess, spillDir, crashList, limits }: LabelBookOptions) {
    this.#crashList = crashList ?? null;
    this.#spillDir = spillDir;
    const all = { ...defaultLimits, ...limits };
    const { timeoutMs, ...limited } = all;
    this.#timeoutMs = timeoutMs;
    this.#spillPath = makeDataPath(spillDir);
    const settings: Settings = { type: 'open', ...limited, spillPath: this.#spillPath };
    const start = () => {
      this.#removeSpill();
      const runner = startProcess();
      runner.send(settings);
      return runner;
    };
    const lost = () => this.#noteLoss();
    this.#process = new AskedWorker({ start, late: 'no answer', lost });
  }

  /** Starts the process ahead of the first label. It starts without this call as well, later. */
  warmUp(): void {
    if (!this.#closed) this.#process.warmUp();
  }

  /**
   * Page numbers are the file's own, from 1; with none of them it is prepared without a page. ZPL
   * is not drawn. `known`: the answer of the same version of Doca to the same bytes and choice; the
   * file is read later then, and before it is needed, without a look.
   */
  async prepare(
    path: string,
    options: Partial<Choice> = {},
    known: PreparedLabel | null = null,
  ): Promise<Result<PreparedLabel>> {
    const choice = { ...defaultPageChoice, paper: labelPaper, ...options };
    const isUsable = known !== null && !this.#closed && !this.#lost.has(path);
    if (isUsable && (await this.#findCrash(path)) === null) {
      this.#keep(path, choice, known);
      if (this.#unread.size === 0) this.#restoreSoon();
      this.#unread.add(path);
      return ok(known);
    }
    return this.#begin(() => this.#prepareOnce(path, choice));
  }

  /**
   * Draws a prepared file's ZPL ahead of `writePdf`, and finds out if it cannot: it can still be
   * written as ZPL.
   */
  draw(path: string): Promise<Result<void>> {
    return this.#begin(() => this.#drawOnce(path));
  }

  /**
   * Draws an invoice's paper (DANFE Simplificado - Etiqueta) from its XML as ZPL. Faults:
   * `danfe-refused`, `disk*`.
   */
  drawDanfe(xmlPath: string, outPath: string, paper: Paper): Promise<Result<void>> {
    return this.#runInTurn(async () => {
      const outcome = await this.#ask(
        { type: 'draw-danfe', path: xmlPath, outPath, paper },
        this.#timeoutMs,
      );
      return outcome.type === 'drawn' ? ok() : failed(await this.#toFault(outcome, xmlPath));
    });
  }

  /**
   * Cuts a file with the labels of many shipments into its pages, its archive's files or its ZPL's
   * labels. `runs`: the pages of a PDF that stay together, by their numbers from 0 in a cut without
   * them. Faults: `label-*`, `disk*`.
   */
  split(path: string, runs?: readonly (readonly number[])[]): Promise<Result<LabelPieces>> {
    return this.#runInTurn(async () => {
      const crash = await this.#findCrash(path);
      if (crash !== null) return failed(makeUnreadable(crash));
      const folder = makeDataPath(this.#spillDir);
      makeOwnFolderSync(folder);
      const remove = () => removeQuietly(folder);
      const outcome = await this.#ask(
        { type: 'split', path, folder, ...(runs && { runs }) },
        splitTimeoutMs,
      );
      if (outcome.type === 'split') return ok({ pieces: outcome.pieces, remove });
      await remove();
      return failed(await this.#toFault(outcome, path));
    });
  }

  /** Written whole or not at all, from prepared entries. Faults: `disk*`. */
  writePdf(
    entries: readonly BookEntry[],
    outPath: string,
    options: WriteOptions = {},
  ): Promise<Result<WrittenBook>> {
    return this.#write({ type: 'write-pdf', entries, outPath, options });
  }

  /** All pages of these prepared files, uncropped, chosen or not. */
  writePages(paths: readonly string[], outPath: string): Promise<Result<WrittenBook>> {
    return this.#write({ type: 'write-pages', entries: paths.map((path) => ({ path })), outPath });
  }

  /**
   * Writes the raw ZPL of the entries, in order. `bytes` 0 and no file if there is none. Faults:
   * `disk*`.
   */
  writeZpl(entries: readonly BookEntry[], outPath: string): Promise<Result<WrittenBook>> {
    return this.#write({ type: 'write-zpl', entries, outPath });
  }

  /** True if a file could not be read at last. It has to be prepared once more. */
  isLost(path: string): boolean {
    return this.#lost.has(path);
  }

  /** Releases the process, which another book can have if it is idle, and removes its data. */
  async close(): Promise<void> {
    this.#closed = true;
    // A process that is ended at work is none for the next book.
    const ending = this.#restoringSoon.catch(() => undefined);
    await limitTime(ending, restoreTimeoutMs, () => undefined);
    if (this.#process.isIdle) await this.#process.ask({ type: 'close' }, closeTimeoutMs);
    await this.#process.stop('closed');
    this.#removeSpill();
    await this.#requests.idle();
    await Promise.allSettled(this.#begun);
  }

  async #prepareOnce(path: string, choice: Choice): Promise<Result<PreparedLabel>> {
    this.#prepared.delete(path);
    this.#drawn.delete(path);
    const crash = await this.#findCrash(path);
    if (crash !== null) return this.#lose(path, makeUnreadable(crash));
    const outcome = await this.#ask({ type: 'prepare', path, ...choice }, this.#timeoutMs);
    if (outcome.type !== 'prepared') return this.#lose(path, await this.#toFault(outcome, path));
    this.#keep(path, choice, outcome.label);
    return ok(outcome.label);
  }

  async #findCrash(path: string, over?: CrashStage): Promise<string | null> {
    return (await this.#crashList?.find(path, over)) ?? null;
  }

  #keep(path: string, choice: Choice, { hasZpl, isDrawn, looks }: PreparedLabel): void {
    this.#lost.delete(path);
    this.#prepared.set(path, {
      choice: { ...choice, looks },
      hasZpl,
      wasDrawn: hasZpl && isDrawn,
    });
  }

  async #drawOnce(path: string): Promise<Result<void>> {
    await this.#restore([path]);
    const lost = this.#lost.get(path);
    if (lost !== undefined) return failed(lost);
    if (this.#prepared.get(path)?.hasZpl !== true || this.#drawn.has(path)) return ok();
    const crash = await this.#findCrash(path, 'drawing');
    if (crash !== null) return failed(makeUnreadable(crash));
    const outcome = await this.#ask({ type: 'draw', path }, this.#timeoutMs);
    if (outcome.type !== 'drawn') return failed(await this.#toFault(outcome, path, 'drawing'));
    this.#drawn.add(path);
    return ok();
  }

  #write(request: WriteRequest): Promise<Result<WrittenBook>> {
    return this.#runInTurn(async () => {
      // One by one: if the process crashes, the guilty file is known.
      for (const { path } of request.type === 'write-pdf' ? request.entries : []) {
        const drawn = await this.#drawOnce(path);
        if (!drawn.ok) return drawn;
      }
      let outcome: Outcome = { type: 'died', reason: '', guilty: false };
      for (let attempt = 0; attempt < 2 && outcome.type === 'died' && !this.#closed; attempt += 1) {
        await this.#restore(request.entries.map(({ path }) => path));
        for (const { path } of request.entries) {
          const lost = this.#lost.get(path);
          if (lost !== undefined) return failed(lost);
        }
        outcome = await this.#ask(request, writeTimeoutMs);
      }
      return outcome.type === 'written'
        ? ok(outcome.book)
        : failed(await this.#toFault(outcome, null));
    });
  }

  /** Begins requests in their order, each while those before it are at work. */
  async #begin<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    const { begun } = await this.#requests.run(async () => {
      await this.#secondTries.idle();
      if (this.#closed) return { begun: fail('cancelled') };
      const begun = work().finally(() => this.#begun.delete(begun));
      this.#begun.add(begun);
      // In an object, so that the next turn does not wait for it.
      return { begun };
    });
    return begun;
  }

  /** Runs requests in their order, never two at once. */
  #runInTurn<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    return this.#requests.run(async () => {
      await Promise.allSettled(this.#begun);
      return this.#closed ? fail('cancelled') : work();
    });
  }

  /**
   * Repeats a request that was lost without being certainly guilty: another one beside it may be
   * the cause.
   */
  async #ask(request: Request, timeoutMs: number): Promise<Outcome> {
    const outcome = await this.#runRestored(request, timeoutMs);
    const isSure = outcome.type !== 'died' || outcome.guilty || this.#closed;
    return isSure ? outcome : this.#secondTries.run(() => this.#runRestored(request, timeoutMs));
  }

  async #runRestored(request: Request, timeoutMs: number): Promise<Outcome> {
    await this.#restore(listNeeded(request));
    return this.#run(request, timeoutMs);
  }

  /** Throws if the process met a defect. */
  async #run(request: Request, timeoutMs: number): Promise<Outcome> {
    if (this.#closed) return { type: 'died', reason: 'closed', guilty: false };
    const outcome = await this.#process.ask(request, timeoutMs);
    if (outcome.type === 'bug') throw new Error(`label process: ${outcome.message}`);
    if (outcome.type !== 'spent') return outcome;
    // The answer to this one may have been on its way when another one behind it was too much.
    const guilty = this.#process.waiting === 0;
    await this.#process.stop(outcome.reason);
    return { type: 'died', reason: outcome.reason, guilty };
  }

  #removeSpill(): void {
    rmSync(this.#spillPath, { force: true });
  }

  #noteLoss(): void {
    if (this.#closed) return;
    for (const path of this.#prepared.keys()) this.#unread.add(path);
    this.#restoreSoon();
  }

  /** While the desk waits for the next file anyway, and with room between for what it wants now. */
  #restoreSoon(): void {
    this.#restoringSoon = this.#runInTurn(async () => {
      const some = [...this.#unread].slice(0, restoredAtOnce);
      await this.#restore(some);
      for (const path of some)
        // A file that cannot be drawn tells so when it is asked for.
        if (!this.#closed && this.#prepared.get(path)?.wasDrawn) await this.#drawOnce(path);
      if (this.#unread.size > 0) this.#restoreSoon();
      return ok();
    });
  }

  /** Reads the unread ones of these files; one restores at a time. */
  async #restore(paths: readonly string[]): Promise<void> {
    while (!this.#closed) {
      if (this.#restoring === null) {
        const unread = paths.filter((path) => this.#unread.has(path));
        if (unread.length === 0) return;
        this.#restoring = this.#restoreEach(unread).finally(() => {
          this.#restoring = null;
        });
      }
      await this.#restoring;
    }
  }

  /** From their files. If the process is lost meanwhile, those before are unread again. */
  async #restoreEach(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      let outcome = await this.#restoreOne(path);
      if (outcome?.type === 'died' && !outcome.guilty) outcome = await this.#restoreOne(path);
      if (outcome === null || outcome.type === 'prepared' || this.#closed) continue;
      this.#lose(path, await this.#toFault(outcome, path));
    }
  }

  #lose(path: string, reason: Fault): Result<never> {
    this.#prepared.delete(path);
    this.#lost.set(path, reason);
    return failed(reason);
  }

  async #restoreOne(path: string): Promise<Outcome | null> {
    const known = this.#prepared.get(path);
    this.#unread.delete(path);
    if (known === undefined || this.#closed) return null;
    return this.#run({ type: 'prepare', path, ...known.choice }, this.#timeoutMs);
  }

  /** `path` is the single file that was being read; null for a whole book. */
  async #toFault(
    outcome: Outcome,
    path: string | null,
    over: CrashStage = 'reading',
  ): Promise<Fault> {
    if (outcome.type === 'fault') return outcome.fault;
    if (this.#closed) return fault('cancelled');
    if (outcome.type !== 'died')
      throw new Error(`unexpected answer of the label process: ${outcome.type}`);
    if (!outcome.guilty || path === null)
      return fault('internal', { detail: `label process: ${outcome.reason}` });
    await this.#crashList?.add(path, outcome.reason, over);
    return makeUnreadable(outcome.reason);
  }
}

/** The prepared files without which the process cannot answer. */
function listNeeded(request: Request): readonly string[] {
  if (request.type === 'draw') return [request.path];
  return 'entries' in request ? request.entries.map(({ path }) => path) : [];
}

function makeUnreadable(reason: string): Fault {
  return fault('label-unrenderable', { detail: `label process: ${reason}` });
}

const dataName = /^labels-(\d+)-/;

/**
 * Returns a name for data of an open book, creates the folder for it, and removes data of programs
 * that are gone.
 */
function makeDataPath(spillDir: string): string {
  makeOwnFolderSync(spillDir);
  for (const name of readdirSync(spillDir)) {
    const pid = Number(dataName.exec(name)?.[1] ?? process.pid);
    if (pid !== process.pid && !isAlive(pid))
      rmSync(join(spillDir, name), { recursive: true, force: true });
  }
  return join(spillDir, `labels-${process.pid}-${randomUUID()}`);
}

import type { JobRecord } from '../journal/index.ts';
import type { Lock } from '../os/locks/sqlite.ts';
import { JobChecks } from './job/checks.ts';
import { Conclusion } from './job/conclusion.ts';
import { JobLabels } from './job/labels.ts';
import { JobPrints } from './job/prints.ts';
import { JobRunner } from './print/job-runner.ts';
import { JobSharing } from './job/sharing.ts';
import { PackerWords } from './job/words.ts';
import { showPauses } from './collect/tools.ts';
import { DanfePrint } from './print/danfe-print.ts';
import { MergedFiles } from './print/merged-files.ts';
import type { JobParts } from './print/parts.ts';
import { OpenPrint } from './print/open-print.ts';
import { PrintRuns } from './print/print-runs.ts';
import { SpoolFiles } from './print/spool-files.ts';

/**
 * One grouping's job, open in this process and in no other. It and its parts can be called at any
 * time: a call that does not fit the state is a fault and changes nothing. Each change is in the
 * journal before the effect it guards.
 */
export class GroupingJob {
  /** The key of the grouping's company. */
  readonly company: string;
  readonly labels: JobLabels;
  readonly words: PackerWords;
  readonly runs: PrintRuns;
  readonly prints: JobPrints;
  readonly checks: JobChecks;
  readonly conclusion: Conclusion;
  readonly sharing: JobSharing;
  readonly #parts;
  readonly #model;
  readonly #runner;
  readonly #open;
  readonly #lock;
  readonly #stopPauses;
  #closed: Promise<void> | null = null;

  constructor(parts: JobParts, lock: Lock, openPrint: JobRecord['openPrint']) {
    const { services, model } = parts;
    const files = new SpoolFiles(parts);
    const merged = new MergedFiles(parts, files);
    const runner = new JobRunner(services, model);
    const danfePrint = new DanfePrint(parts, runner);
    this.runs = new PrintRuns(parts, files, runner, danfePrint, openPrint);
    const open = new OpenPrint(parts, this.runs);
    this.#parts = parts;
    this.#model = model;
    this.#runner = runner;
    this.#open = open;
    this.#lock = lock;
    this.company = model.company;
    this.labels = new JobLabels(parts, runner, merged);
    this.words = new PackerWords(model, runner);
    this.prints = new JobPrints(parts, runner, merged, files, open, danfePrint);
    this.checks = new JobChecks(services, model, runner);
    this.conclusion = new Conclusion(parts, runner);
    this.sharing = new JobSharing(parts, runner);
    parts.readings.wake();
    model.judge.holdPrinted();
    this.#stopPauses = showPauses(parts);
  }

  snapshot() {
    return this.#model.view.snapshot();
  }

  /**
   * Returns the state and the counts, at a cost that does not grow with the list: listeners ask for
   * it after each change.
   */
  overview() {
    return this.#model.view.overview();
  }

  find(shipmentId: number) {
    return this.#model.find(shipmentId);
  }

  /**
   * Calls the listener after each change and when work ends; returns the function that stops it.
   */
  subscribe(listener: () => void) {
    return this.#model.view.subscribe(listener);
  }

  /**
   * Call it once: finds out the result of a print that was open when the program ended, before a
   * person is asked, and follows other stations.
   */
  async begin(): Promise<void> {
    await this.#runner.run(() => this.#open.askAboutEarlierPrint());
    await this.#parts.coordination.follow(this.#open);
  }

  /** Settings changed that the next step depends on. */
  noteSettings(): void {
    this.#model.view.forget();
  }

  /** A new token is stored: a job that waits for it goes on. */
  tokenChanged(): void {
    this.#parts.services.extensions.doubt();
    this.#parts.gate.open();
    this.#parts.collector.tokenChanged();
  }

  /** Returns true for work that quitting would interrupt: collecting, printing, concluding. */
  isWorking(): boolean {
    return this.#runner.isWorking;
  }

  /** Counts as such work until it ends, which is published like a change. */
  hold<T>(work: () => Promise<T>): Promise<T> {
    return this.#runner.hold(work);
  }

  /**
   * Ends work as soon as possible; only a conclusion comes to its own end, because its result would
   * be unknown.
   */
  cancel(): void {
    this.#runner.cancel();
  }

  /** Closes the grouping; work is cancelled as above and stays resumable. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.#runner.close();
    this.#stopPauses();
    this.#parts.closed.abort();
    await this.labels.close();
    try {
      await this.#parts.book.close();
    } finally {
      this.#lock.release();
    }
  }
}

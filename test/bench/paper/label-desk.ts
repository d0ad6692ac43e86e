import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLabelBook, LabelProcesses, type KillerList } from '../../../src/main/labels/index.ts';
import type { LabelBook } from '../../../src/main/labels/index.ts';
import type { Runner, RunnerEnd } from '../../../src/main/os/worker.ts';
import { startLabelProcess } from '../../support/label-process/url.ts';
import { ProcessTree } from './process-tree.ts';

/** Every page as it is: what a sheet is cut down to is not the engine's to say. */
export const wholePages = { pages: 'all', crop: 'whole' } as const;

/**
 * Label books as the program opens them, one after the other with one process as long as it lasts, and what their processes
 * took. Nothing here knows what reads the labels.
 */
export class LabelDesk {
  readonly folder = mkdtempSync(join(tmpdir(), 'doca-paper-'));
  readonly tree = new ProcessTree();
  readonly #losses: string[] = [];
  #longestMs = 0;
  readonly #processes = new LabelProcesses(
    () =>
      new WatchedRunner(startLabelProcess(), {
        lost: (why) => this.#losses.push(why),
        answered: (ms) => (this.#longestMs = Math.max(this.#longestMs, ms)),
      }),
  );

  openBook(killers?: KillerList): LabelBook {
    const spillDir = join(this.folder, 'spill');
    return createLabelBook({ startProcess: this.#processes.start, spillDir, ...(killers && { killers }) });
  }

  /** Why each process that was asked something was lost over it. */
  get losses(): readonly string[] {
    return this.#losses;
  }

  /** The longest that one request had a process to itself. */
  get longestMs(): number {
    return this.#longestMs;
  }

  async close(): Promise<void> {
    await this.#processes.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

interface Watcher {
  readonly lost: (why: string) => void;
  readonly answered: (ms: number) => void;
}

/** A label process that notes when it is lost. It is answered in turn, so a request begins with the answer before it. */
class WatchedRunner implements Runner {
  readonly #runner: Runner;
  readonly #watcher: Watcher;
  #waiting = 0;
  #begunMs = 0;
  #isOver = false;

  constructor(runner: Runner, watcher: Watcher) {
    this.#runner = runner;
    this.#watcher = watcher;
  }

  send(message: unknown): void {
    if (this.#waiting === 0) this.#begunMs = performance.now();
    this.#waiting += 1;
    this.#runner.send(message);
  }

  listen(heard: (message: unknown) => void, ended: (end: RunnerEnd) => void): void {
    this.#runner.listen(
      (message) => {
        this.#waiting -= 1;
        this.#noteTime();
        const { type, why } = message as { readonly type?: string; readonly why?: string };
        if (type === 'spent') this.#noteLoss(why ?? type);
        heard(message);
      },
      (end) => {
        this.#noteLoss(end.why);
        ended(end);
      },
    );
  }

  hold(): void {
    this.#runner.hold();
  }

  release(): void {
    this.#runner.release();
  }

  end(): Promise<unknown> {
    if (this.#waiting > 0) {
      this.#noteTime();
      this.#noteLoss('ended over a request');
    }
    this.#isOver = true;
    return this.#runner.end();
  }

  #noteTime(): void {
    const nowMs = performance.now();
    this.#watcher.answered(nowMs - this.#begunMs);
    this.#begunMs = nowMs;
  }

  #noteLoss(why: string): void {
    if (!this.#isOver) this.#watcher.lost(why);
    this.#isOver = true;
  }
}

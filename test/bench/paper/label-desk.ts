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
  readonly #losses: Loss[] = [];
  #slowest: Slowest = { ms: 0, path: '' };
  readonly #processes = new LabelProcesses(
    () =>
      new WatchedRunner(startLabelProcess(), {
        lost: (loss) => this.#losses.push(loss),
        answered: (request) => (this.#slowest = request.ms > this.#slowest.ms ? request : this.#slowest),
      }),
  );

  openBook(killers?: KillerList): LabelBook {
    const spillDir = join(this.folder, 'spill');
    return createLabelBook({ startProcess: this.#processes.start, spillDir, ...(killers && { killers }) });
  }

  /** The processes that were lost. */
  get losses(): readonly Loss[] {
    return this.#losses;
  }

  /** The file that had a process to itself the longest, to be read or drawn. */
  get slowest(): Slowest {
    return this.#slowest;
  }

  async close(): Promise<void> {
    await this.#processes.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface Slowest {
  readonly ms: number;
  readonly path: string;
}

export interface Loss {
  readonly why: string;
  /** The file that it was at; null where it was at none. */
  readonly path: string | null;
}

interface Watcher {
  readonly lost: (loss: Loss) => void;
  readonly answered: (request: Slowest) => void;
}

/** A label process that notes when it is lost. It is answered in turn, so a request begins with the answer before it. */
class WatchedRunner implements Runner {
  readonly #runner: Runner;
  readonly #watcher: Watcher;
  /** The files of the requests that have no answer yet, in turn; null for what is not about one file. */
  #asked: (string | null)[] = [];
  #begunMs = 0;
  #isOver = false;

  constructor(runner: Runner, watcher: Watcher) {
    this.#runner = runner;
    this.#watcher = watcher;
  }

  send(message: unknown): void {
    if (this.#asked.length === 0) this.#begunMs = performance.now();
    this.#asked.push((message as { readonly path?: string }).path ?? null);
    this.#runner.send(message);
  }

  listen(heard: (message: unknown) => void, ended: (end: RunnerEnd) => void): void {
    this.#runner.listen(
      (message) => {
        const { type, why } = message as { readonly type?: string; readonly why?: string };
        if (type === 'spent') this.#noteLoss(why ?? type);
        this.#noteTime();
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
    if (this.#asked.length > 0) {
      this.#noteLoss('ended over a request');
      this.#noteTime();
    }
    this.#isOver = true;
    return this.#runner.end();
  }

  #noteTime(): void {
    const nowMs = performance.now();
    const path = this.#asked.shift() ?? null;
    if (path !== null) this.#watcher.answered({ ms: nowMs - this.#begunMs, path });
    this.#begunMs = nowMs;
  }

  #noteLoss(why: string): void {
    if (!this.#isOver) this.#watcher.lost({ why, path: this.#asked[0] ?? null });
    this.#isOver = true;
  }
}

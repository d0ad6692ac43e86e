import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLabelBook, LabelProcesses, type CrashList } from '../../../src/main/labels/index.ts';
import type { LabelBook } from '../../../src/main/labels/index.ts';
import type { Runner, RunnerEnd } from '../../../src/main/os/worker.ts';
import { startLabelProcess } from '../../support/label-process/url.ts';
import { ProcessTree } from './process-tree.ts';

/** Every page unchanged: cropping a sheet is not the engine's task. */
export const wholePages = { pages: 'all', crop: 'whole' } as const;

/**
 * Opens label books as the program does, one after the other on one process as long as it lives,
 * and measures their processes. It does not know which engine reads the labels.
 */
export class LabelDesk {
  readonly folder = mkdtempSync(join(tmpdir(), 'doca-paper-'));
  readonly tree = new ProcessTree();
  readonly #losses: Loss[] = [];
  readonly #longestMs = new Map<string, number>();
  readonly #processes = new LabelProcesses(
    () =>
      new WatchedRunner(startLabelProcess(), {
        lost: (loss) => this.#losses.push(loss),
        answered: (path, ms) =>
          this.#longestMs.set(path, Math.max(ms, this.#longestMs.get(path) ?? 0)),
      }),
  );

  openBook(crashList?: CrashList): LabelBook {
    const spillDir = join(this.folder, 'spill');
    return createLabelBook({
      startProcess: this.#processes.start,
      spillDir,
      ...(crashList && { crashList }),
    });
  }

  /** The processes that were lost. */
  get losses(): readonly Loss[] {
    return this.#losses;
  }

  /** The longest that each file had a process to itself, to be read or drawn. */
  get longestMs(): ReadonlyMap<string, number> {
    return this.#longestMs;
  }

  get slowest(): Slowest {
    const [path, ms] = [...this.#longestMs].toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0];
    return { path, ms };
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
  /** The file that it was reading; null if there was none. */
  readonly path: string | null;
}

interface Watcher {
  readonly lost: (loss: Loss) => void;
  readonly answered: (path: string, ms: number) => void;
}

/**
 * A label process that notes when it is lost. It is answered in turn, so a request begins with the
 * answer before it.
 */
class WatchedRunner implements Runner {
  readonly #runner: Runner;
  readonly #watcher: Watcher;
  /**
   * The files of the unanswered requests, in order; null for requests that are not about one file.
   */
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
        this.#noteLoss(end.reason);
        ended(end);
      },
    );
  }

  keepAlive(): void {
    this.#runner.keepAlive();
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
    if (path !== null) this.#watcher.answered(path, nowMs - this.#begunMs);
    this.#begunMs = nowMs;
  }

  #noteLoss(why: string): void {
    if (!this.#isOver) this.#watcher.lost({ why, path: this.#asked[0] ?? null });
    this.#isOver = true;
  }
}

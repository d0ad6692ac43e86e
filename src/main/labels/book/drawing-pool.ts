import { availableParallelism, freemem } from 'node:os';
import type { Paper } from '../../../shared/index.ts';
import type { Runner } from '../../os/worker.ts';
import { ProcessHost } from './host.ts';
import type { Outcome } from './host.ts';
import type { Settings } from './protocol.ts';

interface DrawingPoolOptions {
  readonly maxDrawers: number;
  readonly timeoutMs: number;
}

/** The renderer's program and what it draws on; measured at 180 to 240 MB. */
const drawerBytes = 300 * 1024 * 1024;
/** More of them would draw faster than labels can come. */
const mostDrawers = 4;
/** To start the renderer takes as long as to draw some labels: fewer than this wait for the one that draws already. */
const worthADrawer = 8;
/** A packer who looks at the list and prints again finds them still there. */
const idleMs = 30_000;

/** How many drawing processes this machine affords: no more than cores, nor than half of the free memory holds. */
export function countDrawers(): number {
  return Math.max(1, Math.min(mostDrawers, availableParallelism(), Math.floor(freemem() / 2 / drawerBytes)));
}

/**
 * Label processes that draw ZPL, one file at a time each, so that of a process that falls one knows over which file. They
 * are started as files come and ended when none do.
 */
export class DrawingPool {
  readonly #makeHost: () => ProcessHost;
  readonly #options: DrawingPoolOptions;
  readonly #idle: ProcessHost[] = [];
  readonly #all: ProcessHost[] = [];
  readonly #waiting: ((host: ProcessHost) => void)[] = [];
  #stopped = false;

  /** `book` is what the label process beside them works with. */
  constructor(startProcess: () => Runner, book: Settings, options: DrawingPoolOptions) {
    this.#makeHost = () => {
      const spillPath = `${book.spillPath}-${this.#all.length}`;
      return new ProcessHost(startProcess, { ...book, spillPath, purpose: 'draw' }, { idleMs });
    };
    this.#options = options;
  }

  /** Throws where a process met a defect. */
  async draw(path: string, paper: Paper): Promise<Outcome> {
    const host = await this.#take();
    try {
      const request = { type: 'draw', path, paper } as const;
      const outcome = this.#stopped ? stopped : await host.run(request, this.#options.timeoutMs);
      const isInnocent = outcome.type === 'died' && !outcome.guilty && !this.#stopped;
      return isInnocent ? await host.run(request, this.#options.timeoutMs) : outcome;
    } finally {
      this.#give(host);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#all.map((host) => host.stop()));
  }

  #take(): ProcessHost | Promise<ProcessHost> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    const drawers = this.#all.length;
    if (drawers >= this.#options.maxDrawers || this.#waiting.length < worthADrawer * drawers)
      return new Promise((resolve) => this.#waiting.push(resolve));
    const host = this.#makeHost();
    this.#all.push(host);
    return host;
  }

  #give(host: ProcessHost): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(host);
    else next(host);
  }
}

const stopped: Outcome = { type: 'died', why: 'closed', guilty: false };

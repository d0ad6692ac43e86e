import { Worker } from 'node:worker_threads';
import type { Rasterise } from '../zpl/rendering-printer.ts';
import type { RasterReply, RasterRequest, RasterSettings } from './protocol.ts';

export interface RasteriserOptions {
  /** `worker.ts`, or what the build made of it. */
  readonly workerUrl: URL;
  readonly limits?: RasterLimits;
}

export interface RasterLimits {
  /** How long one page may take. Default 30 s. */
  readonly timeoutMs?: number;
  /** What one file and its page may take of memory. Default 256 MB. */
  readonly maxMemoryBytes?: number;
  /** The largest page, in dots. Default 40 million: A4 at 600 dpi has 35. */
  readonly maxDots?: number;
  /** How long the worker waits for another page before its memory is given back. Default 60 s. */
  readonly idleMs?: number;
}

/**
 * Draws pages of PDFs as a label printer would burn them: upright, in gray, black ink 0, as many dots as the page's size
 * and the resolution make. The drawing runs in a worker thread that starts with the first page; a page that takes too
 * long, or breaks its program, costs that page only, for the next one gets a new worker.
 */
export interface Rasteriser {
  readonly rasterise: Rasterise;
  /** Ends the worker; pages asked for and not yet drawn end in an error. */
  readonly close: () => Promise<void>;
}

export function createRasteriser(options: RasteriserOptions): Rasteriser {
  const host = new RasterHost(options);
  return { rasterise: (path, page, dpi) => host.draw({ path, page, dpi }), close: () => host.close() };
}

type Outcome = RasterReply | { readonly type: 'died'; readonly why: string };

class RasterHost {
  private readonly workerUrl: URL;
  private readonly settings: RasterSettings;
  private readonly timeoutMs: number;
  private readonly idleMs: number;
  private worker: Worker | null = null;
  private settle: ((outcome: Outcome) => void) | null = null;
  private queue: Promise<unknown> = Promise.resolve();
  private idle: NodeJS.Timeout | null = null;
  private closed = false;

  constructor({ workerUrl, limits = {} }: RasteriserOptions) {
    const { timeoutMs = 30_000, maxMemoryBytes = 256 * 1024 * 1024, maxDots = 40_000_000, idleMs = 60_000 } = limits;
    this.workerUrl = workerUrl;
    this.settings = { maxMemoryBytes, maxDots };
    this.timeoutMs = timeoutMs;
    this.idleMs = idleMs;
  }

  draw(request: RasterRequest): ReturnType<Rasterise> {
    const drawn = this.queue.then(async () => {
      const outcome = this.closed ? ({ type: 'died', why: 'closed' } as const) : await this.run(request);
      if (outcome.type === 'drawn') return outcome.page;
      throw new Error(outcome.why);
    });
    this.queue = drawn.catch(() => undefined);
    return drawn;
  }

  async close(): Promise<void> {
    this.closed = true;
    const { worker } = this;
    if (worker !== null) this.lose(worker, 'closed');
    await worker?.terminate();
    await this.queue;
  }

  private run(request: RasterRequest): Promise<Outcome> {
    if (this.idle !== null) clearTimeout(this.idle);
    const worker = (this.worker ??= this.start());
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.lose(worker, `not drawn after ${this.timeoutMs} ms`);
      }, this.timeoutMs);
      this.settle = (outcome) => {
        clearTimeout(timer);
        this.settle = null;
        // An idle worker must not keep the process from ending.
        worker.unref();
        this.idle = setTimeout(() => {
          this.lose(worker, 'idle');
        }, this.idleMs).unref();
        resolve(outcome);
      };
      worker.ref();
      worker.postMessage(request);
    });
  }

  private start(): Worker {
    const worker = new Worker(this.workerUrl, {
      workerData: this.settings,
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 },
    });
    worker.on('message', (reply: RasterReply) => {
      // The last word of a worker that was given up is no answer to what another one was asked.
      if (this.worker === worker) this.settle?.(reply);
    });
    worker.on('error', (error) => {
      this.lose(worker, error instanceof Error ? error.message : 'unknown');
    });
    worker.on('exit', () => {
      this.lose(worker, 'ended');
    });
    return worker;
  }

  private lose(worker: Worker, why: string): void {
    if (this.worker !== worker) return;
    this.worker = null;
    void worker.terminate();
    this.settle?.({ type: 'died', why });
  }
}

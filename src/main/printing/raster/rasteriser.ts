import { Worker } from 'node:worker_threads';
import { Serial } from '../../os/serial.ts';
import { AskedWorker, runThread } from '../../os/worker.ts';
import type { Rasterise } from '../zpl/rendering-printer.ts';
import type { GrayBitmap } from '../../drawing/dots.ts';

export interface RasteriserOptions {
  /** `worker.ts`, or its bundle. */
  readonly workerUrl: URL;
  readonly limits?: RasterLimits;
}

export interface RasterLimits {
  /** The time limit for one page. Default 30 s. */
  readonly timeoutMs?: number;
  /** The memory limit for one file and its page. Default 256 MB. */
  readonly maxMemoryBytes?: number;
  /** The largest page, in dots. Default 40 million: A4 at 600 dpi has 35. */
  readonly maxDots?: number;
  /** How long the worker waits for another page before it is ended. Default 60 s. */
  readonly idleMs?: number;
}

/**
 * Draws pages of PDFs as a label printer would burn them: upright, in gray, black ink 0, with the dots of the page's
 * size and the resolution. A worker thread draws, from the first page on; a page that takes too long, or crashes it,
 * costs that page only: the next one gets a new worker.
 */
export interface Rasteriser {
  readonly rasterise: Rasterise;
  /** Ends the worker; pages that are not drawn yet end in an error. */
  readonly close: () => Promise<void>;
}

export function createRasteriser(options: RasteriserOptions): Rasteriser {
  const host = new RasterHost(options);
  return { rasterise: (path, page, dpi) => host.draw({ path, page, dpi }), close: () => host.close() };
}

class RasterHost {
  private readonly worker: AskedWorker<RasterRequest, RasterReply>;
  private readonly timeoutMs: number;
  private readonly requests = new Serial();
  private closed = false;

  constructor({ workerUrl, limits = {} }: RasteriserOptions) {
    const { timeoutMs = 30_000, maxMemoryBytes = 256 * 1024 * 1024, maxDots = 40_000_000, idleMs = 60_000 } = limits;
    const settings: RasterSettings = { maxMemoryBytes, maxDots };
    this.timeoutMs = timeoutMs;
    this.worker = new AskedWorker({
      start: () =>
        runThread(
          new Worker(workerUrl, {
            workerData: settings,
            resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 },
          }),
        ),
      late: 'not drawn',
      idleMs,
    });
  }

  draw(request: RasterRequest): ReturnType<Rasterise> {
    return this.requests.run(async () => {
      const outcome = this.closed
        ? ({ type: 'died', why: 'closed' } as const)
        : await this.worker.ask(request, this.timeoutMs);
      if (outcome.type === 'drawn') return outcome.page;
      throw new Error(outcome.why);
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.worker.stop('closed');
    await this.requests.idle();
  }
}

/** The worker's settings. */
export type RasterSettings = Required<Pick<RasterLimits, 'maxMemoryBytes' | 'maxDots'>>;

/** One page at a time; 1-based. */
export interface RasterRequest {
  readonly path: string;
  readonly page: number;
  readonly dpi: number;
}

export type RasterReply =
  | { readonly type: 'drawn'; readonly page: GrayBitmap | null }
  /** The file's fault; the worker goes on. */
  | { readonly type: 'refused'; readonly why: string };

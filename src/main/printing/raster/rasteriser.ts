import { Worker } from 'node:worker_threads';
import { Serial } from '#shared/serial.ts';
import { AskedWorker, runThread } from '../../os/worker.ts';
import type { Rasterise } from '../zpl/rendering-printer.ts';
import type { GrayBitmap } from '../../drawing/dots.ts';

export interface RasterLimits {
  /** The time limit for one page. Default 30 s. */
  readonly timeoutMs?: number;
  /** The memory limit for one file and its page. Default 256 MB. */
  readonly maxMemoryBytes?: number;
  /** How long the worker waits for another page before it is ended. Default 60 s. */
  readonly idleMs?: number;
}

export type Rasteriser = ReturnType<typeof createRasteriser>;

/**
 * Draws as a label printer would burn: upright, in gray, black ink 0, in dots of the page's size
 * and the resolution. A page that takes too long, or crashes the worker, costs that page only.
 * `workerUrl`: `worker.ts` or its bundle.
 */
export function createRasteriser(workerUrl: URL, limits: RasterLimits = {}) {
  const { timeoutMs = 30_000, maxMemoryBytes: workerData = 256 << 20, idleMs = 60_000 } = limits;
  const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };
  const start = () => runThread(new Worker(workerUrl, { workerData, resourceLimits }));
  const worker = new AskedWorker<RasterRequest, RasterReply>({ start, late: 'not drawn', idleMs });
  const requests = new Serial();
  let isClosed = false;
  const rasterise: Rasterise = (path, page, dpi) =>
    requests.run(async () => {
      if (isClosed) throw new Error('closed');
      const outcome = await worker.ask({ path, page, dpi }, timeoutMs);
      if (outcome.type === 'drawn') return outcome.page;
      throw new Error(outcome.reason);
    });
  return {
    rasterise,
    /** Ends the worker; pages that are not drawn yet end in an error. */
    close: async (): Promise<void> => {
      isClosed = true;
      await worker.stop('closed');
      await requests.idle();
    },
  };
}

/** One page at a time; 1-based. */
export interface RasterRequest {
  readonly path: string;
  readonly page: number;
  readonly dpi: number;
}

export type RasterReply =
  | { readonly type: 'drawn'; readonly page: GrayBitmap | null }
  /** The file's fault; the worker goes on. */
  | { readonly type: 'refused'; readonly reason: string };

import { parentPort, threadId } from 'node:worker_threads';
import { isThere } from '../../src/main/os/worker.ts';
import type { RasterReply } from '../../src/main/printing/raster/rasteriser.ts';

/** Answers every request with its own number. */
parentPort?.on('message', () => {
  parentPort?.postMessage({ type: 'refused', reason: String(threadId) } satisfies RasterReply);
});
parentPort?.postMessage(isThere);

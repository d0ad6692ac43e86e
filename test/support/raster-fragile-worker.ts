import { parentPort } from 'node:worker_threads';
import type { RasterRequest } from '../../src/main/printing/raster/protocol.ts';

/** The real worker, but a path that says so makes it hang or fall. */
parentPort?.on('message', ({ path }: RasterRequest) => {
  if (path === 'hang') for (;;);
  if (path === 'exit') process.exit(3);
  if (path === 'throw') {
    // The real listener comes after this one, and would answer.
    parentPort?.removeAllListeners('message');
    throw new Error('fell over');
  }
});

await import('../../src/main/printing/raster/worker.ts');

import { cpus } from 'node:os';
import { cropBench } from './crop.ts';
import { floorBench } from './floor.ts';
import { hostileBench } from './hostile.ts';
import { jobBench, largeJobBench } from './job.ts';
import { loadingBench } from './loading.ts';
import { mergeBench } from './merge.ts';
import { printingBench } from './printing.ts';
import { rendererBench } from './renderer.ts';
import { printRows } from './row.ts';
import { scanBench } from './scan.ts';
import { startBench } from './start.ts';
import { zplBench } from './zpl.ts';

/**
 * `npm run bench`: every figure that Doca promises, measured now and on this machine, beside its
 * peers.
 */
process.stdout.write(
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}\n`,
);
printRows('Merging', await mergeBench());
printRows('Sheets', await cropBench());
printRows('ZPL', await zplBench());
printRows('Printing', await printingBench());
printRows('One at a time', await scanBench());
printRows('The start', await startBench());
printRows('The window, built, in Chromium', await rendererBench());
printRows('Whole jobs over the training ERP', await jobBench());
printRows('Paper while labels are fetched', await loadingBench());
printRows('Large groupings', await largeJobBench());
printRows('Several stations', await floorBench());
printRows('Hostile labels', await hostileBench());

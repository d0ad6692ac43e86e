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
import type { BenchRow } from './row.ts';
import { scanBench } from './scan.ts';
import { isSmoke, size } from './size.ts';
import { startBench } from './start.ts';
import { zplBench } from './zpl.ts';

/**
 * `npm run bench`: every figure that Doca promises, measured now and on this machine, beside its
 * peers. `npm run bench -- --smoke`: a small run of each part, which shows only that it runs.
 */
process.stdout.write(
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}\n`,
);
const parts = {
  Merging: mergeBench,
  Sheets: cropBench,
  ZPL: zplBench,
  Printing: printingBench,
  'One at a time': scanBench,
  'The start': startBench,
  'The window, built, in Chromium': rendererBench,
  'Whole jobs over the training ERP': jobBench,
  'Paper while labels are fetched': loadingBench,
  'Large groupings': largeJobBench,
  'Several stations': floorBench,
  'Hostile labels': hostileBench,
} satisfies Readonly<Record<string, () => Promise<readonly BenchRow[]>>>;
if (isSmoke)
  process.stdout.write('Small runs, to see that all is there: the figures say nothing.\n');
const waiting = Object.entries(parts);
// Figures need the machine for themselves.
await Promise.all(Array.from({ length: size(1, 3) }, measureWaiting));

async function measureWaiting(): Promise<void> {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const [title, measure] = part;
    const startedMs = performance.now();
    const rows = await measure();
    printRows(`${title} (${((performance.now() - startedMs) / 1000).toFixed(0)} s)`, rows);
  }
}

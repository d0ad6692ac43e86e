import { fork } from 'node:child_process';
import { join } from 'node:path';
import { buildWhenNeeded } from '../../scripts/build-when-needed.ts';
import { benchRow, type BenchRow } from './row.ts';
import type { RendererFigures } from './renderer-figures.ts';

/** The window with 2,000 shipments, measured in Chromium on the built app. */
export async function rendererBench(): Promise<BenchRow[]> {
  if (buildWhenNeeded() !== 0) throw new Error('the build failed');
  const { firstRowsMs, openMs, filterMs, frameMs, startBytes } = await measure();
  const keyMs = quantile(filterMs, 0.95);
  const longestFrameMs = Math.max(...frameMs);
  const startKb = startBytes / 1024;
  const ms = (value: number): string => `${value.toFixed(0)} ms`;
  return [
    benchRow(
      '2,000 shipments: data there to first rows painted',
      ms(firstRowsMs),
      'at most 300 ms',
      firstRowsMs <= 300,
    ),
    benchRow(
      '2,000 shipments: asked for to first rows painted, ERP and journal included',
      ms(openMs),
    ),
    benchRow(
      `2,000 shipments: filter key to painted, p95 of ${filterMs.length}`,
      `${ms(keyMs)} (median ${ms(quantile(filterMs, 0.5))}, slowest ${ms(Math.max(...filterMs))})`,
      'at most 50 ms',
      keyMs <= 50,
    ),
    benchRow(
      `2,000 shipments: longest frame of ${frameMs.length} while scrolling`,
      `${ms(longestFrameMs)} (median ${ms(quantile(frameMs, 0.5))})`,
      'at most 50 ms',
      longestFrameMs <= 50,
    ),
    benchRow(
      'JavaScript at the start, gzip',
      `${startKb.toFixed(1)} KB`,
      'at most 90 KB',
      startKb <= 90,
    ),
  ];
}

function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

function measure(): Promise<RendererFigures> {
  const script = join(import.meta.dirname, '../e2e/support/renderer-bench.ts');
  const child = fork(script, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  return new Promise((resolve, reject) => {
    child.once('message', (figures) => resolve(figures as RendererFigures));
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`the measuring process ended with code ${String(code)}`)),
    );
  });
}

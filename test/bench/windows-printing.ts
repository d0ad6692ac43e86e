import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Desk } from '../../src/main/printing/windows/process/desk.ts';
import type { Device } from '../../src/main/printing/windows/process/placement.ts';
import { LabelBench } from '../support/label-bench.ts';
import { startFaultySandbox } from '../support/faulty-erp/index.ts';
import { ForgetfulWindows } from '../printing/windows/fake-windows.ts';
import { benchRow } from './row.ts';
import type { BenchRow } from './row.ts';
import { groupingIdOf } from '../../src/training-erp/index.ts';
import { size } from './size.ts';

/** A label of 100 × 150 mm at 300 dpi. */
const device: Device = {
  ...{ dpiX: 300, dpiY: 300, bitsPerDot: 1, offsetX: 0, offsetY: 0 },
  ...{ width: 1181, height: 1772, paperWidth: 1181, paperHeight: 1772 },
};
const many = size(50, 2);

/**
 * Measures Doca's own time between print request and spooler on Windows, with a driver that accepts
 * everything and stores nothing. `npm run test:windows` measures it with Windows' own spooler.
 */
export async function windowsPrintingRows(folder: string): Promise<BenchRow[]> {
  const paths = await writeBooks(folder);
  const desk = new Desk(new ForgetfulWindows(device));
  await print(desk, paths.one);
  const oneMs = Math.min(...(await repeat(5, () => print(desk, paths.one))));
  const manyMs = await print(desk, paths.many);
  return [
    benchRow(
      '1 PDF label drawn for a driver of Windows at 300 dpi',
      `${oneMs.toFixed(0)} ms`,
      '250 ms',
      oneMs <= 250,
    ),
    benchRow(`${many} PDF labels in one job, the same way`, `${manyMs.toFixed(0)} ms`),
  ];
}

async function writeBooks(
  folder: string,
): Promise<{ readonly one: string; readonly many: string }> {
  const sandbox = await startFaultySandbox({ formats: ['pdf'], shipments: many });
  const bench = new LabelBench();
  try {
    const labels: string[] = [];
    for (let place = 0; place < many; place += 1)
      labels.push(await bench.accept(await sandbox.labelBytes(groupingIdOf(0), place)));
    const paths = { one: join(folder, 'windows-1.pdf'), many: join(folder, 'windows-many.pdf') };
    writeFileSync(paths.one, await bench.pdf(labels.slice(0, 1)));
    writeFileSync(paths.many, await bench.pdf(labels));
    return paths;
  } finally {
    await sandbox.close();
    bench.close();
  }
}

async function repeat(times: number, measure: () => Promise<number>): Promise<number[]> {
  const all: number[] = [];
  for (let time = 0; time < times; time += 1) all.push(await measure());
  return all;
}

/** How long it took (ms). */
async function print(desk: Desk, path: string): Promise<number> {
  const start = performance.now();
  const file = {
    path,
    kind: 'pdf',
    title: 'bench',
    copies: 1,
    paper: { widthMm: 100, heightMm: 150 },
  } as const;
  const opened = await desk.answer({ type: 'open', printer: 'bench', file });
  if (opened.type !== 'opened') throw new Error(JSON.stringify(opened));
  for (;;) {
    const sent = await desk.answer({ type: 'send' });
    if (sent.type !== 'sent') throw new Error(JSON.stringify(sent));
    if (sent.isWhole) return performance.now() - start;
  }
}

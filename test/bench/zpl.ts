import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLabelBook } from '../../src/main/labels/index.ts';
import type { LabelBook } from '../../src/main/labels/index.ts';
import { startFaultySandbox } from '../support/faulty-erp/index.ts';
import { startLabelProcess } from '../support/label-process/url.ts';
import { benchRow } from './row.ts';
import type { BenchRow } from './row.ts';
import { size } from './size.ts';

const forZplPrinters = size(300, 4);
const drawnLabels = size(100, 2);

/** Labels in ZPL: the time for a ZPL printer, which needs no drawing, and for any other printer. */
export async function zplBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'doca-bench-'));
  try {
    const paths = await writeLabels(folder, forZplPrinters);
    const rawMs = await timeLastByte(folder, paths, 'zpl');
    const startedAtMs = performance.now();
    const drawnMs = await timeLastByte(folder, paths.slice(0, drawnLabels), 'pdf');
    const perSecond = (drawnLabels * 1000) / (performance.now() - startedAtMs);
    return [
      benchRow(
        `${forZplPrinters} ZPL labels for a ZPL printer: last byte to printable file`,
        `${rawMs.toFixed(0)} ms`,
        'at most 100 ms',
        rawMs <= 100,
      ),
      benchRow(
        `${drawnLabels} ZPL labels for an ordinary printer, all there at once: drawn on ${cpus().length} cores`,
        `${perSecond.toFixed(1)} labels/s, the first to the last ${(drawnMs / 1000).toFixed(1)} s`,
        'at least 25 labels/s',
        perSecond >= 25,
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeLabels(folder: string, count: number): Promise<readonly string[]> {
  const sandbox = await startFaultySandbox({ shipments: count, formats: ['zpl'] });
  mkdirSync(join(folder, 'labels'));
  const paths: string[] = [];
  for (let shipment = 0; shipment < count; shipment += 1) {
    const path = join(folder, 'labels', `${shipment}.zpl`);
    writeFileSync(path, await sandbox.labelBytes(sandbox.firstGroupingId, shipment));
    paths.push(path);
  }
  await sandbox.close();
  return paths;
}

/**
 * For a ZPL printer the clock starts with the last label; for a PDF with the first, since all are
 * there.
 */
async function timeLastByte(
  folder: string,
  paths: readonly string[],
  kind: 'zpl' | 'pdf',
): Promise<number> {
  const book = createLabelBook({
    startProcess: startLabelProcess,
    spillDir: join(folder, 'spill'),
  });
  const entries = paths.map((path) => ({ path }));
  for (const path of paths.slice(0, kind === 'zpl' ? -1 : 0)) await prepare(book, path);
  const startedAtMs = performance.now();
  const rest = kind === 'zpl' ? paths.slice(-1) : paths;
  await Promise.all(rest.map((path) => prepare(book, path)));
  const written =
    kind === 'zpl'
      ? await book.writeZpl(entries, join(folder, 'out.zpl'))
      : await book.writePdf(entries, join(folder, 'out.pdf'));
  const ms = performance.now() - startedAtMs;
  await book.close();
  if (!written.ok) throw new Error(written.fault.kind);
  return ms;
}

async function prepare(book: LabelBook, path: string): Promise<void> {
  const prepared = await book.prepare(path);
  if (!prepared.ok) throw new Error(prepared.fault.kind);
}

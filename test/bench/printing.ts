import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { createLabelBook } from '../../src/main/labels/index.ts';
import { createCupsSystem, createNetworkPrinters } from '../../src/main/printing/index.ts';
import type { Printer } from '../../src/main/printing/index.ts';
import { findLabelEnds } from '../../src/main/zpl/index.ts';
import { startFaultySandbox } from '../support/faulty-erp/index.ts';
import { startLabelProcess } from '../support/label-process/url.ts';
import { cupsTools, startCups } from '../support/cups.ts';
import { startNetworkPrinter } from '../support/network-printer.ts';
import type { SimulatedPrinter } from '../support/network-printer.ts';
import { heavyLabel, labelKit } from '../support/pdf-heavy-label.ts';
import { hasTool } from '../support/tools.ts';
import { rasteriserRows } from './rasteriser.ts';
import { benchRow } from './row.ts';
import type { BenchRow } from './row.ts';
import { windowsPrintingRows } from './windows-printing.ts';
import { groupingIdOf } from '../../src/training-erp/index.ts';
import { size } from './size.ts';

const many = size(300, 4);
const labelsPerJob = size(50, 2);
const rounds = size(3, 1);
const paper = { widthMm: 100, heightMm: 150 };

/** Makes the file to print of the first labels; the clock runs while it does. */
type MakeFile = (count: number) => Promise<string>;

interface FirstByte {
  readonly ms: number;
  readonly bytes: number;
}

/**
 * From *Print* to the first byte at the printer: Doca, and pdf-lib's plain merge, through the same
 * queue and driver.
 */
export async function printingBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'doca-bench-print-'));
  try {
    const throughCups = cupsTools.every(hasTool) ? await cupsRows(folder) : [];
    return [
      ...throughCups,
      await networkRow(folder),
      ...(await rasteriserRows(folder)),
      ...(await windowsPrintingRows(folder)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function cupsRows(folder: string): Promise<BenchRow[]> {
  const paths = await writeLabels(folder);
  const cups = await startCups();
  const printer = await startNetworkPrinter({ answersStatus: false });
  cups.addQueue('label-printer', printer.port, 'drv:///sample.drv/zebra.ppd');
  const system = createCupsSystem({ env: cups.env, timing: { pollMs: 50 } });
  const book = createLabelBook({
    startProcess: startLabelProcess,
    spillDir: join(folder, 'spill'),
  });
  // As in a job: labels are read when they arrive, long before the print.
  for (const path of paths) await book.prepare(path);

  const ours: MakeFile = async (count) => {
    const written = await book.writePdf(
      paths.slice(0, count).map((path) => ({ path })),
      join(folder, 'doca.pdf'),
    );
    if (!written.ok) throw new Error(written.fault.kind);
    return written.value.path;
  };
  const plain: MakeFile = async (count) => {
    const document = await PDFDocument.create();
    for (const path of paths.slice(0, count)) {
      const source = await PDFDocument.load(readFileSync(path));
      for (const page of await document.copyPages(source, source.getPageIndices()))
        document.addPage(page);
    }
    const out = join(folder, 'plain.pdf');
    writeFileSync(out, await document.save());
    return out;
  };

  try {
    const queue = system.open('label-printer');
    const measured = (make: MakeFile, count: number): Promise<FirstByte> =>
      median(() => firstByte(queue, printer, make, count));
    const row = (what: string, { ms, bytes }: FirstByte, other: FirstByte | null): BenchRow => {
      const figure = `${ms.toFixed(0)} ms, ${(bytes / 1e6).toFixed(2)} MB`;
      if (other === null) return benchRow(what, figure);
      return benchRow(
        what,
        figure,
        `at most pdf-lib's, ${other.ms.toFixed(0)} ms`,
        ms <= other.ms && bytes <= other.bytes,
      );
    };
    await firstByte(queue, printer, plain, 1);
    const one = { ours: await measured(ours, 1), plain: await measured(plain, 1) };
    const all = {
      plain: await measured(plain, many),
      ours: await measured(ours, many),
      split: await measured(ours, labelsPerJob),
    };
    return [
      row('1 label through CUPS and a driver: print to first byte, bytes spooled', one.ours, null),
      row("1 label: pdf-lib's plain merge", one.plain, null),
      row(`${many} labels in one job`, all.ours, all.plain),
      row(`${many} labels in jobs of ${labelsPerJob} (first job)`, all.split, all.plain),
      row(`${many} labels: pdf-lib's plain merge`, all.plain, null),
    ];
  } finally {
    await book.close();
    system.close();
    await printer.close();
    await cups.close();
  }
}

/**
 * The file is made and printed; once the first byte is there the job is cancelled, for the paper is
 * not measured.
 */
async function firstByte(
  queue: Printer,
  printer: SimulatedPrinter,
  make: MakeFile,
  count: number,
): Promise<FirstByte> {
  // The data that the last job's backend had sent before it was stopped still has to drain.
  await new Promise((resolve) => setTimeout(resolve, 150));
  printer.forget();
  const stop = new AbortController();
  const start = performance.now();
  const path = await make(count);
  const printed = queue.print({ path, kind: 'pdf', title: 'bench', paper }, stop.signal);
  while (printer.firstByteAtMs === null) await new Promise((resolve) => setTimeout(resolve, 2));
  const ms = printer.firstByteAtMs - start;
  stop.abort();
  await printed;
  return { ms, bytes: statSync(path).size };
}

async function networkRow(folder: string): Promise<BenchRow> {
  const sandbox = await startFaultySandbox({ formats: ['zpl'], shipments: many });
  const labels = await Promise.all(
    Array.from({ length: many }, (_, place) => sandbox.labelBytes(groupingIdOf(0), place)),
  );
  await sandbox.close();
  const path = join(folder, 'labels.zpl');
  const file = Buffer.concat(labels);
  writeFileSync(path, file);
  const labelEnds = findLabelEnds(file);
  const printer = await startNetworkPrinter();
  const target = createNetworkPrinters({ timing: { pollMs: 2 } }).at({
    name: 'bench',
    host: '127.0.0.1',
    port: printer.port,
  });
  const start = performance.now();
  const result = await target.print({ path, kind: 'zpl', title: 'bench', labelEnds });
  const wholeMs = performance.now() - start;
  const firstMs = (printer.firstByteAtMs ?? Number.NaN) - start;
  await printer.close();
  if (!result.ok || printer.paper.length !== many) throw new Error('not all labels were printed');
  const megabytes = (printer.received().length / 1e6).toFixed(2);
  return benchRow(
    `${many} ZPL labels over TCP: print to first byte, to the last label confirmed, bytes`,
    `${firstMs.toFixed(0)} ms, ${wholeMs.toFixed(0)} ms, ${megabytes} MB`,
  );
}

async function writeLabels(folder: string): Promise<readonly string[]> {
  const kit = await labelKit();
  mkdirSync(join(folder, 'labels'));
  return Array.from({ length: many }, (_, index) => {
    const path = join(folder, 'labels', `${index}.pdf`);
    writeFileSync(path, heavyLabel(kit, index));
    return path;
  });
}

async function median(measure: () => Promise<FirstByte>): Promise<FirstByte> {
  const all: FirstByte[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await measure());
  const middle = all.toSorted((a, b) => a.ms - b.ms)[Math.floor(rounds / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}

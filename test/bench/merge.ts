import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PDFDocument } from 'pdf-lib';
import { createLabelBook, LabelProcesses } from '../../src/main/labels/index.ts';
import { Pool } from '../../src/main/dispatch/collect/pool.ts';
import { startLabelProcess } from '../support/label-process/url.ts';
import { heavyLabel, labelKit } from '../support/pdf-heavy-label.ts';
import { hasTool } from '../support/tools.ts';
import { foreignRows } from './foreign-merge.ts';
import { benchRow } from './row.ts';
import type { MergePeaks } from './programs/merge-process.ts';
import type { BenchRow } from './row.ts';

const labels = 300;
const manyLabels = 2000;
const rounds = 5;
/** As in `dispatch/collect`. */
const shipmentsUnderWay = 64;
/** An answer of the ERP and one of a label host, a third of a second each, come before a grouping's first label. */
const firstLabelMs = 700;
const smallestPeer = 'mutool merge, garbage=4,compress';

interface Merge {
  readonly seconds: number;
  readonly bytes: number;
}

interface JobMerge {
  readonly whole: Merge;
  readonly lastByteMs: number;
}

/** Merging labels of 230 KB, each with a whole font and a logo: Doca beside its peers, on the same files. */
export async function mergeBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'doca-bench-'));
  try {
    const paths = await writeLabels(folder, manyLabels);
    const few = paths.slice(0, labels);
    const out = join(folder, 'out.pdf');
    const peers = await peerMerges(few, out);
    const ours: JobMerge[] = [];
    const laterSeconds: number[] = [];
    const singleSeconds: number[] = [];
    const mutoolSeconds: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [first, later] = await mergeInTurn(folder, few, out);
      ours.push(first);
      laterSeconds.push(later.whole.seconds);
      singleSeconds.push((await mergeOnce(folder, few, out, 'one-by-one')).whole.seconds);
      const mutool = toolMerge('mutool', ['merge', '-o', out, ...few], out);
      if (mutool !== null) mutoolSeconds.push(mutool.seconds);
    }
    const mutool = mutoolSeconds.length > 0 ? median(mutoolSeconds) : null;
    const smallest = peers.get(smallestPeer)?.bytes ?? null;
    const seconds = median(ours.map(({ whole }) => whole.seconds));
    const lastByteMs = median(ours.map((round) => round.lastByteMs));
    const bytes = ours[0]?.whole.bytes ?? 0;
    const peaks = measurePeaks(folder, manyLabels);
    const inputMb = few.reduce((sum, path) => sum + statSync(path).size, 0) / 1e6;
    return [
      benchRow(
        `${labels} labels, ${inputMb.toFixed(0)} MB: size of Doca's PDF`,
        megabytes(bytes),
        smallest === null ? null : `less than mutool's smallest, ${megabytes(smallest)}`,
        smallest === null ? null : bytes < smallest,
      ),
      benchRow(
        `${labels} labels: Doca's merge, a day's first grouping, median of ${rounds}`,
        `${seconds.toFixed(2)} s`,
        mutool === null ? null : `less than mutool's, ${mutool.toFixed(2)} s in the same rounds`,
        mutool === null ? null : seconds < mutool,
      ),
      benchRow(
        `${labels} labels: the day's fifth grouping, by the same process`,
        `${median(laterSeconds).toFixed(2)} s`,
        mutool === null ? null : `less than mutool's, ${mutool.toFixed(2)} s`,
        mutool === null ? null : median(laterSeconds) < mutool,
      ),
      benchRow(
        `${labels} labels: the same, each asked for when the one before it was read`,
        `${median(singleSeconds).toFixed(2)} s`,
      ),
      benchRow(
        `${labels} labels: last label byte to printable file, median of ${rounds}`,
        `${lastByteMs.toFixed(0)} ms`,
        'at most 100 ms',
        lastByteMs <= 100,
      ),
      ...[...peers].map(([name, merge]) =>
        benchRow(`${labels} labels: ${name}`, `${merge.seconds.toFixed(2)} s, ${megabytes(merge.bytes)}`),
      ),
      benchRow(
        `${manyLabels} labels, their codes read as well: peak memory of the label process`,
        `${peaks.labels.toFixed(0)} MB`,
        'at most 350 MB',
        peaks.labels <= 350,
      ),
      benchRow(`${manyLabels} labels: of the code process`, `${peaks.codes.toFixed(0)} MB`),
      ...(await foreignRows(join(folder, 'foreign'))),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeLabels(folder: string, count: number): Promise<readonly string[]> {
  const kit = await labelKit();
  mkdirSync(join(folder, 'labels'));
  return Array.from({ length: count }, (_, index) => {
    const path = labelPath(folder, index);
    writeFileSync(path, heavyLabel(kit, index));
    return path;
  });
}

function labelPath(folder: string, index: number): string {
  return join(folder, 'labels', `${index}.pdf`);
}

/** Five groupings one after the other: the first and the last of them. */
async function mergeInTurn(folder: string, paths: readonly string[], out: string): Promise<[JobMerge, JobMerge]> {
  const processes = new LabelProcesses(startLabelProcess);
  const first = await mergeOnce(folder, paths, out, 'at-once', processes.start);
  let last = first;
  for (let time = 2; time <= 5; time += 1) last = await mergeOnce(folder, paths, out, 'at-once', processes.start);
  await processes.close();
  return [first, last];
}

/**
 * One job, from its first label to the printable file; the label process is started before that, as it is while a job
 * still asks for its first label. All labels but one lie on the disk, as they do for the peers, and are asked for as many at once as
 * a job has shipments under way; the clock for the last byte starts when these are read.
 */
async function mergeOnce(
  folder: string,
  paths: readonly string[],
  out: string,
  manner: 'at-once' | 'one-by-one',
  startProcess = startLabelProcess,
): Promise<JobMerge> {
  const book = createLabelBook({ startProcess, spillDir: join(folder, 'spill') });
  book.warmUp();
  await setTimeout(firstLabelMs);
  const start = performance.now();
  const prepare = async (path: string): Promise<void> => {
    const prepared = await book.prepare(path);
    if (!prepared.ok) throw new Error(prepared.fault.kind);
  };
  const [first, last] = [paths.slice(0, -1), paths.slice(-1)];
  const pool = new Pool(manner === 'at-once' ? shipmentsUnderWay : 1);
  await Promise.all(first.map((path) => pool.run(() => prepare(path))));
  const lastByteAt = performance.now();
  for (const path of last) await prepare(path);
  const written = await book.writePdf(
    paths.map((path) => ({ path })),
    out,
  );
  const end = performance.now();
  await book.close();
  if (!written.ok) throw new Error(written.fault.kind);
  return { whole: { seconds: (end - start) / 1000, bytes: written.value.bytes }, lastByteMs: end - lastByteAt };
}

async function peerMerges(paths: readonly string[], out: string): Promise<Map<string, Merge>> {
  const peers = new Map<string, Merge>();
  const tools: readonly (readonly [string, string, readonly string[]])[] = [
    ['qpdf', 'qpdf', ['--empty', '--pages', ...paths, '--', out]],
    ['pdfunite', 'pdfunite', [...paths, out]],
    ['mutool merge', 'mutool', ['merge', '-o', out, ...paths]],
    [smallestPeer, 'mutool', ['merge', '-o', out, '-O', 'garbage=4,compress', ...paths]],
    ['Ghostscript', 'gs', ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', `-o${out}`, ...paths]],
  ];
  for (const [name, command, args] of tools) {
    const merge = toolMerge(command, args, out);
    if (merge !== null) peers.set(name, merge);
  }
  const start = performance.now();
  const document = await PDFDocument.create();
  for (const path of paths) {
    const source = await PDFDocument.load(readFileSync(path));
    for (const page of await document.copyPages(source, source.getPageIndices())) document.addPage(page);
  }
  writeFileSync(out, await document.save());
  return peers.set('pdf-lib copyPages', { seconds: (performance.now() - start) / 1000, bytes: statSync(out).size });
}

/** One run of another merger; null where it is not installed. */
function toolMerge(command: string, args: readonly string[], out: string): Merge | null {
  if (!hasTool(command)) return null;
  const start = performance.now();
  execFileSync(command, args, { stdio: 'ignore' });
  return { seconds: (performance.now() - start) / 1000, bytes: statSync(out).size };
}

function measurePeaks(folder: string, count: number): MergePeaks {
  const script = fileURLToPath(new URL('./programs/merge-process.ts', import.meta.url));
  const args = ['--disable-warning=ExperimentalWarning', script, folder, String(count)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as MergePeaks;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PDFDocument } from 'pdf-lib';
import { Pool } from '../../../src/main/dispatch/collect/pool.ts';
import { heavyLabel, labelKit } from '../../support/pdf-heavy-label.ts';
import { hasTool } from '../../support/tools.ts';
import { LabelDesk } from './label-desk.ts';
import { readEndedCpuSeconds } from './process-tree.ts';

const few = 300;
const many = 2000;
const rounds = 5;
/** As in `dispatch/collect`. */
const shipmentsUnderWay = 64;
/** An answer of the ERP and one of a label host, a third of a second each, come before a grouping's first label. */
const firstLabelMs = 700;

interface Merge {
  readonly seconds: number;
  /** Of all processes; the start of a label process is not in it, as that of a peer is. */
  readonly cpuSeconds: number;
  readonly bytes: number;
}

interface OwnMerge extends Merge {
  readonly lastByteMs: number;
  /** What the label process took before the first label was there. */
  readonly startCpuSeconds: number;
  readonly largestMb: number;
}

export interface MergeFigures {
  readonly inputBytes: number;
  /** The medians of the rounds. */
  readonly own: OwnMerge;
  /** The same labels by the process that has merged them before. */
  readonly again: OwnMerge;
  readonly isClean: boolean | null;
  readonly peers: Readonly<Record<string, Merge>>;
  readonly many: { readonly labels: number; readonly peakMb: number; readonly seconds: number; readonly bytes: number };
}

/** Merging labels of 230 KB, each with a whole font and a logo: Doca beside its peers, on the same files. */
export async function measureMerge(folder: string): Promise<MergeFigures> {
  const paths = await writeLabels(folder);
  const out = join(folder, 'out.pdf');
  const labels = paths.slice(0, few);
  const own: OwnMerge[] = [];
  const again: OwnMerge[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const desk = new LabelDesk();
    own.push(await mergeOnce(desk, labels, out));
    again.push(await mergeOnce(desk, labels, out));
    await desk.close();
  }
  const isClean = hasTool('qpdf') ? spawnSync('qpdf', ['--check', out]).status === 0 : null;
  const peers = await mergeWithPeers(labels, out);
  return {
    inputBytes: labels.reduce((sum, path) => sum + statSync(path).size, 0),
    own: takeMedians(own),
    again: takeMedians(again),
    isClean,
    peers,
    many: await mergeMany(paths, out),
  };
}

async function mergeMany(paths: readonly string[], out: string): Promise<MergeFigures['many']> {
  const desk = new LabelDesk();
  const { largestMb, seconds, bytes } = await mergeOnce(desk, paths, out);
  await desk.close();
  return { labels: paths.length, peakMb: largestMb, seconds, bytes };
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

/**
 * One job, from its first label to the printable file; the label process is started before that, as it is while a job
 * still asks for its first label. All labels but one lie on the disk, as they do for the peers, and are asked for as many at
 * once as a job has shipments under way; the clock for the last byte starts when these are read.
 */
async function mergeOnce(desk: LabelDesk, paths: readonly string[], out: string): Promise<OwnMerge> {
  const book = desk.openBook();
  desk.tree.watch();
  const beforeStart = desk.tree.cpuSeconds;
  book.warmUp();
  await setTimeout(firstLabelMs);
  desk.tree.look();
  const before = desk.tree.cpuSeconds;
  const startMs = performance.now();
  const prepare = async (path: string): Promise<void> => {
    const prepared = await book.prepare(path);
    if (!prepared.ok) throw new Error(`${path}: ${prepared.fault.kind}`);
  };
  const pool = new Pool(shipmentsUnderWay);
  await Promise.all(paths.slice(0, -1).map((path) => pool.run(() => prepare(path))));
  const lastByteAtMs = performance.now();
  for (const path of paths.slice(-1)) await prepare(path);
  const entries = paths.map((path) => ({ path }));
  const written = await book.writePdf(entries, out);
  const endMs = performance.now();
  desk.tree.stop();
  await book.close();
  if (!written.ok) throw new Error(written.fault.kind);
  if (written.value.pages !== paths.length) throw new Error(`${written.value.pages} pages of ${paths.length} labels`);
  return {
    seconds: (endMs - startMs) / 1000,
    cpuSeconds: desk.tree.cpuSeconds - before,
    startCpuSeconds: before - beforeStart,
    bytes: written.value.bytes,
    lastByteMs: endMs - lastByteAtMs,
    largestMb: desk.tree.largestMb,
  };
}

async function mergeWithPeers(paths: readonly string[], out: string): Promise<Record<string, Merge>> {
  const tools: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
    ['mutool merge', 'mutool', ['merge', '-o', out, ...paths]],
    ['mutool merge, garbage=4,compress', 'mutool', ['merge', '-o', out, '-O', 'garbage=4,compress', ...paths]],
    ['qpdf', 'qpdf', ['--empty', '--pages', ...paths, '--', out]],
    ['pdfunite', 'pdfunite', [...paths, out]],
    ['Ghostscript', 'gs', ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', `-o${out}`, ...paths]],
  ];
  const peers: Record<string, Merge> = {};
  for (const [name, command, args] of tools) if (hasTool(command)) peers[name] = mergeWithTool(command, args, out);
  return { ...peers, 'pdf-lib copyPages': await mergeWithPdfLib(paths, out) };
}

function mergeWithTool(command: string, args: readonly string[], out: string): Merge {
  const startMs = performance.now();
  const before = readEndedCpuSeconds();
  execFileSync(command, args, { stdio: 'ignore' });
  const cpuSeconds = readEndedCpuSeconds() - before;
  return { seconds: (performance.now() - startMs) / 1000, cpuSeconds, bytes: statSync(out).size };
}

async function mergeWithPdfLib(paths: readonly string[], out: string): Promise<Merge> {
  const startMs = performance.now();
  const before = process.cpuUsage();
  const document = await PDFDocument.create();
  for (const path of paths) {
    const source = await PDFDocument.load(readFileSync(path));
    for (const page of await document.copyPages(source, source.getPageIndices())) document.addPage(page);
  }
  writeFileSync(out, await document.save());
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - startMs) / 1000;
  return { seconds, cpuSeconds: (user + system) / 1e6, bytes: statSync(out).size };
}

function takeMedians(merges: readonly OwnMerge[]): OwnMerge {
  const take = (of: keyof OwnMerge): number =>
    merges.map((merge) => merge[of]).toSorted((a, b) => a - b)[rounds >> 1] ?? Number.NaN;
  return {
    seconds: take('seconds'),
    cpuSeconds: take('cpuSeconds'),
    startCpuSeconds: take('startCpuSeconds'),
    bytes: take('bytes'),
    lastByteMs: take('lastByteMs'),
    largestMb: take('largestMb'),
  };
}

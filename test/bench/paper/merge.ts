import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Pool } from '../../../src/main/dispatch/collect/pool.ts';
import { heavyLabel, labelKit } from '../../support/pdf-heavy-label.ts';
import { randomBytes } from '../../support/pdf-random.ts';
import { drawing, onePage, stream } from '../../support/pdf-raw.ts';
import { hasTool } from '../../support/tools.ts';
import { LabelDesk } from './label-desk.ts';
import { readEndedCpuSeconds } from './process-tree.ts';
import { size } from '../size.ts';
import type { PlainMerge } from '../programs/plain-merge-process.ts';
import type { ReadFigures } from '../programs/read-process.ts';

export const labelCounts = { few: size(300, 3), many: size(2000, 6) };
const rounds = size(5, 1);
export const smallestPeer = 'mutool merge, garbage=4,compress';
/** As in `dispatch/collect`. */
const shipmentsUnderWay = 64;
/**
 * An answer of the ERP and one of a label host, a third of a second each, come before a grouping's
 * first label.
 */
const firstLabelMs = size(700, 50);

interface Merge {
  readonly seconds: number;
  /** Of all processes; the start of a label process is not in it, as that of a peer is. */
  readonly cpuSeconds: number;
  readonly bytes: number;
}

interface OwnMerge extends Merge {
  readonly pages: number;
  readonly lastByteMs: number;
  /** The label process's time before its first label. */
  readonly startCpuSeconds: number;
  readonly largestMb: number;
}

export interface MergeFigures {
  readonly inputBytes: number;
  /** Of the rounds, the one in the middle. */
  readonly own: OwnMerge;
  /** The same labels again, as the day's fifth grouping. */
  readonly fifth: OwnMerge;
  /** Of all groupings of all days, the one in the middle. */
  readonly lastByteMs: number;
  /** Processor for the same without any drawing. */
  readonly undrawnCpuSeconds: number;
  /** pdf-lib's plain merge in the same rounds: the same engine without Doca's reading. */
  readonly plain: Merge;
  readonly isClean: boolean | null;
  readonly peers: Readonly<Record<string, Merge>>;
  readonly many: ManyMerge;
  /** As many, each with a picture of its own that does not compress. */
  readonly pictures: ManyMerge;
}

interface ManyMerge {
  readonly labels: number;
  readonly peakMb: number;
  readonly seconds: number;
  readonly bytes: number;
  readonly lastByteMs: number;
}

/**
 * Merging labels of 230 KB, each with a whole font and a logo: Doca beside its peers, on the same
 * files.
 */
export async function measureMerge(folder: string): Promise<MergeFigures> {
  const paths = await writeLabels(folder);
  const out = join(folder, 'out.pdf');
  const labels = paths.slice(0, labelCounts.few);
  const days: Day[] = [];
  const mutool: Merge[] = [];
  const plain: Merge[] = [];
  const undrawn: number[] = [];
  let isClean: boolean | null = null;
  for (let round = 0; round < rounds; round += 1) {
    days.push(await mergeDay(labels, out));
    if (hasTool('qpdf')) isClean = spawnSync('qpdf', ['--check', out]).status === 0;
    // In the same rounds: a machine is busier at one time than at another.
    if (hasTool('mutool'))
      mutool.push(mergeWithTool('mutool', ['merge', '-o', out, ...labels], out));
    plain.push(mergeWithPdfLib(labels, out));
    undrawn.push(readInProcess('undrawn', folder, labels, out).cpuSeconds);
  }
  return {
    inputBytes: labels.reduce((sum, path) => sum + statSync(path).size, 0),
    own: takeMedian(days.map(({ first }) => first)),
    fifth: takeMedian(days.map(({ fifth }) => fifth)),
    lastByteMs: takeMiddle(days.flatMap((day) => day.lastByteMs)),
    undrawnCpuSeconds: Math.min(...undrawn),
    plain: takeMedian(plain),
    isClean,
    peers: {
      ...(mutool.length > 0 && { 'mutool merge': takeMedian(mutool) }),
      'pdf-lib copyPages': takeMedian(plain),
      ...mergeWithPeers(labels, out),
    },
    many: await mergeMany(paths, out),
    pictures: await mergeMany(writePictures(folder), out),
  };
}

interface Day {
  readonly first: OwnMerge;
  readonly fifth: OwnMerge;
  /** Of each grouping. */
  readonly lastByteMs: readonly number[];
}

/** Five groupings one after the other, by one process. */
export async function mergeDay(paths: readonly string[], out: string): Promise<Day> {
  const desk = new LabelDesk();
  try {
    const first = await mergeOnce(desk, paths, out);
    const merges = [first];
    for (let time = 2; time <= size(5, 2); time += 1)
      merges.push(await mergeOnce(desk, paths, out));
    const fifth = merges.at(-1) ?? first;
    return { first, fifth, lastByteMs: merges.map(({ lastByteMs }) => lastByteMs) };
  } finally {
    await desk.close();
  }
}

async function mergeMany(paths: readonly string[], out: string): Promise<ManyMerge> {
  const desk = new LabelDesk();
  const { largestMb, seconds, bytes, lastByteMs } = await mergeOnce(desk, paths, out);
  await desk.close();
  return { labels: paths.length, peakMb: largestMb, seconds, bytes, lastByteMs };
}

async function writeLabels(folder: string): Promise<readonly string[]> {
  const kit = await labelKit();
  mkdirSync(join(folder, 'labels'));
  return Array.from({ length: labelCounts.many }, (_, index) => {
    const path = join(folder, 'labels', `${index}.pdf`);
    writeFileSync(path, heavyLabel(kit, index));
    return path;
  });
}

/** Of 50 KB each. */
function writePictures(folder: string): readonly string[] {
  const side = 226;
  const image = `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8`;
  mkdirSync(join(folder, 'pictures'));
  return Array.from({ length: labelCounts.many }, (_, index) => {
    const path = join(folder, 'pictures', `${index}.pdf`);
    const picture = stream(`${image}/ColorSpace/DeviceGray`, randomBytes(side ** 2, index));
    const content = `${drawing} q 200 0 0 200 40 100 cm /Im Do Q`;
    writeFileSync(path, onePage({ content, resources: '/XObject<</Im 6 0 R>>', more: [picture] }));
    return path;
  });
}

/**
 * One job, from its first label to the printable file. The label process is started before that, as
 * it is while a job still requests its first label. All labels but one are on the disk, as for the
 * peers, and as many are read at a time as a job has shipments under way; the clock for the last
 * byte starts when these are read.
 */
async function mergeOnce(
  desk: LabelDesk,
  paths: readonly string[],
  out: string,
): Promise<OwnMerge> {
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
  return {
    seconds: (endMs - startMs) / 1000,
    cpuSeconds: desk.tree.cpuSeconds - before,
    startCpuSeconds: before - beforeStart,
    bytes: written.value.bytes,
    pages: written.value.pages,
    lastByteMs: endMs - lastByteAtMs,
    largestMb: desk.tree.largestMb,
  };
}

function mergeWithPeers(paths: readonly string[], out: string): Record<string, Merge> {
  const tools: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
    [smallestPeer, 'mutool', ['merge', '-o', out, '-O', 'garbage=4,compress', ...paths]],
    ['qpdf', 'qpdf', ['--empty', '--pages', ...paths, '--', out]],
    ['pdfunite', 'pdfunite', [...paths, out]],
    [
      'Ghostscript',
      'gs',
      ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', `-o${out}`, ...paths],
    ],
  ];
  const peers: Record<string, Merge> = {};
  for (const [name, command, args] of tools)
    if (hasTool(command)) peers[name] = mergeWithTool(command, args, out);
  return peers;
}

function mergeWithTool(command: string, args: readonly string[], out: string): Merge {
  const startMs = performance.now();
  const before = readEndedCpuSeconds();
  execFileSync(command, args, { stdio: 'ignore' });
  const cpuSeconds = readEndedCpuSeconds() - before;
  return { seconds: (performance.now() - startMs) / 1000, cpuSeconds, bytes: statSync(out).size };
}

/** In a process of its own, as Doca's merge is: a day's first grouping compiles the code too. */
export function mergeWithPdfLib(paths: readonly string[], out: string): PlainMerge {
  const script = join(import.meta.dirname, '../programs/plain-merge-process.ts');
  const args = ['--disable-warning=ExperimentalWarning', script, out, ...paths];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as PlainMerge;
}

/**
 * Reads and writes in a process of its own. Its start does not count, because a label process is
 * started once and reads all day.
 */
export function readInProcess(
  how: 'drawn' | 'undrawn',
  folder: string,
  paths: readonly string[],
  out: string,
): ReadFigures {
  const script = join(import.meta.dirname, '../programs/read-process.ts');
  const files = [join(folder, 'spill'), out, ...paths];
  const args = ['--disable-warning=ExperimentalWarning', script, how, ...files];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as ReadFigures;
}

export function takeMiddle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/**
 * The run in the middle by its time, with the least processor of any: what other programs do at the
 * same time adds to both.
 */
function takeMedian<T extends Merge>(merges: readonly T[]): T {
  const middle = merges.toSorted((a, b) => a.seconds - b.seconds)[merges.length >> 1];
  if (middle === undefined) throw new Error('nothing was merged');
  return { ...middle, cpuSeconds: Math.min(...merges.map(({ cpuSeconds }) => cpuSeconds)) };
}

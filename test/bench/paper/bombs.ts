import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Pool } from '../../../src/main/dispatch/collect/pool.ts';
import { CrashList, type LabelBook } from '../../../src/main/labels/index.ts';
import { heavyLabel, labelKit } from '../../support/pdf-heavy-label.ts';
import { makeEvilFiles } from './evil-files.ts';
import { LabelDesk, type Loss } from './label-desk.ts';

const each = 98;
/** As in `dispatch/collect`. */
const shipmentsUnderWay = 64;

export interface BombFigures {
  readonly evil: readonly { readonly name: string; readonly end: string; readonly ms: number }[];
  readonly good: number;
  readonly goodOnPaper: number;
  /** The fault of the file with all accepted labels, harmful or not; null if it was written. */
  readonly writeFault: string | null;
  readonly losses: readonly Loss[];
  readonly seconds: number;
  readonly largestMb: number;
  readonly treeMb: number;
  readonly stallP99Ms: number;
  readonly stallMaxMs: number;
}

interface Case {
  readonly path: string;
  readonly name: string;
  readonly isEvil: boolean;
}

/**
 * Measures a job in which every second label is made to exhaust a machine: how many of the others
 * are printed, and the cost.
 */
export async function measureBombs(): Promise<BombFigures> {
  const desk = new LabelDesk();
  try {
    const cases = await writeCases(desk.folder);
    const book = desk.openBook(new CrashList(join(desk.folder, 'killers.json'), 'bench'));
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const startMs = performance.now();
    desk.tree.watch();
    delay.enable();
    const pool = new Pool(shipmentsUnderWay);
    const ends = await Promise.all(cases.map(({ path }) => pool.run(() => prepare(book, path))));
    const accepted = cases.filter((_, index) => ends[index] === null);
    const { onPaper, fault } = await write(book, accepted, join(desk.folder, 'out.pdf'));
    delay.disable();
    desk.tree.stop();
    const seconds = (performance.now() - startMs) / 1000;
    await book.close();
    const evil = cases.flatMap(({ path, name, isEvil }, index) =>
      isEvil ? [{ name, end: ends[index] ?? 'accepted', ms: desk.longestMs.get(path) ?? 0 }] : [],
    );
    const name = (one: Loss): Loss => ({
      ...one,
      path: cases.find(({ path }) => path === one.path)?.name ?? one.path,
    });
    return {
      evil,
      good: each,
      goodOnPaper: onPaper.filter(({ isEvil }) => !isEvil).length,
      writeFault: fault,
      losses: desk.losses.map(name),
      seconds,
      largestMb: desk.tree.largestMb,
      treeMb: desk.tree.treeMb,
      stallP99Ms: delay.percentile(99) / 1e6,
      stallMaxMs: delay.max / 1e6,
    };
  } finally {
    await desk.close();
  }
}

async function writeCases(folder: string): Promise<readonly Case[]> {
  const kit = await labelKit();
  const evil = await makeEvilFiles(each);
  if (evil.length < each) throw new Error(`only ${evil.length} evil files`);
  return evil.flatMap(({ name, bytes }, index) => {
    const pair: readonly Case[] = [
      { path: join(folder, `${index}.evil`), name, isEvil: true },
      { path: join(folder, `${index}.good`), name: `good ${index}`, isEvil: false },
    ];
    for (const { path, isEvil } of pair)
      writeFileSync(path, isEvil ? bytes : heavyLabel(kit, index));
    return pair;
  });
}

/** Returns the fault of a label; null if it may be printed. */
async function prepare(book: LabelBook, path: string): Promise<string | null> {
  try {
    const prepared = await book.prepare(path);
    const drawn = prepared.ok ? await book.draw(path) : prepared;
    return drawn.ok ? null : drawn.fault.kind;
  } catch (error) {
    return `defect: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/**
 * Writes all accepted labels into one file, as a job does; if that fails, none of them is printed.
 */
async function write(
  book: LabelBook,
  accepted: readonly Case[],
  out: string,
): Promise<{ readonly onPaper: readonly Case[]; readonly fault: string | null }> {
  const written = await book.writePdf(accepted, out);
  if (!written.ok)
    return { onPaper: [], fault: `${written.fault.kind}: ${written.fault.detail ?? ''}` };
  const pages = written.value.entryPages ?? [];
  return { onPaper: accepted.filter((_, index) => (pages[index] ?? 0) > 0), fault: null };
}

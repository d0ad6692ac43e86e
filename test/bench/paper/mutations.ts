import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GrayBitmap } from '../../../src/main/drawing/dots.ts';
import { Random } from '../../../src/training-erp/data/random.ts';
import { compareTurned, measureLostInk } from './compare.ts';
import { damages } from './damage.ts';
import { bringToPaper, findPdfs, type OnPaper } from './foreign.ts';
import { LabelDesk, type Loss, type Slowest } from './label-desk.ts';
import { drawFirstPage } from './viewers.ts';

/** Fine enough that a line of small print is more than the share that may be lost. */
const longerSide = 800;
const lostAbove = 0.005;
const otherAbove = 0.005;
/** Copies of larger files take long to make and to read, and find no more defects. */
const maxBytes = 2_000_000;

export const mutationEnds = [
  'refused',
  'accepted, same',
  'accepted, drawn otherwise, with note',
  'accepted, drawn otherwise, without note',
  'accepted, lost, with note',
  'accepted, lost, without note',
  'defect or process lost',
] as const;
type End = (typeof mutationEnds)[number];

interface Mutation {
  readonly seed: number;
  readonly path: string;
  readonly damage: string;
  readonly end: End;
  readonly fault: string | null;
  readonly detail: string | null;
  readonly lostInk: number;
  readonly differing: number;
  /**
   * For a bad one: the ink that a viewer loses that draws the damaged copy directly, which shows
   * whose loss it is.
   */
  readonly viewerLostInk: number | null;
}

export interface MutationFigures {
  readonly mutations: readonly Mutation[];
  /** The number of files of which damaged copies were made, of those that were examined. */
  readonly sources: number;
  readonly unfit: number;
  readonly losses: readonly Loss[];
  readonly slowest: Slowest;
}

interface Source {
  readonly bytes: Buffer;
  readonly pages: number;
  readonly drawn: GrayBitmap;
}

export interface MutationOptions {
  readonly count: number;
  readonly seed: number;
  /**
   * A folder for the copies that were accepted and lost something without a note, or that took the
   * process with them.
   */
  readonly keep: string | null;
}

/**
 * Reads damaged copies of the PDFs of a folder: a label of which something is gone must be refused,
 * or noted as mended. Held against the page of the undamaged file, which must come through whole
 * itself.
 */
export async function measureMutations(
  folder: string,
  options: MutationOptions,
): Promise<MutationFigures> {
  const desk = new LabelDesk();
  try {
    const sources = new Sources(desk, folder);
    const mutations: Mutation[] = [];
    for (let seed = options.seed; seed < options.seed + options.count; seed += 1) {
      mutations.push(await readDamaged(desk, sources, seed, options.keep));
    }
    return { mutations, ...sources.counts, losses: desk.losses, slowest: desk.slowest };
  } finally {
    await desk.close();
  }
}

/** The files to damage: each is read and drawn undamaged when it is first picked. */
class Sources {
  readonly #desk: LabelDesk;
  readonly #folder: string;
  readonly #names: readonly string[];
  readonly #known = new Map<string, Source | null>();

  constructor(desk: LabelDesk, folder: string) {
    this.#desk = desk;
    this.#folder = folder;
    this.#names = findPdfs(folder);
  }

  async pick(random: Random): Promise<readonly [name: string, source: Source]> {
    while (
      this.#known.size < this.#names.length ||
      [...this.#known.values()].some((source) => source !== null)
    ) {
      const name = random.pick(this.#names);
      const source = this.#known.has(name) ? this.#known.get(name) : await this.#read(name);
      this.#known.set(name, source ?? null);
      if (source !== null && source !== undefined) return [name, source];
    }
    throw new Error('no file that comes through whole');
  }

  get counts(): { readonly sources: number; readonly unfit: number } {
    const unfit = [...this.#known.values()].filter((source) => source === null).length;
    return { sources: this.#known.size - unfit, unfit };
  }

  async #read(name: string): Promise<Source | null> {
    const path = join(this.#folder, name);
    if (statSync(path).size > maxBytes) return null;
    const drawn = drawFirstPage('mutool', path, longerSide);
    if (drawn === null || drawn.gray.every((shade) => shade > 128)) return null;
    const { read, page } = await readAndDraw(this.#desk, path);
    if (page === null || measureLostInk(page, drawn) > lostAbove || read.isMended) return null;
    return { bytes: readFileSync(path), pages: read.pages, drawn };
  }
}

async function readDamaged(
  desk: LabelDesk,
  sources: Sources,
  seed: number,
  keep: string | null,
): Promise<Mutation> {
  const random = new Random(Math.imul(seed, 0x9e37_79b1), 'paper');
  const [path, source] = await sources.pick(random);
  const [damage, make] = random.pick(Object.entries(damages));
  const bytes = make(Buffer.from(source.bytes), random);
  const copy = join(desk.folder, `damaged-${seed}.pdf`);
  writeFileSync(copy, bytes);
  const lossesBefore = desk.losses.length;
  const { read, page } = await readAndDraw(desk, copy);
  const isLost = desk.losses.length > lossesBefore;
  const lostInk =
    page === null || read.pages < source.pages ? 1 : measureLostInk(page, source.drawn);
  const differing = page === null ? 1 : compareTurned(page, source.drawn);
  const end =
    isLost || read.fault === 'defect' ? 'defect or process lost' : judge(read, lostInk, differing);
  const isBad = end === 'accepted, lost, without note' || end === 'defect or process lost';
  if (keep !== null && isBad) {
    mkdirSync(keep, { recursive: true });
    writeFileSync(join(keep, `${seed}.pdf`), bytes);
  }
  const shown = isBad ? drawFirstPage('mutool', copy, longerSide) : null;
  const viewerLostInk = isBad ? (shown === null ? 1 : measureLostInk(shown, source.drawn)) : null;
  return {
    seed,
    path,
    damage,
    end,
    fault: read.fault,
    detail: read.detail,
    lostInk,
    differing,
    viewerLostInk,
  };
}

async function readAndDraw(
  desk: LabelDesk,
  path: string,
): Promise<{ readonly read: OnPaper; readonly page: GrayBitmap | null }> {
  const out = join(desk.folder, 'out.pdf');
  const book = desk.openBook();
  const read = await bringToPaper(book, path, out);
  await book.close();
  return { read, page: read.fault === null ? drawFirstPage('mutool', out, longerSide) : null };
}

function judge({ fault, isMended }: OnPaper, lostInk: number, differing: number): End {
  if (fault !== null) return 'refused';
  if (lostInk > lostAbove)
    return isMended ? 'accepted, lost, with note' : 'accepted, lost, without note';
  if (differing > otherAbove)
    return isMended
      ? 'accepted, drawn otherwise, with note'
      : 'accepted, drawn otherwise, without note';
  return 'accepted, same';
}

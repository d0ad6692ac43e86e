import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GrayBitmap } from '../../../src/main/drawing/dots.ts';
import { Random } from '../../../src/training-erp/data/random.ts';
import { compareTurned, measureLostInk } from './compare.ts';
import { damages } from './damage.ts';
import { bringToPaper, findPdfs, type OnPaper } from './foreign.ts';
import { LabelDesk, type Loss, type Slowest } from './label-desk.ts';
import { drawPage, viewers, withEach, type Viewer } from './viewers.ts';

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
  'accepted, lost, without note, as both viewers lose it',
  'accepted, lost, without note, though one viewer draws it',
  'accepted, lost, without note, though both viewers draw it',
  'defect or process lost',
] as const;
type End = (typeof mutationEnds)[number];

/** Ends of labels that are looked into one by one. */
export const badEnds: ReadonlySet<End> = new Set<End>([
  'accepted, lost, without note, though one viewer draws it',
  'accepted, lost, without note, though both viewers draw it',
  'defect or process lost',
]);

export interface Mutation {
  readonly seed: number;
  readonly path: string;
  readonly damage: string;
  readonly end: End;
  readonly fault: string | null;
  readonly detail: string | null;
  /** The ink of the undamaged page that Doca's lacks, in the viewer that sees the most missing. */
  readonly lostInk: number;
  readonly differing: number;
  /** What of it each viewer draws of the damaged copy directly; null if nothing needs an excuse. */
  readonly shownInk: Readonly<Record<Viewer, number>> | null;
}

export interface MutationFigures {
  readonly mutations: readonly Mutation[];
  /** The number of files of which damaged copies were made, of those that were examined. */
  readonly sources: number;
  readonly unfit: number;
  readonly losses: readonly Loss[];
  readonly slowest: Slowest;
}

type Drawn = Readonly<Record<Viewer, GrayBitmap | null>>;

interface Source {
  readonly path: string;
  readonly bytes: Buffer;
  readonly pages: number;
  readonly drawn: Drawn;
}

export interface MutationOptions {
  readonly count: number;
  readonly seed: number;
  /**
   * A folder for the copies that were accepted and lost something without a note, or that took the
   * process with them.
   */
  readonly keep: string | null;
  /** Called with each, as it ends: thousands take an hour. */
  readonly noteEnd: (mutation: Mutation) => void;
}

/**
 * Reads damaged copies of the PDFs of a folder: a label of which something is gone must be refused,
 * or noted as mended. Held against the page of the undamaged file, which must come through whole
 * itself. Some damage is beyond all readers, such as zeros in the middle of a picture's data: lost
 * is what a viewer still draws of the damaged copy as of the undamaged file, and Doca does not.
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
      const mutation = await readDamaged(desk, sources, seed, options.keep);
      mutations.push(mutation);
      options.noteEnd(mutation);
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
    const drawn = draw(path);
    if (!viewers.every((viewer) => hasInk(drawn[viewer]))) return null;
    const { read, page } = await readAndDraw(this.#desk, path);
    if (page === null || measureLost(page, drawn) > lostAbove || read.isMended) return null;
    return { path, bytes: readFileSync(path), pages: read.pages, drawn };
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
  const isShort = read.pages < source.pages;
  const lostInk = page === null || isShort ? 1 : measureLost(page, source.drawn);
  const differing = page === null ? 1 : measureDiffering(page, source.drawn);
  const needsExcuse = page !== null && !read.isMended && lostInk > lostAbove;
  const shownInk = needsExcuse ? measureShown(copy, source, isShort ? null : page) : null;
  const end =
    isLost || read.fault === 'defect'
      ? 'defect or process lost'
      : judge(read, { lostInk, differing, shownInk });
  if (keep !== null && badEnds.has(end)) {
    mkdirSync(keep, { recursive: true });
    writeFileSync(join(keep, `${seed}.pdf`), bytes);
  }
  rmSync(copy);
  const { fault, detail } = read;
  return { seed, path, damage, end, fault, detail, lostInk, differing, shownInk };
}

async function readAndDraw(
  desk: LabelDesk,
  path: string,
): Promise<{ readonly read: OnPaper; readonly page: Drawn | null }> {
  const out = join(desk.folder, 'out.pdf');
  const book = desk.openBook();
  const read = await bringToPaper(book, path, out);
  await book.close();
  return { read, page: read.fault === null ? draw(out) : null };
}

function draw(path: string, number = 1): Drawn {
  return withEach((viewer) => drawPage(viewer, path, { longerSide, number }));
}

function hasInk(drawn: GrayBitmap | null): boolean {
  return drawn !== null && drawn.gray.some((shade) => shade <= 128);
}

/** The most that one of the viewers misses. */
function measureLost(page: Drawn, expected: Drawn): number {
  return Math.max(...viewers.map((viewer) => lostIn(page[viewer], expected[viewer])));
}

function lostIn(
  page: GrayBitmap | null,
  expected: GrayBitmap | null,
  shown: GrayBitmap | null = expected,
): number {
  if (expected === null || shown === null) return 0;
  return page === null ? 1 : measureLostInk(page, expected, shown);
}

function measureDiffering(page: Drawn, expected: Drawn): number {
  const { mutool } = expected;
  return page.mutool === null || mutool === null ? 1 : compareTurned(page.mutool, mutool);
}

/**
 * The share of the ink of the undamaged page that Doca's page lacks, and a viewer draws of the
 * damaged copy. `page`: null if Doca has too few pages, and the last one is looked for.
 */
function measureShown(
  copy: string,
  { path, pages, drawn }: Source,
  page: Drawn | null,
): Readonly<Record<Viewer, number>> {
  if (page !== null) {
    const shown = draw(copy);
    // The edges of what is damaged alike on both lie near the undamaged ink, and not near each other.
    return withEach((viewer) =>
      Math.min(
        lostIn(page[viewer], drawn[viewer], shown[viewer]),
        lostIn(page[viewer], shown[viewer]),
      ),
    );
  }
  const expected = draw(path, pages);
  const shown = draw(copy, pages);
  return withEach((viewer) =>
    expected[viewer] === null ? 0 : 1 - lostIn(shown[viewer], expected[viewer]),
  );
}

function judge(
  { fault, isMended }: OnPaper,
  { lostInk, differing, shownInk }: Pick<Mutation, 'lostInk' | 'differing' | 'shownInk'>,
): End {
  if (fault !== null) return 'refused';
  if (shownInk !== null) {
    const drawing = viewers.filter((viewer) => shownInk[viewer] > lostAbove).length;
    if (drawing === viewers.length)
      return 'accepted, lost, without note, though both viewers draw it';
    return drawing > 0
      ? 'accepted, lost, without note, though one viewer draws it'
      : 'accepted, lost, without note, as both viewers lose it';
  }
  if (lostInk > lostAbove) return 'accepted, lost, with note';
  if (differing > otherAbove)
    return isMended
      ? 'accepted, drawn otherwise, with note'
      : 'accepted, drawn otherwise, without note';
  return 'accepted, same';
}

import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LabelBook } from '../../../src/main/labels/index.ts';
import { LabelDesk, wholePages, type Loss, type Slowest } from './label-desk.ts';
import { compareTurned, measureLostInk } from './compare.ts';
import { drawPage, lookAt, withEach, type Seen, type Viewer } from './viewers.ts';

export interface ForeignFile {
  readonly folder: string;
  readonly path: string;
  readonly bytes: number;
  /** Null if it was accepted. */
  readonly fault: string | null;
  readonly detail: string | null;
  readonly isMended: boolean;
  readonly pages: number;
  readonly ms: number;
  readonly cpuSeconds: { readonly prepare: number; readonly write: number };
  /** Each viewer's drawing of a refused file. */
  readonly seen: Readonly<Record<Viewer, Seen>> | null;
  /** The distance of the written page from the source's, if both can be drawn. */
  readonly distances: Readonly<Record<Viewer, PageDistance | null>> | null;
}

interface PageDistance {
  readonly differing: number;
  readonly lostInk: number;
}

export interface ForeignFigures {
  readonly files: readonly ForeignFile[];
  readonly cpuSeconds: number;
  readonly losses: readonly Loss[];
  readonly largestMb: number;
  readonly slowest: Slowest;
}

/**
 * Reads and writes every PDF below a folder, each as a book of its own. `look`: whether viewers
 * draw the refused ones, and the pages of the accepted ones.
 */
export async function readForeign(
  folder: string,
  look: { readonly atRefused: boolean; readonly atPages: boolean },
): Promise<ForeignFigures> {
  const desk = new LabelDesk();
  const out = join(desk.folder, 'out.pdf');
  const files: ForeignFile[] = [];
  try {
    for (const name of findPdfs(folder)) {
      const path = join(folder, name);
      const read = await readOne(desk, path, out);
      const isAccepted = read.fault === null;
      files.push({
        folder: dirname(name),
        path: name,
        bytes: statSync(path).size,
        ...read,
        seen: !isAccepted && look.atRefused ? withEach((viewer) => lookAt(viewer, path)) : null,
        distances:
          isAccepted && look.atPages ? withEach((viewer) => measurePage(viewer, path, out)) : null,
      });
    }
    const { cpuSeconds, largestMb } = desk.tree;
    return { files, cpuSeconds, losses: desk.losses, largestMb, slowest: desk.slowest };
  } finally {
    await desk.close();
  }
}

export function findPdfs(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.toLowerCase().endsWith('.pdf')).toSorted();
}

type Read = OnPaper & Pick<ForeignFile, 'ms' | 'cpuSeconds'>;

async function readOne(desk: LabelDesk, path: string, out: string): Promise<Read> {
  const book = desk.openBook();
  const startedMs = performance.now();
  const before = desk.tree.cpuSeconds;
  let prepared = before;
  // If the process died, its last message is the reason.
  desk.tree.watch();
  const read = await bringToPaper(book, path, out, () => {
    desk.tree.look();
    prepared = desk.tree.cpuSeconds;
  });
  desk.tree.stop();
  const ms = performance.now() - startedMs;
  const after = desk.tree.cpuSeconds;
  await book.close();
  return { ...read, ms, cpuSeconds: { prepare: prepared - before, write: after - prepared } };
}

export interface OnPaper {
  /** Null if the label was written. */
  readonly fault: string | null;
  readonly detail: string | null;
  readonly isMended: boolean;
  readonly pages: number;
}

/** Takes a label all the way: a label that fails only when it is written counts as refused too. */
export async function bringToPaper(
  book: LabelBook,
  path: string,
  out: string,
  noteRead: () => void = () => undefined,
): Promise<OnPaper> {
  try {
    const prepared = await book.prepare(path, wholePages);
    noteRead();
    if (!prepared.ok) return refuse(prepared.fault.kind, prepared.fault.detail);
    const { isMended, pages } = prepared.value;
    const written = await book.writePdf([{ path }], out);
    if (written.ok) return { fault: null, detail: null, isMended, pages };
    return refuse(`written: ${written.fault.kind}`, written.fault.detail);
  } catch (error) {
    return refuse('defect', error instanceof Error ? error.message : String(error));
  }
}

function refuse(fault: string, detail: string | null): OnPaper {
  return { fault, detail, isMended: false, pages: 0 };
}

function measurePage(viewer: Viewer, source: string, written: string): PageDistance | null {
  const expected = drawPage(viewer, source);
  if (expected === null) return null;
  const page = drawPage(viewer, written);
  if (page === null) return { differing: 1, lostInk: 1 };
  return { differing: compareTurned(page, expected), lostInk: measureLostInk(page, expected) };
}

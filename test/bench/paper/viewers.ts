import { spawnSync } from 'node:child_process';
import type { GrayBitmap } from '../../../src/main/drawing/dots.ts';

/** The longer side of a drawn page in dots: a label has 68 dpi, a sheet of A4 34. */
const usualSide = 400;
const patienceMs = 20_000;
const inkBelow = 200;

/** How each draws a page, as people see it, in shades of gray on its standard output. */
const commands = {
  mutool: (path: string, side: string, page: string) => [
    ...['draw', '-q', '-w', side, '-h', side, '-c', 'gray', '-F', 'pgm', '-o', '-'],
    ...[path, page],
  ],
  pdftoppm: (path: string, side: string, page: string) => [
    ...['-q', '-cropbox', '-gray', '-singlefile', '-scale-to', side],
    ...['-f', page, '-l', page, path],
  ],
} as const;

export type Viewer = keyof typeof commands;
export const viewers = Object.keys(commands) as readonly Viewer[];
export function withEach<T>(ask: (viewer: Viewer) => T): Readonly<Record<Viewer, T>> {
  return Object.fromEntries(viewers.map((viewer) => [viewer, ask(viewer)])) as Record<Viewer, T>;
}

/** A viewer's result for a file's first page. */
export type Seen = 'ink' | 'blank' | 'locked' | 'nothing';

interface Look {
  readonly longerSide?: number;
  /** Counted from 1; default the first page. */
  readonly number?: number;
}

/** Draws a page of a file; returns null if this viewer shows none in time. */
export function drawPage(viewer: Viewer, path: string, look: Look = {}): GrayBitmap | null {
  return run(viewer, path, look).page;
}

export function lookAt(viewer: Viewer, path: string): Seen {
  const { page, isLocked } = run(viewer, path);
  if (isLocked) return 'locked';
  if (page === null) return 'nothing';
  return page.gray.some((shade) => shade < inkBelow) ? 'ink' : 'blank';
}

function run(
  viewer: Viewer,
  path: string,
  { longerSide = usualSide, number = 1 }: Look = {},
): { readonly page: GrayBitmap | null; readonly isLocked: boolean } {
  const args = commands[viewer](path, String(longerSide), String(number));
  const { error, stdout, stderr } = spawnSync(viewer, args, {
    timeout: patienceMs,
    killSignal: 'SIGKILL',
    maxBuffer: 64 << 20,
  });
  if (error !== undefined && 'code' in error && error.code === 'ENOENT') throw error;
  return {
    page: error === undefined ? readPage(stdout) : null,
    isLocked: /password/i.test(stderr.toString('latin1')),
  };
}

/** Returns null for an incomplete picture. */
function readPage(file: Buffer): GrayBitmap | null {
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 64));
  if (header === null) return null;
  const [width, height] = [Number(header[1]), Number(header[2])];
  const gray = file.subarray(header[0].length);
  return gray.length < width * height ? null : { width, height, gray };
}

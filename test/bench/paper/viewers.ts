import { spawnSync } from 'node:child_process';
import type { GrayBitmap } from '../../../src/main/drawing/dots.ts';

/** The longer side of a drawn page in dots: a label has 68 dpi, a sheet of A4 34. */
const usualSide = 400;
const patienceMs = 20_000;
const inkBelow = 200;

/**
 * How each draws a file's first page, as people see it, in shades of gray on its standard output.
 */
const commands = {
  mutool: (path: string, side: string) => [
    ...['draw', '-q', '-w', side, '-h', side, '-c', 'gray', '-F', 'pgm', '-o', '-'],
    ...[path, '1'],
  ],
  pdftoppm: (path: string, side: string) => [
    '-q',
    '-cropbox',
    '-gray',
    '-singlefile',
    '-scale-to',
    side,
    path,
  ],
} as const;

export type Viewer = keyof typeof commands;
export const viewers = Object.keys(commands) as readonly Viewer[];
/** A viewer's result for a file's first page. */
export type Seen = 'ink' | 'blank' | 'locked' | 'nothing';

/** Draws a file's first page; returns null if this viewer shows none in time. */
export function drawFirstPage(
  viewer: Viewer,
  path: string,
  longerSide = usualSide,
): GrayBitmap | null {
  return run(viewer, path, longerSide).page;
}

export function lookAt(viewer: Viewer, path: string): Seen {
  const { page, isLocked } = run(viewer, path, usualSide);
  if (isLocked) return 'locked';
  if (page === null) return 'nothing';
  return page.gray.some((shade) => shade < inkBelow) ? 'ink' : 'blank';
}

function run(
  viewer: Viewer,
  path: string,
  longerSide: number,
): { readonly page: GrayBitmap | null; readonly isLocked: boolean } {
  const { error, stdout, stderr } = spawnSync(viewer, commands[viewer](path, String(longerSide)), {
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

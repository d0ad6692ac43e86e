import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GrayBitmap } from '../../src/main/drawing/dots.ts';

/** One rendered page: three bytes a pixel. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly rgb: Buffer;
}

/** Renders all pages at a label printer's 203 dpi, cropped to the visible part. */
export function rasterise(pdf: Buffer | string, dpi = 203): Raster[] {
  return inFolder((folder) => rasteriseInto(folder, pdf, ['-r', String(dpi)]).map(readRaster));
}

/**
 * Renders the pages into files of this folder, in order, for `readRaster`: a process that holds the
 * pictures of a whole book starts other programs slowly, because Linux copies its page tables.
 */
export function rasteriseInto(
  folder: string,
  pdf: Buffer | string,
  options: readonly string[] = ['-r', '203'],
): string[] {
  const path = typeof pdf === 'string' ? pdf : join(folder, 'in.pdf');
  if (typeof pdf !== 'string') writeFileSync(path, pdf);
  run('pdftoppm', ['-q', '-cropbox', ...options, path, join(folder, 'page')]);
  return readdirSync(folder)
    .filter((name) => /^page.*\.p[pg]m$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/** A page that was rendered into a file. */
export function readRaster(path: string): Raster {
  return readPpm(readFileSync(path));
}

/** Renders the pages of a source as they are displayed; landscape ones turned clockwise. */
export function uprightRasters(bytes: Buffer): readonly Raster[] {
  const seen = rasterise(bytes);
  const landscape = seen.flatMap(({ width, height }, index) => (width > height ? [index + 1] : []));
  if (landscape.length === 0) return seen;
  return rasterise(qpdf(bytes, '--decrypt', `--rotate=+90:${landscape.join()}`));
}

/** Counts the different pixels of two rasters; all of them if the sizes differ. */
export function differingPixels(a: Raster, b: Raster): number {
  if (a.width !== b.width || a.height !== b.height)
    return Math.max(a.width * a.height, b.width * b.height);
  if (a.rgb.equals(b.rgb)) return 0;
  let count = 0;
  for (let at = 0; at < a.rgb.length; at += 3) {
    if (
      a.rgb[at] !== b.rgb[at] ||
      a.rgb[at + 1] !== b.rgb[at + 1] ||
      a.rgb[at + 2] !== b.rgb[at + 2]
    )
      count += 1;
  }
  return count;
}

/** How many pixels are not white. */
export function inkedPixels(raster: Raster): number {
  const { width, rgb } = raster;
  let count = 0;
  for (const y of findInkedRows(raster)) {
    for (let at = y * width * 3; at < (y + 1) * width * 3; at += 3) {
      if (rgb[at] !== 255 || rgb[at + 1] !== 255 || rgb[at + 2] !== 255) count += 1;
    }
  }
  return count;
}

/**
 * Returns the rows that are not all white, from the top: most of a label is white, and whole rows
 * are compared.
 */
export function findInkedRows({ width, height, rgb }: Raster): readonly number[] {
  const rowBytes = width * 3;
  const white = Buffer.alloc(rowBytes, 255);
  const rows: number[] = [];
  for (let y = 0; y < height; y += 1)
    if (!white.equals(rgb.subarray(y * rowBytes, (y + 1) * rowBytes))) rows.push(y);
  return rows;
}

/** Returns the ink pixels of one raster that have no ink of the other within this many pixels. */
export function findStrayInk(
  drawn: Raster,
  expected: Raster,
  within: number,
): { readonly missing: number; readonly added: number } {
  return {
    missing: countFarFrom(expected, drawn, within),
    added: countFarFrom(drawn, expected, within),
  };
}

function countFarFrom(raster: Raster, other: Raster, within: number): number {
  const near = new Uint8Array(other.width * other.height);
  for (const y of findInkedRows(other)) {
    for (let x = 0; x < other.width; x += 1) {
      if (!hasInk(other, x, y)) continue;
      const from = x;
      while (x + 1 < other.width && hasInk(other, x + 1, y)) x += 1;
      for (
        let row = Math.max(0, y - within);
        row <= Math.min(other.height - 1, y + within);
        row += 1
      ) {
        near.fill(
          1,
          row * other.width + Math.max(0, from - within),
          row * other.width + Math.min(other.width, x + within + 1),
        );
      }
    }
  }
  let count = 0;
  for (const y of findInkedRows(raster)) {
    for (let x = 0; x < raster.width; x += 1) {
      if (hasInk(raster, x, y) && near[y * other.width + x] !== 1) count += 1;
    }
  }
  return count;
}

function hasInk({ rgb, width }: Raster, x: number, y: number): boolean {
  const at = 3 * (y * width + x);
  return (rgb[at] ?? 255) + (rgb[at + 1] ?? 255) + (rgb[at + 2] ?? 255) < 600;
}

/** Renders the first page with MuPDF. */
export function rasteriseWithMutool(pdf: Buffer, dpi = 203): Raster {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'in.pdf'), pdf);
    run('mutool', [
      'draw',
      '-q',
      '-r',
      String(dpi),
      '-F',
      'ppm',
      '-o',
      join(folder, 'out.ppm'),
      join(folder, 'in.pdf'),
      '1',
    ]);
    return readPpm(readFileSync(join(folder, 'out.ppm')));
  });
}

/** Rewrites a PDF with qpdf. */
export function qpdf(pdf: Buffer, ...args: readonly string[]): Buffer {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'in.pdf'), pdf);
    run('qpdf', [join(folder, 'in.pdf'), ...args, join(folder, 'out.pdf')]);
    return readFileSync(join(folder, 'out.pdf'));
  });
}

/** Renders the first page with Ghostscript. */
export function rasteriseWithGhostscript(pdf: Buffer, dpi = 203): Raster {
  return readPpm(ghostscript(pdf, 'ppmraw', `-r${dpi}`, '-dLastPage=1'));
}

/** Ghostscript's output for each program: tests ask for the same drawing repeatedly. */
const made = new Map<string, Buffer>();

/** Makes a PDF, or a picture, of a PostScript program or a PDF with Ghostscript. */
export function ghostscript(
  program: string | Buffer,
  device: string,
  ...args: readonly string[]
): Buffer {
  if (typeof program !== 'string') return runGhostscript(program, device, args);
  const key = JSON.stringify([program, device, ...args]);
  const known = made.get(key) ?? runGhostscript(program, device, args);
  made.set(key, known);
  // A copy, because the caller may change bytes.
  return Buffer.from(known);
}

function runGhostscript(program: string | Buffer, device: string, args: readonly string[]): Buffer {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'in.ps'), program);
    const out = join(folder, 'out');
    run('gs', [
      '-q',
      '-dBATCH',
      '-dNOPAUSE',
      '-dSAFER',
      `-sDEVICE=${device}`,
      ...args,
      `-o${out}`,
      join(folder, 'in.ps'),
    ]);
    return readFileSync(out);
  });
}

/** Returns the output of `qpdf --check`; throws if it finds an error. */
export function qpdfCheck(path: string): string {
  return run('qpdf', ['--check', path]);
}

function run(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'doca-pdf-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readPpm(file: Buffer): Raster {
  const header = /^P6\s+(?:#.*\n)?(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 128));
  if (header === null) throw new Error('not a PPM file');
  return {
    width: Number(header[1]),
    height: Number(header[2]),
    rgb: file.subarray(header[0].length),
  };
}

/** A picture in shades of gray, as poppler writes it. */
export function readPgm(file: Buffer): GrayBitmap {
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 64));
  if (header === null) throw new Error('not a PGM file');
  return {
    width: Number(header[1]),
    height: Number(header[2]),
    gray: file.subarray(header[0].length),
  };
}

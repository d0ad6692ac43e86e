import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One rendered page: three bytes a pixel. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly rgb: Buffer;
}

/** Renders all pages as a label printer of 203 dpi would see them, cropped to what is visible. */
export function rasterise(pdf: Buffer | string, dpi = 203): Raster[] {
  return inFolder((folder) => {
    const path = typeof pdf === 'string' ? pdf : join(folder, 'in.pdf');
    if (typeof pdf !== 'string') writeFileSync(path, pdf);
    run('pdftoppm', ['-q', '-cropbox', '-r', String(dpi), path, join(folder, 'page')]);
    return readdirSync(folder)
      .filter((name) => name.endsWith('.ppm'))
      .sort()
      .map((name) => readPpm(readFileSync(join(folder, name))));
  });
}

/** The pages of a source as it is seen; those that are landscape turned clockwise. */
export function uprightRasters(bytes: Buffer): readonly Raster[] {
  const seen = rasterise(bytes);
  const landscape = seen.flatMap(({ width, height }, index) => (width > height ? [index + 1] : []));
  if (landscape.length === 0) return seen;
  return rasterise(qpdf(bytes, '--decrypt', `--rotate=+90:${landscape.join()}`));
}

/** How many pixels of two rasters differ; all of them where the sizes do. */
export function differingPixels(a: Raster, b: Raster): number {
  if (a.width !== b.width || a.height !== b.height) return Math.max(a.width * a.height, b.width * b.height);
  if (a.rgb.equals(b.rgb)) return 0;
  let count = 0;
  for (let at = 0; at < a.rgb.length; at += 3) {
    if (a.rgb[at] !== b.rgb[at] || a.rgb[at + 1] !== b.rgb[at + 1] || a.rgb[at + 2] !== b.rgb[at + 2]) count += 1;
  }
  return count;
}

/** How many pixels are not white. */
export function inkedPixels({ rgb }: Raster): number {
  let count = 0;
  for (let at = 0; at < rgb.length; at += 3) {
    if (rgb[at] !== 255 || rgb[at + 1] !== 255 || rgb[at + 2] !== 255) count += 1;
  }
  return count;
}

/** Rewrites a PDF with qpdf. */
export function qpdf(pdf: Buffer, ...args: readonly string[]): Buffer {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'in.pdf'), pdf);
    run('qpdf', [join(folder, 'in.pdf'), ...args, join(folder, 'out.pdf')]);
    return readFileSync(join(folder, 'out.pdf'));
  });
}

/** Makes a PDF, or a picture, of a PostScript program with Ghostscript. */
export function ghostscript(program: string, device: string, ...args: readonly string[]): Buffer {
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

/** What `qpdf --check` has to say; throws where it finds an error. */
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
  const header = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 64));
  if (header === null) throw new Error('not a PPM file');
  return { width: Number(header[1]), height: Number(header[2]), rgb: file.subarray(header[0].length) };
}

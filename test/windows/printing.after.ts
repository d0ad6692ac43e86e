import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createRasteriser } from '../../src/main/printing/index.ts';
import { toDots } from '../../src/main/drawing/dots.ts';
import { differingShare, rasterWorkerUrl, scan } from '../printing/support/raster.ts';

/*
 * Windows' own GDI turned the book that printing.windows.ts printed into PostScript, taken from the
 * queue: drawn by Ghostscript, it must equal the rasteriser's own picture.
 */
const { psQueue, dir } = JSON.parse(process.env['DOCA_WINDOWS_CUPS'] ?? '{}') as Record<
  string,
  string
>;
const folder = mkdtempSync(join(tmpdir(), 'doca-after-'));
const { rasterise, close } = createRasteriser(rasterWorkerUrl);
const dpi = 300;

afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

test('each of 20 labels is there dot for dot, on paper of its size, and every barcode is read', async () => {
  const device = [
    '-sDEVICE=pgmraw',
    `-r${dpi}`,
    '-dTextAlphaBits=1',
    '-dGraphicsAlphaBits=1',
    '-dNOINTERPOLATE',
  ];
  const args = [
    '-q',
    '-dBATCH',
    '-dNOPAUSE',
    '-dSAFER',
    ...device,
    `-sOutputFile=${join(folder, '%02d.pgm')}`,
  ];
  execFileSync('gs', [...args, join(dir!, `${psQueue!}-1.bin`)]);
  const pages = readdirSync(folder).sort();
  expect(pages).toHaveLength(20);
  let differing = 0;
  let dots = 0;
  for (const [index, name] of pages.entries()) {
    const file = readFileSync(join(folder, name));
    const header = /^P5\s+(?:#.*\s+)?(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 100))!;
    const printed = {
      width: Number(header[1]),
      height: Number(header[2]),
      gray: file.subarray(header[0].length),
    };
    const ours = (await rasterise(join(dir!, 'book.pdf'), index + 1, dpi))!;
    // 100 × 150 mm.
    expect([printed.width, printed.height]).toEqual([1181, 1772]);
    const expected = toDots(ours);
    differing += differingShare(expected, toDots(printed)) * expected.width * expected.height;
    dots += expected.width * expected.height;
    const codes = await scan(ours);
    expect(codes.length).toBeGreaterThan(0);
    expect(await scan(printed), `page ${index + 1}`).toEqual(codes);
  }
  console.log(`${Math.round(differing)} of ${dots} dots differ`);
  expect(differing).toBe(0);
});

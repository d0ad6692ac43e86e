import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRasteriser } from '../../../src/main/printing/index.ts';
import type { GrayBitmap } from '../../../src/main/printing/index.ts';
import { toDots } from '../../../src/main/drawing/dots.ts';
import type { Dots } from '../../../src/main/drawing/dots.ts';
import { startFaultySandbox } from '../../support/faulty-erp/index.ts';
import { LabelBench } from '../../support/label-bench.ts';
import { pdfCorpus } from '../../support/pdf-corpus.ts';
import { rasteriseInto, readPgm } from '../../support/pdf-pixels.ts';
import { describeWithTools } from '../../support/tools.ts';
import { dotAt, inkShare, popplerRasterise, rasterWorkerUrl, scan } from '../support/raster.ts';
import { groupingIdOf } from '../../../src/training-erp/index.ts';

const bench = new LabelBench();
const folder = mkdtempSync(join(tmpdir(), 'doca-shapes-'));
const { rasterise, close } = createRasteriser(rasterWorkerUrl);

afterAll(async () => {
  bench.close();
  await close();
  rmSync(folder, { recursive: true });
});

/** Two renderers round a page's last fraction of a dot each in its own way. */
function expectSameSize(ours: GrayBitmap, theirs: GrayBitmap, what: string): void {
  expect(Math.abs(ours.width - theirs.width), what).toBeLessThanOrEqual(1);
  expect(Math.abs(ours.height - theirs.height), what).toBeLessThanOrEqual(1);
}

/**
 * The share of the page's dots that are black here and have no black one near them there, both
 * ways.
 */
function strayShare(a: Dots, b: Dots, near = 2): number {
  let strays = 0;
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    for (let y = 0; y < one.height; y += 1) {
      for (let byte = 0; byte < one.rowBytes; byte += 1) {
        // Eight dots at a time: mostly each of them is just there.
        const there =
          y < other.height && byte < other.rowBytes ? other.bytes[y * other.rowBytes + byte]! : 0;
        const alone = one.bytes[y * one.rowBytes + byte]! & ~there;
        if (alone === 0) continue;
        for (let bit = 0; bit < 8; bit += 1)
          if ((alone & (0x80 >> bit)) !== 0 && !hasInk(other, byte * 8 + bit, y, near)) strays += 1;
      }
    }
  }
  return strays / (a.width * a.height);
}

function hasInk(dots: Dots, x: number, y: number, near: number): boolean {
  for (let dy = -near; dy <= near; dy += 1)
    for (let dx = -near; dx <= near; dx += 1) if (dotAt(dots, x + dx, y + dy)) return true;
  return false;
}

describeWithTools(['pdftoppm', 'qpdf', 'gs'], 'what the rasteriser draws', () => {
  test("has poppler's size and shape on every kind of page, upright", async () => {
    const dpi = 120;
    let worst = { share: 0, name: '' };
    const corpus = await pdfCorpus();
    const paths: string[] = [];
    const names: string[] = [];
    for (const { name, bytes } of corpus) {
      const path = bench.put(bytes);
      const reply = await bench.prepare(path);
      if (reply.type !== 'prepared') throw new Error(`${name}: ${reply.type}`);
      paths.push(path);
      names.push(...Array<string>(reply.label.pages).fill(name));
    }
    // Printers draw books, whose pages pixels.integration.test.ts compares with those of the files.
    const book = join(folder, 'book.pdf');
    writeFileSync(book, await bench.pdf(paths));
    const drawn = rasteriseInto(folder, book, ['-gray', '-r', String(dpi)]);
    expect(drawn).toHaveLength(names.length);
    for (const [index, path] of drawn.entries()) {
      const name = `${names[index]}, page ${index + 1}`;
      const theirs = readPgm(readFileSync(path));
      const ours = (await rasterise(book, index + 1, dpi))!;
      expectSameSize(ours, theirs, name);
      const share = strayShare(toDots(ours), toDots(theirs), 1);
      if (share > worst.share) worst = { share, name };
      expect(share, name).toBeLessThan(0.002);
    }
    console.log(
      `worst of all: ${(worst.share * 100).toFixed(3)} % of the dots stand alone (${worst.name})`,
    );
  });
});

describeWithTools(['pdftoppm'], 'a label of the sandbox', () => {
  const labels: string[] = [];
  beforeAll(async () => {
    const sandbox = await startFaultySandbox({
      formats: ['pdf', 'png', 'zpl', 'zip'],
      shipments: 4,
    });
    for (let place = 0; place < 4; place += 1) {
      const path = join(folder, `${place}.pdf`);
      writeFileSync(
        path,
        await bench.pdf([await bench.accept(await sandbox.labelBytes(groupingIdOf(0), place))]),
      );
      labels.push(path);
    }
    await sandbox.close();
  });

  test.each([203.2, 300, 600])(
    'has the shape that poppler draws, and its three codes, at %d dpi',
    async (dpi) => {
      let worst = 0;
      // Finest: one that was drawn by the ERP, and one that was drawn here.
      for (const path of dpi === 600 ? [labels[0]!, labels[2]!] : labels) {
        const ours = (await rasterise(path, 1, dpi))!;
        const theirs = (await popplerRasterise(path, 1, dpi))!;
        expectSameSize(ours, theirs, path);
        const [mine, other] = [toDots(ours), toDots(theirs)];
        const share = strayShare(mine, other, Math.round(dpi / 100));
        worst = Math.max(worst, share);
        expect(share).toBeLessThan(0.0005);
        expect(Math.abs(inkShare(mine) - inkShare(other))).toBeLessThan(0.01);
        const symbols = await scan(ours);
        expect(symbols).toHaveLength(3);
        expect(symbols).toEqual(await scan(theirs));
      }
      console.log(
        `labels at ${dpi} dpi: at most ${(worst * 100).toFixed(4)} % of the dots stand alone`,
      );
    },
  );
});

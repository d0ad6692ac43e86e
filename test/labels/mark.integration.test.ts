import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFaultySandbox } from '../support/faulty-erp/index.ts';
import type { SandboxLabelFormat } from '../../src/training-erp/index.ts';
import { burn, popplerRasterise, scan } from '../printing/support/raster.ts';
import type { GrayBitmap } from '../../src/main/printing/index.ts';
import { LabelBench } from '../support/label-bench.ts';
import { pdfCorpus } from '../support/pdf-corpus.ts';
import { heavyLabel, labelKit } from '../support/pdf-heavy-label.ts';
import { rasterise } from '../support/pdf-pixels.ts';
import type { Raster } from '../support/pdf-pixels.ts';
import { onePage } from '../support/pdf-raw.ts';
import { describeWithTools } from '../support/tools.ts';
import { groupingIdOf } from '../../src/training-erp/index.ts';

const bench = new LabelBench();
afterAll(() => {
  bench.close();
});

const mark = '2ª via';
const dpi = 203.2;

interface Change {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Returns the box around the differences, in millimetres from the right and from the lower edge of
 * the page.
 */
function changeIn(before: Raster, after: Raster, dotsPerMm = 8): Change | null {
  expect([after.width, after.height]).toEqual([before.width, before.height]);
  const { width, height } = before;
  const box = { left: width, top: height, right: -1, bottom: -1 };
  const rowBytes = width * 3;
  for (let y = 0; y < height; y += 1) {
    const [row, other] = [before, after].map(({ rgb }) =>
      rgb.subarray(y * rowBytes, (y + 1) * rowBytes),
    );
    if (row!.equals(other!)) continue;
    box.top = Math.min(box.top, y);
    box.bottom = y + 1;
    for (let at = 0; at < rowBytes; at += 1) {
      if (row![at] === other![at]) continue;
      const x = Math.floor(at / 3);
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
    }
  }
  if (box.right < 0) return null;
  return {
    left: (width - box.left) / dotsPerMm,
    right: (width - box.right) / dotsPerMm,
    top: (height - box.top) / dotsPerMm,
    bottom: (height - box.bottom) / dotsPerMm,
  };
}

function expectSmallInTheMargin(change: Change | null): void {
  expect(change).not.toBeNull();
  expect(change!.left).toBeLessThan(12);
  expect(change!.right).toBeGreaterThan(2.5);
  expect(change!.top).toBeLessThanOrEqual(3);
  expect(change!.top - change!.bottom).toBeGreaterThan(1.5);
  expect(change!.bottom).toBeGreaterThan(0.2);
}

describeWithTools(['pdftoppm', 'qpdf', 'gs'], 'a mark on a label', () => {
  const formats: readonly SandboxLabelFormat[] = ['pdf', 'png', 'zpl', 'zip'];
  const labels = new Map<SandboxLabelFormat, string>();
  beforeAll(async () => {
    for (const format of formats) {
      const sandbox = await startFaultySandbox({ formats: [format], shipments: 1 });
      labels.set(format, await bench.accept(await sandbox.labelBytes(groupingIdOf(0), 0)));
      await sandbox.close();
    }
  });

  test.each(formats)(
    'of format %s is in its margin, and everything else is as it was',
    async (format) => {
      const path = labels.get(format)!;
      const [plain] = rasterise(await bench.pdf([path]), dpi);
      const marked = await bench.pdf([path], {}, mark);
      const [page, ...more] = rasterise(marked, dpi);
      expect(more).toEqual([]);
      expectSmallInTheMargin(changeIn(plain!, page!));
      const file = join(bench.folder, 'marked.pdf');
      writeFileSync(file, marked);
      for (const resolution of [203.2, 300]) {
        expect(await scan((await popplerRasterise(file, 1, resolution))!)).toHaveLength(3);
      }
    },
  );

  test.each(['zpl', 'zip'] as const)('of format %s is in the ZPL as well', async (format) => {
    const path = labels.get(format)!;
    const size = { width: 800, height: 1200 };
    const before = await burn((await bench.zpl([path]))!.toString('utf8'), 8, size);
    const after = await burn((await bench.zpl([path], mark))!.toString('utf8'), 8, size);
    expectSmallInTheMargin(changeIn(coloured(before), coloured(after)));
    expect(await scan(after)).toEqual(await scan(before));
    expect(await scan(after)).toHaveLength(3);
  });

  test('is at the same place on every kind of page, and changes nothing beside it', async () => {
    const corpus = await pdfCorpus();
    // A dozen files in a book: poppler starts once for all of them, and not all of their pictures
    // are in memory together.
    for (let from = 0; from < corpus.length; from += 12) {
      const names: string[] = [];
      const paths: string[] = [];
      for (const { name, bytes } of corpus.slice(from, from + 12)) {
        const path = bench.put(bytes);
        const reply = await bench.prepare(path);
        if (reply.type !== 'prepared') throw new Error(`${name}: ${reply.type}`);
        paths.push(path);
        names.push(...Array<string>(reply.label.pages).fill(name));
      }
      // A quarter of the dots shows a change anywhere as well.
      const before = rasterise(await bench.pdf(paths), dpi / 2);
      const after = rasterise(await bench.pdf(paths, {}, mark), dpi / 2);
      expect([before.length, after.length]).toEqual([names.length, names.length]);
      after.forEach((page, index) => {
        const { width, height } = page;
        const name = names[index];
        const change = changeIn(before[index]!, page, 4);
        // If the page itself has ink below the mark, less of the mark shows.
        if (change === null) return;
        const edge = width > 4 * 150 ? 8 : 3.25;
        expect(change.top, name).toBeLessThanOrEqual(edge);
        expect(change.left, name).toBeLessThan(Math.min(15, height / 4));
      });
    }
  });

  test('is upright at the lower right for any graphics state at the end of the content', async () => {
    const states = [
      '100 100 30 30 re f',
      'q 3 0 0 3 40 40 cm 0 0 5 5 re f',
      'Q Q 0 0 5 5 re f q q q',
      'BT /F1 9 Tf 20 20 Td (open) Tj',
      '0.5 0 0 0.5 9 9 cm 1 0 0 rg 30 Tr 0 0 9 9 re W n 0 0 50 50 re f',
    ];
    const paths: string[] = [];
    for (const content of states) {
      for (const page of [
        '/MediaBox[0 0 283.4646 425.1969]',
        '/MediaBox[0 0 425.1969 283.4646]/Rotate 180',
      ])
        paths.push(await bench.accept(onePage({ content, page })));
    }
    const before = rasterise(await bench.pdf(paths), dpi);
    const after = rasterise(await bench.pdf(paths, {}, mark), dpi);
    expect([before.length, after.length]).toEqual([paths.length, paths.length]);
    const boxes = after.map((page, index) => changeIn(before[index]!, page));
    expectSmallInTheMargin(boxes[0]!);
    expect(boxes).toEqual(boxes.map(() => boxes[0]));
  });

  test('avoids the margin that printers for whole sheets cannot print', async () => {
    const path = await bench.accept(onePage({ page: '/MediaBox[0 0 595.28 841.89]' }));
    const [before] = rasterise(await bench.pdf([path]), dpi);
    const [after] = rasterise(await bench.pdf([path], {}, mark), dpi);
    const change = changeIn(before!, after!);
    expect(change!.bottom).toBeGreaterThan(4.2);
    expect(change!.right).toBeGreaterThan(4.2);
  });
});

describe('a book with marks', () => {
  test('without a mark has the same bytes as before, and with one differs only on the marked pages', async () => {
    const path = await bench.accept(onePage());
    const plain = await bench.pdf([path]);
    const marked = await bench.pdf([path], {}, mark);
    expect((await bench.pdf([path], {}, null)).equals(plain)).toBe(true);
    expect((await bench.pdf([path], {}, mark)).equals(marked)).toBe(true);
    expect(marked.equals(plain)).toBe(false);
    expect((await bench.pdf([path], {}, '3ª via')).equals(marked)).toBe(false);
    expect((await bench.pdf([path])).equals(plain)).toBe(true);
  });

  test('depends on the files and marks alone, not on earlier writes', async () => {
    const kit = await labelKit();
    const files = [
      heavyLabel(kit, 1),
      onePage({ page: '/Rotate 90' }),
      onePage({
        resources: '/XObject<</Loop 6 0 R>>',
        more: [
          '<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 0/Resources<</XObject<</Loop 6 0 R>>>>>>stream\n\nendstream',
        ],
      }),
    ];
    const fresh = new LabelBench();
    const freshPaths: string[] = [];
    for (const file of files) freshPaths.push(await fresh.accept(file));
    const expected = await fresh.pdf(freshPaths, {}, mark);
    fresh.close();
    const paths: string[] = [];
    for (const file of files.toReversed()) paths.unshift(await bench.accept(file));
    await bench.pdf(paths);
    await bench.pdf(paths, {}, 'REPRINT 7');
    expect((await bench.pdf(paths, {}, mark)).equals(expected)).toBe(true);
  });

  test('has the font of the mark, and shared objects of labels, only once', async () => {
    const kit = await labelKit();
    const paths: string[] = [];
    for (let index = 0; index < 30; index += 1)
      paths.push(await bench.accept(heavyLabel(kit, index)));
    const one = (await bench.pdf(paths.slice(0, 1), {}, mark)).length;
    const all = await bench.pdf(paths, {}, mark);
    expect(all.length - one).toBeLessThan(29 * 2500);
    const { context } = await PDFDocument.load(all);
    const objects = context.enumerateIndirectObjects().map(([, object]) => object.toString());
    expect(objects.filter((text) => text.includes('/Helvetica-Bold'))).toHaveLength(1);
  });
});

function coloured({ width, height, gray }: GrayBitmap): Raster {
  const rgb = Buffer.alloc(gray.length * 3);
  for (let at = 0; at < gray.length; at += 1)
    rgb[at * 3] = rgb[at * 3 + 1] = rgb[at * 3 + 2] = gray[at]!;
  return { width, height, rgb };
}

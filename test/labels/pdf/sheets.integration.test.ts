import { PDFDocument } from 'pdf-lib';
import { afterAll, expect, test } from 'vitest';
import { LabelBench } from '../../support/label-bench.ts';
import { inkedPixels, rasterise, type Raster } from '../../support/pdf-pixels.ts';
import { packZeros } from '../../support/packed-zeros.ts';
import { onePage, stream } from '../../support/pdf-raw.ts';
import { describeWithTools } from '../../support/tools.ts';

const bench = new LabelBench();
afterAll(() => {
  bench.close();
});

const dpi = 203;
const mm = (pixels: number): number => (pixels / dpi) * 25.4;

/**
 * Returns a label of 100 × 150 mm with a black bar `number` mm wide at its top left, by which
 * labels are told apart.
 */
const label = (number: number): Promise<string> => {
  const width = (number * 72) / 25.4;
  return bench.accept(
    onePage({ page: '/MediaBox[0 0 283.4646 425.1969]', content: `0 400 ${width} 20 re f` }),
  );
};

describeWithTools(['pdftoppm', 'qpdf'], 'labels on A4 sheets', () => {
  const fiveLabels = (async () => {
    const paths: string[] = [];
    for (const width of [10, 20, 30, 40, 50]) paths.push(await label(width));
    return paths;
  })();

  test('fill the places in order from the first free one on, and every label is there once', async () => {
    const paths = await fiveLabels;
    const plain = rasterise(await bench.pdf(paths)).map(inkedPixels);
    const file = await bench.pdf(paths, { sheet: { perSheet: 4, start: 3 } });
    const sheets = await PDFDocument.load(file);
    expect(
      sheets
        .getPages()
        .map((page) => [page.getWidth(), page.getHeight()].map((side) => Math.round(side))),
    ).toEqual([
      [595, 842],
      [595, 842],
    ]);
    const ink = rasterise(file).map(inkedPixels);
    const shrunk = (148.5 / 150) ** 2;
    expect(ink[0]! / ((plain[0]! + plain[1]!) * shrunk)).toBeCloseTo(1, 1);
    expect(ink[1]! / ((plain[2]! + plain[3]! + plain[4]!) * shrunk)).toBeCloseTo(1, 1);
  });

  test('are turned, and keep their size, two on a sheet', async () => {
    const paths = await fiveLabels;
    const [first] = rasterise(
      await bench.pdf(paths.slice(4), { sheet: { perSheet: 2, start: 2 } }),
    );
    const box = inkBox(first!);
    // The bar is 50 mm wide and 7 mm high; turned, it is at the left edge of the lower half.
    expect(mm(box.bottom - box.top)).toBeCloseTo(50, 0);
    expect(mm(box.right - box.left)).toBeCloseTo((20 / 72) * 25.4, 0);
    expect(mm(box.top)).toBeGreaterThan(148.5);
  });

  test('repeat each label once for each copy', async () => {
    const paths = await fiveLabels;
    const copies = rasterise(await bench.pdf(paths.slice(0, 2), { copies: 2 })).map(inkedPixels);
    expect(copies[0]).toBe(copies[1]);
    expect(copies[2]).toBe(copies[3]);
    expect(copies[1]).toBeLessThan(copies[2]!);
  });

  test('have an empty place for a page without content', async () => {
    const document = await PDFDocument.create();
    document.addPage([283, 425]).drawRectangle({ x: 10, y: 10, width: 50, height: 50 });
    document.addPage([283, 425]);
    const path = await bench.accept(await document.save());
    const file = await bench.pdf([path], { sheet: { perSheet: 4, start: 1 } });
    expect((await PDFDocument.load(file)).getPageCount()).toBe(1);
  });

  test('may have pictures that are more together than one label can be', async () => {
    const picture = (id: number): Buffer =>
      stream(
        `/Type/XObject/Subtype/Image/Width 10000/Height 9000/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/FlateDecode/Id ${id}`,
        zeros,
      );
    const zeros = packZeros(90_000_000);
    const paths: string[] = [];
    for (let id = 0; id < 7; id += 1)
      paths.push(
        await bench.accept(onePage({ resources: '/XObject<</Im 6 0 R>>', more: [picture(id)] })),
      );
    const file = await bench.pdf(paths, { sheet: { perSheet: 4, start: 1 } });
    expect((await PDFDocument.load(file)).getPageCount()).toBe(2);
  });

  test('are the same bytes every time', async () => {
    const paths = await fiveLabels;
    const options = { sheet: { perSheet: 2, start: 1 } } as const;
    expect((await bench.pdf(paths, options)).equals(await bench.pdf(paths, options))).toBe(true);
  });
});

function inkBox({ width, height, rgb }: Raster): {
  top: number;
  bottom: number;
  left: number;
  right: number;
} {
  const box = { top: height, bottom: 0, left: width, right: 0 };
  for (let at = 0; at < width * height; at++) {
    if (rgb[at * 3]! > 127) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
  }
  return box;
}

import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { PageRule } from '#shared/domain/records.ts';
import { LabelBench } from '../../support/label-bench.ts';
import { makeSheets } from '../../support/pdf-sheets.ts';
import { findInkedRows, rasterise } from '../../support/pdf-pixels.ts';
import type { Raster } from '../../support/pdf-pixels.ts';
import { onePage } from '../../support/pdf-raw.ts';
import { describeWithTools } from '../../support/tools.ts';

/** Returns width and height of the part that is not white. */
function measureInk(raster: Raster): readonly [number, number] {
  const { width, rgb } = raster;
  let [left, top, right, bottom] = [width, Infinity, -1, -1];
  for (const y of findInkedRows(raster)) {
    [top, bottom] = [Math.min(top, y), y];
    for (let x = 0, at = y * width * 3; x < width; x += 1, at += 3) {
      if (rgb[at] === 255 && rgb[at + 1] === 255 && rgb[at + 2] === 255) continue;
      if (x < left) left = x;
      if (x > right) right = x;
    }
  }
  return [right - left, bottom - top];
}

describeWithTools(['pdftoppm'], 'a label that was cut out of its sheet', () => {
  const bench = new LabelBench();
  afterAll(() => bench.close());

  it('has all the ink of the sheet, as another renderer sees it', async () => {
    const spot = fc.tuple(
      fc.integer({ min: 5, max: 560 }),
      fc.integer({ min: 400, max: 820 }),
      fc.double({ min: 0.2, max: 230, noNaN: true }),
      fc.double({ min: 0.2, max: 230, noNaN: true }),
    );
    let cut = 0;
    const check = async (spots: readonly (readonly number[])[]): Promise<void> => {
      const content = spots
        .map((numbers) => `${numbers.map((number) => number.toFixed(2)).join(' ')} re f`)
        .join(' ');
      const pdf = onePage({ page: '/MediaBox[0 0 595.28 841.89]', content });
      const path = bench.put(pdf);
      const reply = await bench.prepare(path, { pages: 'auto', crop: 'auto' });
      if (reply.type !== 'prepared' || reply.label.croppedPages === 0) return;
      cut += 1;
      const [before, after] = [rasterise(pdf)[0]!, rasterise(await bench.pdf([path]))[0]!];
      const [wide, high] = measureInk(before);
      const sides = measureInk(after);
      const [across, up] =
        before.width > before.height === after.width > after.height ? sides : sides.toReversed();
      // The start of a dot differs by part of one; a landscape page is turned upright.
      const isSame = Math.abs(wide - across) <= 2 && Math.abs(high - up) <= 2;
      const isTurned = Math.abs(wide - up) <= 2 && Math.abs(high - across) <= 2;
      expect(isSame || isTurned, `${wide} × ${high} became ${sides.join(' × ')}`).toBe(true);
    };
    await fc.assert(fc.asyncProperty(fc.array(spot, { minLength: 1, maxLength: 4 }), check), {
      numRuns: 25,
      endOnFailure: true,
    });
    expect(cut).toBeGreaterThan(1);
  });
});

/**
 * Returns the area, in millimetres, and the number of dots in which two pictures of the same size
 * differ.
 */
function measureDifference(
  a: Raster,
  b: Raster,
): { readonly dots: number; readonly sidesMm: readonly number[] } {
  expect([a.width, a.height]).toEqual([b.width, b.height]);
  const rgb = Buffer.alloc(a.rgb.length, 255);
  let dots = 0;
  for (let at = 0; at < rgb.length; at += 3) {
    if (
      a.rgb[at] === b.rgb[at] &&
      a.rgb[at + 1] === b.rgb[at + 1] &&
      a.rgb[at + 2] === b.rgb[at + 2]
    )
      continue;
    rgb[at] = 0;
    dots += 1;
  }
  const sides = dots === 0 ? [] : measureInk({ ...a, rgb });
  return { dots, sidesMm: sides.map((side) => Math.round((side / 203) * 25.4)) };
}

describeWithTools(['pdftoppm'], 'the picture of all pages', () => {
  const bench = new LabelBench();
  afterAll(() => bench.close());
  const sheets = makeSheets([
    { place: 'upper left', box: '1 0 0' },
    { place: 'lower right', box: '0 1 0' },
  ]);

  const look = async (pdf: Buffer, pages: PageRule, crop: 'auto' | 'whole') => {
    const path = await bench.accept(pdf, { pages, crop });
    return rasterise(await bench.pages([path]));
  };

  it('has each page whole, and a frame of the label’s size around the printed cut', async () => {
    const before = rasterise(sheets);
    const [first, second, ...more] = await look(sheets, [2], 'auto');
    expect(more).toEqual([]);
    expect(measureDifference(before[0]!, first!).dots).toBe(0);
    const { dots, sidesMm } = measureDifference(before[1]!, second!);
    // The line lies half outside of the label's 100 × 150 mm.
    expect(sidesMm).toEqual([101, 151]);
    // An empty frame with a line of 4 points.
    expect(dots).toBeLessThan((2 * (100 + 150) + 8) * 1.8 * 8 ** 2);
  });

  it('has no frame if sheets are printed whole', async () => {
    const before = rasterise(sheets);
    const pages = await look(sheets, 'all', 'whole');
    expect(pages.map((page, index) => measureDifference(before[index]!, page).dots)).toEqual([
      0, 0,
    ]);
  });

  it('frames a turned page', async () => {
    const turned = makeSheets([{ place: 'upper left', box: '1 0 0', rotate: 180 }]);
    const [page] = await look(turned, 'auto', 'auto');
    expect(measureDifference(rasterise(turned)[0]!, page!).sidesMm).toEqual([101, 151]);
  });
});

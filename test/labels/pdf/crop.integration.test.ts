import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { LabelBench } from '../../support/label-bench.ts';
import { rasterise } from '../../support/pdf-pixels.ts';
import type { Raster } from '../../support/pdf-pixels.ts';
import { onePage } from '../../support/pdf-raw.ts';
import { describeWithTools } from '../../support/tools.ts';

/** Width and height of all that is not white. */
function measureInk({ width, rgb }: Raster): readonly [number, number] {
  let [left, top, right, bottom] = [width, Infinity, -1, -1];
  for (let at = 0; at < rgb.length; at += 3) {
    if (rgb[at] === 255 && rgb[at + 1] === 255 && rgb[at + 2] === 255) continue;
    const [x, y] = [(at / 3) % width, Math.floor(at / 3 / width)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), y];
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
      const content = spots.map((numbers) => `${numbers.map((number) => number.toFixed(2)).join(' ')} re f`).join(' ');
      const pdf = onePage({ page: '/MediaBox[0 0 595.28 841.89]', content });
      const path = bench.put(pdf);
      const reply = await bench.prepare(path, { pages: 'auto', crop: 'auto' });
      if (reply.type !== 'prepared' || reply.label.croppedPages === 0) return;
      cut += 1;
      const [before, after] = [rasterise(pdf)[0]!, rasterise(await bench.pdf([path]))[0]!];
      const [wide, high] = measureInk(before);
      const sides = measureInk(after);
      const [across, up] = before.width > before.height === after.width > after.height ? sides : sides.toReversed();
      // Where a dot begins differs by part of one; a page lying down is turned upright.
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

import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { findLabelArea } from '../../../src/main/labels/pdf/crop/label-area.ts';
import type { Ink } from '../../../src/main/labels/pdf/crop/label-area.ts';
import { PDFDocument } from 'pdf-lib';
import { LabelBench } from '../../support/label-bench.ts';
import { onePage } from '../../support/pdf-raw.ts';

const dotsPerMm = 2;
const [width, height] = [210 * dotsPerMm, 297 * dotsPerMm];

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  readonly high: number;
}

/** A4 with these spots, in millimetres, and perhaps a dashed line across its middle. */
function makeInk(spots: readonly Spot[], hasCut: boolean): Ink {
  const dots = new Uint8Array(width * height);
  for (const { x, y, wide, high } of spots)
    for (let row = Math.floor(y * dotsPerMm); row < Math.min(height, (y + high) * dotsPerMm); row += 1)
      dots.fill(200, row * width + x * dotsPerMm, row * width + Math.min(width, (x + wide) * dotsPerMm));
  if (hasCut) for (let x = 0; x < width; x += 12) dots.fill(90, cutRow * width + x, cutRow * width + x + 6);
  return { width, height, dots };
}
const cutRow = height / 2;

const label: Spot = { x: 10, y: 8, wide: 90, high: 130 };

describe('the label on a sheet', () => {
  it.each([
    ['in the upper left quarter', [label], false, { width: 100, height: 150 }],
    ['over a dashed line', [label], true, { width: 100, height: 150 }],
    ['lying in the lower half', [{ x: 30, y: 180, wide: 140, high: 90 }], false, { width: 150, height: 100 }],
    ['as wide as its half', [{ x: 5, y: 5, wide: 195, high: 130 }], true, { width: 210, height: 148.5 }],
  ] as const)('%s is found', (_, spots, hasCut, size) => {
    expect(findLabelArea(makeInk(spots, hasCut), dotsPerMm)).toMatchObject(size);
  });

  it.each([
    ['a page of both halves', [label, { x: 100, y: 250, wide: 1, high: 1 }], false],
    ['a word on a page', [{ x: 10, y: 10, wide: 60, high: 12 }], false],
    ['a line that is whole', [label, { x: 5, y: 148, wide: 200, high: 0.5 }], false],
    ['a white page', [], false],
    ['a cut line alone', [], true],
  ] as const)('%s stays whole', (_, spots, hasCut) => {
    const area = findLabelArea(makeInk(spots, hasCut), dotsPerMm);
    if (_ === 'a line that is whole') expect(area).toMatchObject({ width: 210 });
    else expect(area).toBeNull();
  });

  it('never leaves ink outside, but for a cut line', () => {
    const spot = fc.record({
      x: fc.integer({ min: 0, max: 200 }),
      y: fc.integer({ min: 0, max: 290 }),
      wide: fc.integer({ min: 1, max: 120 }),
      high: fc.integer({ min: 1, max: 150 }),
    });
    let found = 0;
    fc.assert(
      fc.property(fc.array(spot, { minLength: 1, maxLength: 4 }), fc.boolean(), (spots, hasCut) => {
        const ink = makeInk(spots, hasCut);
        const area = findLabelArea(ink, dotsPerMm);
        if (area === null) return;
        found += 1;
        for (let at = 0; at < ink.dots.length; at += 1) {
          const [x, y] = [at % width, Math.floor(at / width)];
          if (ink.dots[at] === 0 || (hasCut && y === cutRow)) continue;
          const isIn =
            x >= area.left * dotsPerMm &&
            x + 1 <= (area.left + area.width) * dotsPerMm &&
            y >= area.top * dotsPerMm &&
            y + 1 <= (area.top + area.height) * dotsPerMm;
          if (!isIn) throw new Error(`ink at ${x}, ${y} is outside of ${JSON.stringify(area)}`);
        }
      }),
      { numRuns: 300 },
    );
    expect(found).toBeGreaterThan(20);
  });
});

describe('a PDF with its label on a part of A4', () => {
  const bench = new LabelBench();
  afterAll(() => bench.close());
  const a4 = '/MediaBox[0 0 595.28 841.89]';
  const frame = '2 w 30 440 250 370 re S 60 500 100 100 re f';

  const read = async (pdf: Uint8Array, crop: 'auto' | 'whole') => {
    const path = bench.put(pdf);
    const reply = await bench.prepare(path, { pages: 'auto', crop });
    const written = await PDFDocument.load(await bench.pdf([path]));
    const { width, height } = written.getPage(0).getSize();
    return { reply, size: [width, height].map((points) => Math.round((points / 72) * 25.4)) };
  };

  it.each(['', '/Rotate 90', '/Rotate 180', '/UserUnit 1'])('is cut down to it (%s)', async (more) => {
    const { reply, size } = await read(onePage({ page: `${a4}${more}`, content: frame }), 'auto');
    expect(reply).toMatchObject({ label: { pages: 1, filePages: 1, croppedPages: 1, paper: { widthMm: 100 } } });
    expect(size).toEqual([100, 150]);
  });

  it('stays whole where the packer says so, and where ink is in both halves', async () => {
    const whole = await read(onePage({ page: a4, content: frame }), 'whole');
    expect(whole).toMatchObject({ reply: { label: { croppedPages: 0 } }, size: [210, 297] });
    const full = await read(onePage({ page: a4, content: `${frame} 300 20 200 5 re f` }), 'auto');
    expect(full).toMatchObject({ reply: { label: { croppedPages: 0 } }, size: [210, 297] });
  });

  it('leaves a page of the size of a label as it is', async () => {
    const path = bench.put(onePage({ page: '/MediaBox[0 0 283 425]', content: '0 0 100 100 re f' }));
    expect(await bench.prepare(path, { crop: 'auto' })).toMatchObject({ label: { croppedPages: 0 } });
  });
});

import fc from 'fast-check';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findLabelAreas } from '../../../src/main/labels/pdf/look/label-area.ts';
import { LabelBench } from '../../support/label-bench.ts';
import { heavyLabel, labelKit } from '../../support/pdf-heavy-label.ts';
import { randomBytes } from '../../support/pdf-random.ts';
import { drawing, flate, onePage } from '../../support/pdf-raw.ts';
import { cutRow, dotsPerMm, makeInk, width } from '../../support/sheet-ink.ts';

const bench = new LabelBench();
afterAll(() => {
  bench.close();
});

describe('a written book', () => {
  test('depends on the files and their order alone', async () => {
    const kit = await labelKit();
    const files = [
      ...Array.from({ length: 4 }, (_, index) => heavyLabel(kit, index)),
      onePage({ page: '/Rotate 90' }),
      onePage({ page: '/MediaBox[0 0 425 283]' }),
      onePage({
        resources: '/XObject<</Loop 6 0 R>>',
        more: [
          flate(
            '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</Loop 6 0 R>>>>',
            '0 0 9 9 re f',
          ),
        ],
      }),
    ];
    const inOrder: string[] = [];
    for (const file of files) inOrder.push(await bench.accept(file));
    const reference = await bench.pdf(inOrder);
    const orders = fc.shuffledSubarray([...files.keys()], { minLength: files.length });
    await fc.assert(
      fc.asyncProperty(
        orders,
        fc.boolean(),
        fc.nat({ max: 200_000 }),
        async (order, strangersFirst, maxMemoryBytes) => {
          const other = new LabelBench(maxMemoryBytes);
          try {
            if (strangersFirst) await other.accept(onePage({ content: '0 0 5 5 re f' }));
            const paths: string[] = [];
            for (const index of order) paths[index] = await other.accept(files[index]!);
            expect((await other.pdf(paths)).equals(reference)).toBe(true);
          } finally {
            other.close();
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe('a damaged PDF', () => {
  const image =
    '/Type/XObject/Subtype/Image/Width 20/Height 20/BitsPerComponent 8/ColorSpace/DeviceRGB';
  const plain = onePage({
    content: `${drawing}\nq 100 0 0 100 20 20 cm /Im Do Q`,
    resources: '/XObject<</Im 6 0 R>>',
    more: [flate(image, randomBytes(1200, 1))],
  });
  let whole: Buffer;
  let compact: Buffer;

  beforeAll(async () => {
    whole = await bench.pdf([await bench.accept(plain)]);
    const document = await PDFDocument.load(plain);
    compact = Buffer.from(await document.save({ useObjectStreams: true }));
  });

  test('cut anywhere is refused, or prints exactly as the whole file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: plain.length - 1 }), async (length) => {
        const path = bench.put(plain.subarray(0, length));
        const reply = await bench.prepare(path);
        if (reply.type === 'prepared') expect(await bench.pdf([path])).toEqual(whole);
        else expect(reply.type).toBe('fault');
      }),
      { numRuns: 150 },
    );
  });

  test('cut anywhere is refused or prints all, also with object streams', async () => {
    const expected = await bench.pdf([await bench.accept(compact)]);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: compact.length - 1 }), async (length) => {
        const path = bench.put(compact.subarray(0, length));
        const reply = await bench.prepare(path);
        if (reply.type === 'prepared') expect(await bench.pdf([path])).toEqual(expected);
        else expect(reply.type).toBe('fault');
      }),
      { numRuns: 150 },
    );
  });

  test('with any bytes changed ends in a result, never in a throw', async () => {
    const change = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('plain', 'compact'),
        fc.array(change, { minLength: 1, maxLength: 20 }),
        async (which, changes) => {
          const bytes = Buffer.from(which === 'plain' ? plain : compact);
          for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
          expect(['prepared', 'fault']).toContain((await bench.prepare(bench.put(bytes))).type);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('the label on a sheet', () => {
  test('never leaves ink outside, but for a cut line', () => {
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
        const areas = findLabelAreas(ink, dotsPerMm);
        if (areas.length === 0) return;
        found += 1;
        for (let at = 0; at < ink.dots.length; at += 1) {
          if (ink.dots[at] === 0) continue;
          const [x, y] = [at % width, Math.floor(at / width)];
          if (hasCut && y === cutRow) continue;
          const isIn = areas.some(
            (area) =>
              x >= area.left * dotsPerMm &&
              x + 1 <= (area.left + area.width) * dotsPerMm &&
              y >= area.top * dotsPerMm &&
              y + 1 <= (area.top + area.height) * dotsPerMm,
          );
          if (!isIn) throw new Error(`ink at ${x}, ${y} is outside of ${JSON.stringify(areas)}`);
        }
      }),
      { numRuns: 300 },
    );
    expect(found).toBeGreaterThan(20);
  });
});

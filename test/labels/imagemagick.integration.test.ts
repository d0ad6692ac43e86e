import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LabelBench } from '../support/label-bench.ts';
import { rasterise, rasteriseWithMutool } from '../support/pdf-pixels.ts';
import type { Raster } from '../support/pdf-pixels.ts';
import { describeWithTools } from '../support/tools.ts';

const folder = join(import.meta.dirname, '../fixtures/imagemagick');
const read = (name: string): Buffer => readFileSync(join(folder, name));

/** The pictures that have the pixels of another, and how far the worst of them may be off it. */
const copies: Readonly<Record<string, { readonly of: readonly string[]; readonly off?: number }>> =
  {
    ...namesOf(['alpha', 'deep', 'interlaced', 'palette'], 'png', 'color.png'),
    'baseline.jpg': { of: ['color.png'], off: 20 },
    'gray.jpg': { of: ['gray.png'], off: 12 },
    // Half as many dots of colour.
    'progressive.jpg': { of: ['color.png'], off: 130 },
  };
/** Readers draw these slightly differently, with as much black as the picture has. */
const drawnSomehow = ['cmyk.jpg'];
const originals = ['color.png', 'gray.png', 'mono.png', 'corner.png'];

function namesOf(names: readonly string[], extension: string, original: string) {
  return Object.fromEntries(names.map((name) => [`${name}.${extension}`, { of: [original] }]));
}

const dpi = 120;
/** On this paper each dot of a picture of 48 × 64 is one of the raster's. */
const paper = { widthMm: (48 * 25.4) / dpi, heightMm: (64 * 25.4) / dpi };

test('every picture that ImageMagick wrote is looked at', () => {
  const pictures = readdirSync(folder).filter((name) => name !== 'make.sh');
  const known = [...Object.keys(copies), ...drawnSomehow, ...originals];
  expect(pictures.toSorted()).toEqual(known.toSorted());
});

describeWithTools(['pdftoppm', 'mutool'], 'a picture that ImageMagick wrote', () => {
  const bench = new LabelBench();
  afterAll(() => bench.close());

  /** All pages in poppler, then the first in MuPDF. */
  async function draw(name: string): Promise<readonly Raster[]> {
    const pdf = await bench.pdf([await bench.accept(read(name), { paper })]);
    return [...rasterise(pdf, dpi), rasteriseWithMutool(pdf, dpi)];
  }

  test.each(Object.entries(copies))(
    '%s has the pixels that were put into it',
    async (name, { of, off = 0 }) => {
      const drawn = await draw(name);
      const originalsDrawn: (readonly Raster[])[] = [];
      for (const original of of) originalsDrawn.push(await draw(original));
      const expected = [...originalsDrawn.map(([page]) => page!), originalsDrawn[0]!.at(-1)!];
      expect(drawn).toHaveLength(expected.length);
      for (const [index, page] of drawn.entries())
        expect(findWorst(page, expected[index]!), `page ${index + 1}`).toBeLessThanOrEqual(off);
    },
  );

  test.each(drawnSomehow)('%s has its black in place', async (name) => {
    const [expected] = await draw('color.png');
    for (const page of await draw(name)) {
      for (let at = 0; at < page.rgb.length; at += 3)
        if (Math.max(...expected!.rgb.subarray(at, at + 3)) === 0)
          expect(page.rgb[at]).toBeLessThan(128);
    }
  });
});

function findWorst(a: Raster, b: Raster): number {
  expect([a.width, a.height]).toEqual([b.width, b.height]);
  let worst = 0;
  for (let at = 0; at < a.rgb.length; at += 1)
    worst = Math.max(worst, Math.abs(a.rgb[at]! - b.rgb[at]!));
  return worst;
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { LabelBench } from '../../support/label-bench.ts';
import { anyPdf } from '../../support/pdf-arbitrary.ts';
import {
  differingPixels,
  qpdf,
  qpdfCheck,
  rasterise,
  uprightRasters,
} from '../../support/pdf-pixels.ts';
import { describeWithTools } from '../../support/tools.ts';

const rewrites: readonly (readonly string[])[] = [
  [],
  ['--object-streams=generate'],
  ['--linearize'],
];

describeWithTools(['qpdf', 'pdftoppm'], 'any document', () => {
  const bench = new LabelBench();
  afterAll(() => {
    bench.close();
  });

  test('is printed pixel for pixel', async () => {
    const files = fc.array(fc.tuple(anyPdf, fc.constantFrom(...rewrites)), {
      minLength: 4,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(files, async (pairs) => {
        const sources = pairs.map(([{ bytes }, args]) =>
          args.length === 0 ? bytes : qpdf(bytes, ...args),
        );
        const paths: string[] = [];
        for (const source of sources) paths.push(await bench.accept(source));
        const merged = await bench.pdf(paths);
        const path = join(bench.folder, 'merged.pdf');
        writeFileSync(path, merged);
        expect(qpdfCheck(path)).not.toMatch(/WARNING|error:/);
        const pages = rasterise(merged);
        expect(pages).toHaveLength(sources.length);
        sources.forEach((source, index) => {
          const [raster] = uprightRasters(source);
          const allowed = pairs[index]![0].tiled ? raster!.width : 0;
          expect(differingPixels(raster!, pages[index]!)).toBeLessThanOrEqual(allowed);
        });
      }),
      { numRuns: 10, endOnFailure: true, plugins: [fc.interruptAfterTimeLimit(60_000)] },
    );
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLabelBook } from '../../../src/main/labels/index.ts';
import type { LabelBook } from '../../../src/main/labels/index.ts';
import { readLabelsHere } from '../../support/label-process/here.ts';
import { LabelBench } from '../../support/label-bench.ts';
import { flate, onePage } from '../../support/pdf-raw.ts';
import { pdfCorpus, readProducers } from '../../support/pdf-corpus.ts';
import type { Specimen } from '../../support/pdf-corpus.ts';
import {
  differingPixels,
  qpdfCheck,
  readRaster,
  rasteriseInto,
  rasteriseWithGhostscript,
  rasteriseWithMutool,
  uprightRasters,
} from '../../support/pdf-pixels.ts';
import type { Raster } from '../../support/pdf-pixels.ts';
import { describeWithTools } from '../../support/tools.ts';

describeWithTools(['qpdf', 'pdftoppm', 'gs'], 'a merged PDF', () => {
  let folder: string;
  let book: LabelBook;
  let corpus: readonly Specimen[];
  let merged: string;
  const pagesOf = new Map<string, readonly string[]>();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'doca-pixels-'));
    book = createLabelBook({ startProcess: readLabelsHere, spillDir: join(folder, 'spill') });
    corpus = await pdfCorpus();
    const counts: number[] = [];
    for (const [index, { name, bytes }] of corpus.entries()) {
      const path = join(folder, `${index}.pdf`);
      writeFileSync(path, bytes);
      const prepared = await book.prepare(path, { pages: 'all' });
      if (!prepared.ok) throw new Error(`${name}: ${JSON.stringify(prepared.fault)}`);
      counts.push(prepared.value.pages);
    }
    merged = join(folder, 'merged.pdf');
    const entries = corpus.map((_, index) => ({ path: join(folder, `${index}.pdf`) }));
    const written = await book.writePdf(entries, merged);
    if (!written.ok) throw new Error(JSON.stringify(written.fault));
    const drawn = rasteriseInto(mkdtempSync(join(folder, 'drawn-')), merged);
    let next = 0;
    for (const [index, { name }] of corpus.entries()) {
      pagesOf.set(name, drawn.slice(next, next + (counts[index] ?? 0)));
      next += counts[index] ?? 0;
    }
  });

  afterAll(async () => {
    await book.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('passes qpdf’s check', () => {
    expect(qpdfCheck(merged)).not.toMatch(/WARNING|error:/);
  });

  test('has every page of every file, pixel for pixel as it was, in portrait', () => {
    const differences: string[] = [];
    for (const { name, bytes } of corpus) {
      const pages = pagesOf.get(name) ?? [];
      const sources = uprightRasters(bytes);
      if (sources.length !== pages.length)
        differences.push(`${name}: ${pages.length} of ${sources.length} pages`);
      sources.forEach((source, index) => {
        const page = pages[index];
        const count = page === undefined ? -1 : differingPixels(source, readRaster(page));
        if (count !== 0) differences.push(`${name}, page ${index + 1}: ${count} pixels differ`);
      });
    }
    expect(differences).toEqual([]);
  });
});

describeWithTools(['mutool'], 'the PDF of another program, printed', () => {
  const bench = new LabelBench();
  afterAll(() => bench.close());

  test.each(readProducers())('$name looks the same to MuPDF', async ({ bytes }) => {
    const printed = await bench.pdf([await bench.accept(bytes)]);
    expect(differingPixels(rasteriseWithMutool(bytes), rasteriseWithMutool(printed))).toBe(0);
  });
});

describeWithTools(['gs'], 'a font that draws with what its page has', () => {
  const bench = new LabelBench();
  afterAll(() => bench.close());
  const inkOf = ({ rgb }: Raster): number => rgb.reduce((sum, value) => sum + 255 - value, 0);

  test.each([
    ['a drawing', '1000 0 d0 /X1 Do'],
    ['a transparency', '1000 0 d0 /G1 gs 0 0 750 750 re f'],
  ])('still has %s if the page was turned', async (_name, glyph) => {
    const bytes = onePage({
      page: '/Rotate 90',
      content: 'BT /F1 18 Tf 24 380 Td (Remessa 0001) Tj ET BT /T3 90 Tf 30 240 Td (aa) Tj ET',
      resources: '/XObject<</X1 8 0 R>>/ExtGState<</G1<</ca 0.4>>>>',
      fonts: '/T3 6 0 R',
      more: [
        '<</Type/Font/Subtype/Type3/FontBBox[0 0 750 750]/FontMatrix[0.001 0 0 0.001 0 0]/CharProcs<</a 7 0 R>>' +
          '/Encoding<</Type/Encoding/Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[1000]>>',
        flate('', glyph),
        flate(
          '/Type/XObject/Subtype/Form/BBox[0 0 750 750]',
          '0 0 750 750 re 100 100 300 200 re f*',
        ),
      ],
    });
    const before = inkOf(rasteriseWithGhostscript(bytes));
    const after = inkOf(rasteriseWithGhostscript(await bench.pdf([await bench.accept(bytes)])));
    expect(before).toBeGreaterThan(0);
    expect(after / before).toBeCloseTo(1, 1);
  });
});

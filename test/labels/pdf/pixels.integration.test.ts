import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLabelBook } from '../../../src/main/labels/index.ts';
import type { LabelBook } from '../../../src/main/labels/index.ts';
import { readLabelsHere } from '../../support/label-process/here.ts';
import { LabelBench } from '../../support/label-bench.ts';
import { pdfCorpus, readProducers } from '../../support/pdf-corpus.ts';
import type { Specimen } from '../../support/pdf-corpus.ts';
import {
  differingPixels,
  qpdfCheck,
  rasterise,
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
  const pagesOf = new Map<string, readonly Raster[]>();

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
    const rasters = rasterise(merged);
    let next = 0;
    for (const [index, { name }] of corpus.entries()) {
      pagesOf.set(name, rasters.slice(next, next + (counts[index] ?? 0)));
      next += counts[index] ?? 0;
    }
  });

  afterAll(async () => {
    await book.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('has nothing that qpdf would object to', () => {
    expect(qpdfCheck(merged)).not.toMatch(/WARNING|error:/);
  });

  test('has every page of every file, pixel for pixel as it was, in portrait', () => {
    const differences: string[] = [];
    for (const { name, bytes } of corpus) {
      const pages = pagesOf.get(name) ?? [];
      const sources = uprightRasters(bytes);
      if (sources.length !== pages.length) differences.push(`${name}: ${pages.length} of ${sources.length} pages`);
      sources.forEach((source, index) => {
        const page = pages[index];
        const count = page === undefined ? -1 : differingPixels(source, page);
        if (count !== 0) differences.push(`${name}, page ${index + 1}: ${count} pixels differ`);
      });
    }
    expect(differences).toEqual([]);
  });
});

describeWithTools(['mutool'], 'the PDF of another program, printed', () => {
  const bench = new LabelBench();
  afterAll(() => bench.close());

  test.each(readProducers())('$name is to MuPDF what it was', async ({ bytes }) => {
    const printed = await bench.pdf([await bench.accept(bytes)]);
    expect(differingPixels(rasteriseWithMutool(bytes), rasteriseWithMutool(printed))).toBe(0);
  });
});

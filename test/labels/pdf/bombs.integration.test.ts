import { afterAll, describe, expect, test } from 'vitest';
import { LabelBench } from '../../support/label-bench.ts';
import { pdfBombs } from '../../support/label-bombs.ts';

const bench = new LabelBench();
afterAll(() => {
  bench.close();
});

describe('a PDF made to take all of a machine', () => {
  test.each([
    ['index', 'label-corrupt'],
    ['size', 'label-corrupt'],
    ['widths', 'label-corrupt'],
    ['numbers', 'label-too-large'],
    ['nested', 'label-too-large'],
    ['offsets', 'label-too-large'],
    ['count', 'label-too-large'],
    ['endless', 'label-too-large'],
    ['beginnings', 'label-too-large'],
    ['entries', 'label-unrenderable'],
    ['unpacked', 'label-unrenderable'],
    ['updates', 'label-corrupt'],
    ['deep', 'label-corrupt'],
    ['names', 'label-too-large'],
    ['pictures', 'label-too-large'],
  ])('is refused by its reader, in this very process (%s)', async (name, kind) => {
    const before = process.memoryUsage.rss();
    expect(await bench.refusal(pdfBombs[name]!())).toBe(kind);
    expect(process.memoryUsage.rss() - before).toBeLessThan(512 << 20);
  });
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PageChoice } from '#shared/domain/records.ts';
import type { Summary } from '../../src/main/command-line/output/summary.ts';
import { startFaultySandbox, type FaultySandbox } from '../support/faulty-erp/index.ts';
import { runCliHere } from '../support/cli.ts';
import { differingPixels, rasterise } from '../support/pdf-pixels.ts';
import type { Raster } from '../support/pdf-pixels.ts';
import { makeSheets } from '../support/pdf-sheets.ts';
import { describeWithTools } from '../support/tools.ts';

describeWithTools(['pdftoppm'], 'two A4 pages with a label on a part of each', () => {
  const file = makeSheets([
    { place: 'upper left', box: '1 0 0' },
    { place: 'lower right', box: '0 1 0' },
  ]);
  let dir: string;
  let sandbox: FaultySandbox;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'doca-pages-'));
    sandbox = await startFaultySandbox({ shipments: 1, formats: ['pdf'] });
    sandbox.inject({ on: 'label-file', fault: { type: 'file', bytes: file } });
    const change = (body: unknown): unknown => ({
      ...(body as object),
      formaEnvio: { id: 7, nome: 'Loggi' },
    });
    sandbox.inject({ on: 'agrupamento', times: Infinity, fault: { type: 'mutate', change } });
  });
  afterEach(async () => {
    await sandbox.close();
    await rm(dir, { recursive: true });
  });

  /** Returns the pages of a print of the grouping, chosen by a rule for its shipping method. */
  async function print(choice?: PageChoice): Promise<readonly Raster[]> {
    const rules = choice === undefined ? [] : [{ method: { id: 7, name: null }, choice }];
    const env = { T: sandbox.token, HOME: dir, DOCA_PAGE_RULES: JSON.stringify(rules) };
    const { code, stdout, stderr } = await runCliHere(env, [
      ...[
        'dispatch',
        String(sandbox.firstGroupingId),
        '--base-url',
        sandbox.baseUrl,
        '--json',
        '--token-env',
        'T',
      ],
      ...['--data', join(dir, 'data'), '--out', join(dir, 'out')],
    ]);
    expect(code, stderr).toBe(0);
    const { pdf } = JSON.parse(stdout.trim().split('\n').at(-1)!) as Summary;
    return rasterise(await readFile(pdf!));
  }

  const isRed = (red: number, green: number, blue: number): boolean =>
    red > 250 && green < 5 && blue < 5;
  const isGreen = (red: number, green: number, blue: number): boolean =>
    red < 5 && green > 250 && blue < 5;
  function countDots({ rgb }: Raster, is: typeof isRed): number {
    let count = 0;
    for (let at = 0; at < rgb.length; at += 3)
      if (is(rgb[at]!, rgb[at + 1]!, rgb[at + 2]!)) count += 1;
    return count;
  }
  const labelDots = [Math.ceil((100 / 25.4) * 203), Math.ceil((150 / 25.4) * 203)];
  /** A box of 60 × 40 points, drawn at nine tenths; dots at its edge are between the colours. */
  const boxDots = (54 * 36 * 203 ** 2) / 72 ** 2;

  function expectLabel(
    { width, height, ...raster }: Raster,
    inside: typeof isRed,
    outside: typeof isRed,
  ): void {
    expect([width, height]).toEqual(labelDots);
    const dots = countDots({ width, height, ...raster }, inside);
    expect(Math.abs(dots / boxDots - 1)).toBeLessThan(0.04);
    expect(countDots({ width, height, ...raster }, outside)).toBe(0);
  }

  it('come out as the label of the first of them', async () => {
    const [page, ...others] = await print();
    expect(others).toEqual([]);
    expectLabel(page!, isRed, isGreen);
  });

  it('come out as the chosen label', async () => {
    const [page, ...others] = await print({ pages: [2], crop: 'auto' });
    expect(others).toEqual([]);
    expectLabel(page!, isGreen, isRed);
  });

  it('come out as both labels', async () => {
    const [first, second, ...others] = await print({ pages: 'all', crop: 'auto' });
    expect(others).toEqual([]);
    expectLabel(first!, isRed, isGreen);
    expectLabel(second!, isGreen, isRed);
  });

  it('come out as they are', async () => {
    const pages = await print({ pages: [1, 2], crop: 'whole' });
    expect(pages).toHaveLength(2);
    const before = rasterise(file);
    expect(pages.map((page, index) => differingPixels(page, before[index]!))).toEqual([0, 0]);
  });
});

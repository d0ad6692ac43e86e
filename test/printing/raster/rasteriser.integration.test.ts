import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createRasteriser } from '../../../src/main/printing/index.ts';
import type { GrayBitmap, RasterLimits, Rasteriser } from '../../../src/main/printing/index.ts';
import { heavyLabel, labelKit, pdfFile } from '../../support/pdf-heavy-label.ts';
import { qpdf } from '../../support/pdf-pixels.ts';
import { packZeros } from '../../support/packed-zeros.ts';
import { flate, onePage, stream } from '../../support/pdf-raw.ts';
import { describeWithTools } from '../../support/tools.ts';
import { rasterWorkerUrl } from '../support/raster.ts';

const folder = mkdtempSync(join(tmpdir(), 'doca-raster-'));
const opened: Rasteriser[] = [];
let files = 0;

afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function open(limits: RasterLimits = {}, workerUrl = rasterWorkerUrl): Rasteriser {
  const rasteriser = createRasteriser(workerUrl, limits);
  opened.push(rasteriser);
  return rasteriser;
}

function file(bytes: Uint8Array | string): string {
  files += 1;
  const path = join(folder, `${files}.pdf`);
  writeFileSync(path, bytes);
  return path;
}

/** Pages of 100 × 150 points; each has a bar of another width. */
function pages(...widths: readonly number[]): Buffer {
  return pdfFile([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${widths.map((_, index) => `${index * 2 + 3} 0 R`).join(' ')}]/Count ${widths.length}>>`,
    ...widths.flatMap((width, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 150]/Contents ${index * 2 + 4} 0 R>>`,
      flate('', `10 10 ${width} 20 re f`),
    ]),
  ]);
}

const black = ({ gray }: GrayBitmap): number =>
  gray.reduce((sum, value) => sum + (value < 128 ? 1 : 0), 0);

/** For pages whose rasteriser is like any other: each new one would compile PDFium again. */
const shared = createRasteriser(rasterWorkerUrl);
afterAll(shared.close);

describe('a rasteriser', () => {
  test.each([
    [203.2, 800, 1200],
    [300, 1181, 1772],
    [600, 2362, 3543],
  ])('draws a label at %d dpi on exactly its dots', async (dpi, width, height) => {
    const path = file(
      onePage({ page: '/MediaBox[0 0 283.4639 425.196]', content: '0 0 283.46 212.6 re f' }),
    );
    const page = await shared.rasterise(path, 1, dpi);
    expect(page).toMatchObject({ width, height });
    expect(page!.gray).toHaveLength(width * height);
    expect(black(page!) / (width * height)).toBeCloseTo(0.5, 2);
    // Black below, white above: rows come from the top.
    expect([page!.gray[0], page!.gray.at(-1)]).toEqual([255, 0]);
  });

  test.each([
    ['stays', '/MediaBox[0 0 100 150]', '0 130 100 20 re f'],
    ['is turned clockwise if it lies', '/MediaBox[0 0 150 100]', '0 0 20 100 re f'],
    ['is turned after its own turn', '/MediaBox[0 0 100 150]/Rotate 90', '0 0 100 20 re f'],
    ['is turned in its box', '/MediaBox[0 0 500 500]/CropBox[40 60 190 160]', '0 0 60 500 re f'],
  ])('draws a page upright: one %s', async (_, page, content) => {
    const drawn = (await shared.rasterise(file(onePage({ page, content })), 1, 72))!;
    expect(drawn).toMatchObject({ width: 100, height: 150 });
    expect(black({ ...drawn, gray: drawn.gray.subarray(0, 100 * 20) })).toBe(100 * 20);
    expect(black(drawn)).toBe(100 * 20);
  });

  test('returns the same dots every time, and null past the last page', async () => {
    const path = file(heavyLabel(await labelKit(), 7));
    const first = await shared.rasterise(path, 1, 203.2);
    expect(await shared.rasterise(path, 2, 203.2)).toBeNull();
    expect(await shared.rasterise(path, 1, 203.2)).toEqual(first);
    expect(await open().rasterise(path, 1, 203.2)).toEqual(first);
  });

  test('returns each page of each file to its caller, also if two files take turns', async () => {
    const paths = [file(pages(10, 20, 30)), file(pages(15, 25, 35))];
    const asked = [1, 2, 3].flatMap((number) =>
      paths.map((path) => shared.rasterise(path, number, 72)),
    );
    const drawn = await Promise.all(asked);
    expect(drawn.map((page) => black(page!) / 20)).toEqual([10, 15, 20, 25, 30, 35]);
  });

  test('draws the present file at the path', async () => {
    const path = file(pages(10, 20));
    expect(black((await shared.rasterise(path, 1, 72))!)).toBe(10 * 20);
    writeFileSync(path, pages(40, 50));
    expect(black((await shared.rasterise(path, 2, 72))!)).toBe(50 * 20);
  });

  test.each([203.2, 300])(
    'draws bars as wide as they are on average, each drawn by itself, at %d dpi',
    async (dpi) => {
      const dot = 72 / dpi;
      const bars = Array.from(
        { length: 60 },
        (_, index) => `${20 + index * 9.37 * dot} 20 ${2.3 * dot} 60 re f`,
      );
      const page = (await shared.rasterise(file(onePage({ content: bars.join('\n') })), 1, dpi))!;
      const row = page.gray
        .subarray((page.height - Math.round(50 / dot)) * page.width)
        .subarray(0, page.width);
      const mean = black({ ...page, gray: row }) / bars.length;
      expect(mean).toBeGreaterThan(2.1);
      expect(mean).toBeLessThan(2.6);
    },
  );

  test.each(['0 w', '0.1 w', '0.25 w', '0.5 w'])(
    'loses no line, however thin (%s)',
    async (width) => {
      const lines = Array.from(
        { length: 30 },
        (_, index) => `20 ${20.13 + index * 11.07} m 260 ${20.13 + index * 11.07} l S`,
      );
      const path = file(onePage({ content: [width, ...lines].join('\n') }));
      for (const dpi of [203.2, 300]) {
        const page = (await shared.rasterise(path, 1, dpi))!;
        const column = Array.from(
          { length: page.height },
          (_, y) => page.gray[y * page.width + (page.width >> 1)]! < 128,
        );
        expect(column.filter((isBlack, y) => isBlack && column[y - 1] !== true)).toHaveLength(
          lines.length,
        );
      }
    },
  );
});

describe('a file that cannot be drawn', () => {
  const good = onePage({ page: '/MediaBox[0 0 72 72]', content: '0 0 72 36 re f' });

  /** The page ends in this error, and the next file is drawn all the same. */
  async function refused(
    rasteriser: Rasteriser,
    path: string,
    dpi: number,
    why: string | RegExp,
  ): Promise<void> {
    await expect(rasteriser.rasterise(path, 1, dpi)).rejects.toThrow(why);
    const next = await rasteriser.rasterise(file(good), 1, 100);
    expect(next).toMatchObject({ width: 100, height: 100 });
    expect(black(next!)).toBe(100 * 50);
  }

  test.each([
    ['is not there', 'none', 'cannot be read'],
    ['is empty', '', 'damaged'],
    ['is something else', '<!doctype html>', 'damaged'],
    ['is cut off', onePage().subarray(0, 60), 'damaged'],
    ['has no pages', pages(), 'damaged'],
  ])('because it %s', async (_, content, why) => {
    await refused(shared, content === 'none' ? join(folder, 'none') : file(content), 203.2, why);
  });

  test('because its page is as large as a wall', async () => {
    await refused(
      shared,
      file(onePage({ page: '/MediaBox[0 0 14400 14400]' })),
      203.2,
      '40640 × 40640 dots',
    );
  });

  test('because it takes for ever', async () => {
    const side = 2000;
    const image = flate(
      `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceGray/Interpolate true`,
      Buffer.alloc(side * side, Buffer.from(Array.from({ length: 251 }, (_, index) => index))),
    );
    const content = `280 9 -9 400 9 9 cm ${'/I Do '.repeat(100_000)}`;
    const endless = onePage({ content, resources: '/XObject<</I 6 0 R>>', more: [image] });
    await refused(open({ timeoutMs: 1500 }), file(endless), 203.2, 'not drawn after 1500 ms');
  });

  test('because it draws more than memory holds', async () => {
    // Each form draws the next one ten times: 10 to the 9th rectangles.
    const depth = 9;
    const form = (index: number): Buffer =>
      flate(
        `/Type/XObject/Subtype/Form/BBox[0 0 300 500]/Resources<</XObject<</N ${index + 7} 0 R>>>>`,
        index === depth ? '0 0 200 300 re f' : '/N Do '.repeat(10),
      );
    const forms = Array.from({ length: depth + 1 }, (_, index) => form(index));
    const many = onePage({ content: '/N Do', resources: '/XObject<</N 6 0 R>>', more: forms });
    await refused(
      open({ maxMemoryBytes: 64 * 1024 * 1024 }),
      file(many),
      203.2,
      /memory|not drawn/,
    );
  });

  test('because it unpacks to more than memory', async () => {
    const side = 12_000;
    const image = stream(
      `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode`,
      packZeros(side * side * 3),
    );
    const bomb = onePage({
      content: '200 0 0 200 0 0 cm /I Do',
      resources: '/XObject<</I 6 0 R>>',
      more: [image],
    });
    await refused(
      open({ maxMemoryBytes: 64 * 1024 * 1024, timeoutMs: 600_000 }),
      file(bomb),
      203.2,
      /memory/,
    );
  });

  test('because it is larger than memory', async () => {
    const path = file(Buffer.concat([onePage(), Buffer.alloc(80 * 1024 * 1024)]));
    await refused(open({ maxMemoryBytes: 64 * 1024 * 1024 }), path, 203.2, /memory/);
  });

  test.each([
    ['hang', 'not drawn after'],
    ['exit', 'exited with 3'],
    ['throw', 'fell over'],
  ])('because its worker falls on it (%s): the pages around it are drawn', async (word, why) => {
    const { rasterise } = open(
      { timeoutMs: 6000 },
      new URL('../../support/raster-fragile-worker.ts', import.meta.url),
    );
    const path = file(good);
    const around = await Promise.allSettled([
      rasterise(path, 1, 100),
      rasterise(word, 1, 100),
      rasterise(path, 1, 100),
    ]);
    expect(around.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(String((around[1] as PromiseRejectedResult).reason)).toContain(why);
  });
});

describeWithTools(['qpdf'], 'a locked file', () => {
  test('is named as such', async () => {
    const locked = file(qpdf(onePage(), '--encrypt', 'secret', 'owner', '256', '--'));
    await expect(shared.rasterise(locked, 1, 203.2)).rejects.toThrow('password');
  });
});

describe("a rasteriser's worker", () => {
  const numbered = new URL('../../support/raster-number-worker.ts', import.meta.url);
  const numberOf = ({ rasterise }: Rasteriser): Promise<unknown> =>
    rasterise('', 1, 1).catch((error: unknown) => error);

  test('stays for the next page, and ends after a time without one', async () => {
    const busy = open({}, numbered);
    expect(await numberOf(busy)).toEqual(await numberOf(busy));
    const resting = open({ idleMs: 5 }, numbered);
    const first = await numberOf(resting);
    await expect.poll(() => numberOf(resting), { interval: 100 }).not.toEqual(first);
  });

  test('is ended with its rasteriser, and its requests too', async () => {
    const rasteriser = open();
    const path = file(onePage());
    const asked = [1, 1, 1].map(() => rasteriser.rasterise(path, 1, 300));
    await Promise.all([rasteriser.close(), Promise.allSettled(asked)]);
    for (const one of asked) await expect(one).rejects.toThrow('closed');
    await expect(rasteriser.rasterise(path, 1, 300)).rejects.toThrow('closed');
  });
});

import { PDFArray, PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LabelBench } from '../../support/label-bench.ts';
import { heavyLabel, labelKit, pdfFile } from '../../support/pdf-heavy-label.ts';
import type { LabelKit } from '../../support/pdf-heavy-label.ts';
import { drawing, flate, helvetica, onePage } from '../../support/pdf-raw.ts';

const bench = new LabelBench();
let kit: LabelKit;
beforeAll(async () => {
  kit = await labelKit();
});
afterAll(() => {
  bench.close();
});

/** Width and height of each page. */
async function sizesOf(pdf: Buffer): Promise<readonly (readonly number[])[]> {
  const document = await PDFDocument.load(pdf);
  return document.getPages().map((page) => [page.getWidth(), page.getHeight()]);
}

describe('a written book', () => {
  test('has shared objects of labels only once', async () => {
    const paths: string[] = [];
    for (let index = 0; index < 60; index += 1)
      paths.push(await bench.accept(heavyLabel(kit, index)));
    const one = (await bench.pdf(paths.slice(0, 1))).length;
    const all = (await bench.pdf(paths)).length;
    expect(one).toBeGreaterThan(220_000);
    expect(all - one).toBeLessThan(59 * 2000);
  });

  test('has a page for each label, also for the same label twice', async () => {
    const path = await bench.accept(onePage());
    const pdf = await bench.pdf([path, await bench.accept(onePage()), path]);
    expect(await sizesOf(pdf)).toHaveLength(3);
    const document = await PDFDocument.load(pdf);
    expect(new Set(document.getPages().map((page) => page.ref.objectNumber)).size).toBe(3);
  });

  test('names its paper if all of its pages have that size, nearly', async () => {
    const paths: string[] = [];
    for (const width of [283.46, 284, 290])
      paths.push(await bench.accept(onePage({ page: `/MediaBox[0 0 ${width} 425.2]` })));
    const [label, rounded, wide] = paths;
    expect(await bench.write([label!, rounded!])).toMatchObject({
      book: { paper: { widthMm: 100.2, heightMm: 150 } },
    });
    expect(await bench.write([label!, wide!])).not.toHaveProperty('book.paper');
  });

  test('keeps the order of hundreds of pages in a balanced tree', async () => {
    const widths = Array.from({ length: 1100 }, (_, index) => 100 + index / 10);
    const source = pdfFile([
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Kids[${widths.map((_, index) => `${index + 4} 0 R`).join(' ')}]/Count 1100>>`,
      flate('', '0 0 5 5 re f'),
      ...widths.map(
        (width) => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} 300]/Contents 3 0 R>>`,
      ),
    ]);
    const pdf = await bench.pdf([await bench.accept(source)]);
    const document = await PDFDocument.load(pdf);
    expect(document.getPages().map((page) => page.getWidth())).toEqual(widths);
    const depthOf = (node: PDFDict): number =>
      node.lookup(PDFName.of('Type')) === PDFName.of('Page')
        ? 0
        : 1 +
          Math.max(
            ...node
              .lookup(PDFName.of('Kids'), PDFArray)
              .asArray()
              .map((kid) => depthOf(document.context.lookup(kid, PDFDict))),
          );
    expect(depthOf(document.catalog.lookup(PDFName.of('Pages'), PDFDict))).toBeLessThanOrEqual(3);
  });

  test('is an empty document if there are no entries', async () => {
    const empty = await PDFDocument.load(await bench.pdf([]), { updateMetadata: false });
    expect(empty.catalog.Pages().Count().asNumber()).toBe(0);
  });

  test('drops data that identifies the source: dates, tools, metadata, structure', async () => {
    const source = await PDFDocument.load(onePage());
    source.setTitle('Etiqueta de Maria');
    const pdf = await bench.pdf([await bench.accept(await source.save())]);
    const document = await PDFDocument.load(pdf, { updateMetadata: false });
    expect(document.getTitle()).toBeUndefined();
    expect(document.getCreationDate()).toBeUndefined();
    expect(document.getProducer()).toBe('Doca');
  });
});

describe('pages', () => {
  const sized = async (page: string): Promise<readonly number[] | undefined> =>
    (await sizesOf(await bench.pdf([await bench.accept(onePage({ page }))])))[0];

  test('are turned by the same angle, though it is written in another way', async () => {
    const turned = async (degrees: number) =>
      bench.pdf([
        await bench.accept(onePage({ page: `/MediaBox[0 0 425 283]/Rotate ${degrees}` })),
      ]);
    const once = await turned(270);
    for (const degrees of [-90, 630]) expect((await turned(degrees)).equals(once)).toBe(true);
    expect((await turned(90)).equals(once)).toBe(false);
  });

  test('are portrait at the exact size of the visible part', async () => {
    expect(await sized('/MediaBox[0 0 283.46 425.2]')).toEqual([283.46, 425.2]);
    expect(await sized('/MediaBox[0 0 425.2 283.46]')).toEqual([283.46, 425.2]);
    expect(await sized('/MediaBox[10.1 20.2 110.1 220.2]')).toEqual([100, 200]);
    expect(await sized('/MediaBox[0 0 300 400]/Rotate 90')).toEqual([300, 400]);
    expect(await sized('/MediaBox[0 0 300 400]/CropBox[-50 60 200 900]')).toEqual([200, 340]);
    expect(await sized('/MediaBox[0 0 300 400]/CropBox[500 500 600 600]')).toEqual([300, 400]);
    expect(await sized('/MediaBox[0 0 100 150]/UserUnit 2')).toEqual([200, 300]);
    expect(await sized('/MediaBox[0 0 0 0]')).toEqual([612, 792]);
  });

  test('that need no change are left as they are', async () => {
    const pdf = await PDFDocument.load(await bench.pdf([await bench.accept(onePage())]));
    const objects = pdf.context.enumerateIndirectObjects().map(([, object]) => object.toString());
    expect(objects.join('\n')).toContain('/MediaBox');
    expect(objects.join('\n')).not.toMatch(/\/Form|\/Rotate/);
  });

  const sheets = (sizes: readonly string[]): Buffer =>
    pdfFile([
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Kids[${sizes.map((_, index) => `${index + 5} 0 R`).join(' ')}]/Count ${sizes.length}>>`,
      flate('', drawing),
      helvetica,
      ...sizes.map(
        (size) =>
          `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size}]/Contents 3 0 R/Resources<</Font<</F1 4 0 R>>>>>>`,
      ),
    ]);
  const a4 = '595.28 841.89';
  const label = '283.46 425.2';

  test.each([
    ['auto', [a4, a4, a4], 1],
    ['auto', ['612 792', '792 612'], 1],
    ['auto', [a4], 1],
    ['auto', [label, label], 2],
    ['auto', [label, a4], 1],
    ['auto', [a4, label, label], 2],
    ['auto', ['419.53 595.28', '419.53 595.28'], 2],
    ['all', [a4, a4], 2],
    [[2], [a4, a4], 1],
    [[1, 3], [label, label, a4], 2],
    [[7], [a4, a4], 0],
  ] as const)('chosen by rule %j of %j are %i', async (pages, sizes, count) => {
    const reply = await bench.prepare(bench.put(sheets(sizes)), { pages });
    expect(reply).toMatchObject({ type: 'prepared', label: { pages: count } });
  });
});

test('layers are merged so that each stays as it was', async () => {
  const layered = (config: string): Buffer =>
    onePage({
      content: '/OC /L BDC 0 0 50 50 re f EMC',
      resources: '/Properties<</L 6 0 R>>',
      more: ['<</Type/OCG/Name(Layer 1)>>'],
      catalog: `/OCProperties<</OCGs[6 0 R]/D<<${config}>>>>`,
    });
  const pdf = await bench.pdf([
    await bench.accept(layered('')),
    await bench.accept(layered('/OFF[6 0 R]')),
  ]);
  const document = await PDFDocument.load(pdf);
  const properties = document.catalog.lookup(PDFName.of('OCProperties'), PDFDict);
  const off = properties.lookup(PDFName.of('D'), PDFDict).lookup(PDFName.of('OFF'), PDFArray);
  const layerOf = (index: number): unknown => {
    const resources = document.getPage(index).node.Resources()!;
    return resources.lookup(PDFName.of('Properties'), PDFDict).get(PDFName.of('L'));
  };
  expect(off.asArray()).toEqual([layerOf(1)]);
  expect(layerOf(0)).not.toEqual(layerOf(1));
});

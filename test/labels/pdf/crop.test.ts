import { afterAll, describe, expect, it } from 'vitest';
import { findLabelAreas } from '../../../src/main/labels/pdf/look/label-area.ts';
import { grayscale, PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { LabelBench } from '../../support/label-bench.ts';
import { onePage } from '../../support/pdf-raw.ts';
import { cutRow, dotsPerMm, makeInk } from '../../support/sheet-ink.ts';
import type { Spot } from '../../support/sheet-ink.ts';

const label: Spot = { x: 10, y: 8, wide: 90, high: 130 };

describe('the label on a sheet', () => {
  it.each([
    ['in the upper left quarter', [label], false, { width: 100, height: 150 }],
    ['over a dashed line', [label], true, { width: 100, height: 150 }],
    [
      'lying in the lower half',
      [{ x: 30, y: 180, wide: 140, high: 90 }],
      false,
      { width: 150, height: 100 },
    ],
    [
      'as wide as its half',
      [{ x: 5, y: 5, wide: 195, high: 130 }],
      true,
      { width: 210, height: 148.5 },
    ],
  ] as const)('%s is found', (_, spots, hasCut, size) => {
    expect(findLabelAreas(makeInk(spots, hasCut), dotsPerMm)).toMatchObject([size]);
  });

  it('ends before the line to cut along', () => {
    const spot = { x: 30, y: 54, wide: 140, high: 92.5 };
    const [area] = findLabelAreas(makeInk([spot], true), dotsPerMm);
    expect(area).toMatchObject({ width: 150, height: 100 });
    expect(area!.top + area!.height).toBeLessThanOrEqual((cutRow + 0.5) / dotsPerMm);
  });

  it.each([
    ['a page of both halves', [label, { x: 100, y: 250, wide: 1, high: 1 }], false],
    ['a word on a page', [{ x: 10, y: 10, wide: 60, high: 12 }], false],
    ['a line that is whole', [label, { x: 5, y: 148, wide: 200, high: 0.5 }], false],
    ['a white page', [], false],
    ['a cut line alone', [], true],
  ] as const)('%s stays whole', (_, spots, hasCut) => {
    const areas = findLabelAreas(makeInk(spots, hasCut), dotsPerMm);
    expect(areas).toMatchObject(_ === 'a line that is whole' ? [{ width: 210 }] : []);
  });
});

/*
 * The service sends such sheets of Correios according to its users (field notes); none was
 * published.
 */
describe('several labels on a sheet', () => {
  /** Of four, in the order in which people read. */
  const places = [0, 1, 2, 3].map((place) => ({
    x: (place % 2) * 105 + 5,
    y: Math.floor(place / 2) * 148 + 5,
  }));
  const fill = (taken: readonly number[], wide = 90, high = 138): readonly Spot[] =>
    taken.map((place) => ({ ...places[place]!, wide, high }));
  const halves = [0, 148].map((y) => ({ x: 30, y: y + 10, wide: 150, high: 120 }));

  it.each([
    ['four', fill([0, 1, 2, 3]), false, 4],
    ['four with lines to cut along', fill([0, 1, 2, 3]), true, 4],
    ['three', fill([0, 1, 2]), false, 3],
    ['two of four, side by side', fill([0, 1]), false, 2],
    ['two of four, one below the other', fill([0, 2]), true, 2],
    ['two halves', halves, false, 2],
    ['two halves with a line to cut along', halves, true, 2],
  ] as const)('%s are cut out, row by row', (_, spots, hasCut, count) => {
    const areas = findLabelAreas(makeInk(spots, hasCut), dotsPerMm);
    expect(areas).toHaveLength(count);
    for (const [index, { left, top, width: wide, height: high }] of areas.entries()) {
      const spot = spots[index]!;
      expect(left).toBeLessThanOrEqual(spot.x);
      expect(top).toBeLessThanOrEqual(spot.y);
      expect(left + wide).toBeGreaterThanOrEqual(spot.x + spot.wide);
      expect(top + high).toBeGreaterThanOrEqual(spot.y + spot.high);
    }
  });

  it.each([
    [
      'a text with a gap in its middle',
      [
        { x: 20, y: 20, wide: 170, high: 126 },
        { x: 20, y: 150, wide: 170, high: 127 },
      ],
    ],
    [
      'a label and half a page of another kind',
      [halves[0]!, { x: 10, y: 160, wide: 190, high: 120 }],
    ],
    [
      'labels that do not begin alike',
      [...fill([0, 1, 2]), { x: 125, y: 160, wide: 80, high: 120 }],
    ],
    ['a table over the middle', [{ x: 10, y: 10, wide: 190, high: 270 }]],
    ['words in four corners', fill([0, 1, 2, 3], 40, 20)],
  ])('%s stays whole', (_, spots) => {
    expect(findLabelAreas(makeInk(spots, false), dotsPerMm)).toEqual([]);
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

  it.each([
    [a4, frame],
    [`${a4}/Rotate 90`, frame],
    [`${a4}/Rotate 180`, frame],
    ['/MediaBox[0 0 297.64 420.945]/UserUnit 2', `0.5 0 0 0.5 0 0 cm ${frame}`],
  ])('is cut down to it (%s)', async (page, content) => {
    const { reply, size } = await read(onePage({ page, content }), 'auto');
    expect(reply).toMatchObject({
      label: { pages: 1, filePages: 1, croppedPages: 1, paper: { widthMm: 100 } },
    });
    expect(size).toEqual([100, 150]);
  });

  it('stays whole if the packer chose so, and if ink is in both halves', async () => {
    const whole = await read(onePage({ page: a4, content: frame }), 'whole');
    expect(whole).toMatchObject({ reply: { label: { croppedPages: 0 } }, size: [210, 297] });
    const full = await read(onePage({ page: a4, content: `${frame} 300 20 200 5 re f` }), 'auto');
    expect(full).toMatchObject({ reply: { label: { croppedPages: 0 } }, size: [210, 297] });
  });

  it('leaves a page of the size of a label as it is', async () => {
    const path = bench.put(
      onePage({ page: '/MediaBox[0 0 283 425]', content: '0 0 100 100 re f' }),
    );
    expect(await bench.prepare(path, { crop: 'auto' })).toMatchObject({
      label: { croppedPages: 0 },
    });
  });
});

describe('a PDF of sheets with several labels', () => {
  const bench = new LabelBench();
  afterAll(() => bench.close());
  const grey = { color: grayscale(0.5) };

  /**
   * Sheets of four with this many labels each, as the field notes describe those of Correios; a
   * form after them.
   */
  const makeSheets = async (counts: readonly number[]): Promise<Uint8Array> => {
    const document = await PDFDocument.create();
    for (const count of counts) {
      const page = document.addPage([595.28, 841.89]);
      for (let place = 0; place < count; place += 1) {
        const [x, y] = [(place % 2) * 297.64 + 15, 420.9 * (1 - Math.floor(place / 2)) + 15];
        page.drawRectangle({ x, y, width: 260, height: 390, ...grey });
      }
    }
    document
      .addPage([595.28, 841.89])
      .drawRectangle({ x: 20, y: 20, width: 555, height: 800, ...grey });
    return document.save();
  };

  it('is cut into as many labels, sheet after sheet, and no page of another kind', async () => {
    const path = bench.put(await makeSheets([4, 1]));
    const label = {
      pages: 5,
      filePages: 3,
      croppedPages: 5,
      paper: { widthMm: 100, heightMm: 150 },
    };
    expect(await bench.prepare(path, { pages: 'auto', crop: 'auto' })).toMatchObject({ label });
    const written = await PDFDocument.load(await bench.pdf([path]));
    expect(written.getPageCount()).toBe(5);
    expect(await bench.prepare(path, { pages: [2], crop: 'auto' })).toMatchObject({
      label: { pages: 1 },
    });
    expect(await bench.prepare(path, { pages: 'auto', crop: 'whole' })).toMatchObject({
      label: { pages: 1 },
    });
  });

  it('is cut if only a later sheet has a text field that has to be drawn', async () => {
    const document = await PDFDocument.load(await makeSheets([4, 4]));
    const note = { Type: 'Annot', Subtype: 'FreeText', Rect: [20, 20, 200, 60], F: 4 };
    const text = { Contents: PDFString.of('Nota 1'), DA: PDFString.of('/Helv 12 Tf 0 g') };
    document
      .getPage(1)
      .node.set(PDFName.of('Annots'), document.context.obj([{ ...note, ...text }]));
    const path = bench.put(await document.save());
    expect(await bench.prepare(path, { pages: 'auto', crop: 'auto' })).toMatchObject({
      label: { pages: 8 },
    });
  });
});

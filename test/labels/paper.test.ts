import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { book, file, folder, open, useBookFolder } from '../support/book-folder.ts';

const pointsPerMm = 72 / 25.4;

/** A label with pages of these sizes in mm. */
async function pdf(name: string, ...sizes: readonly (readonly [number, number])[]) {
  const document = await PDFDocument.create();
  for (const [width, height] of sizes) {
    const page = document.addPage([width * pointsPerMm, height * pointsPerMm]);
    page.drawRectangle({ x: 10, y: 10, width: 40, height: 40 });
  }
  return file(name, Buffer.from(await document.save()));
}

useBookFolder();

describe('a label’s paper', () => {
  test.each<[string, readonly (readonly [number, number])[], readonly [number, number]]>([
    ['is its page’s size', [[100, 150]], [100, 150]],
    ['is upright, however the page came', [[148, 105]], [105, 148]],
    [
      'holds each of its pages',
      [
        [100, 150],
        [105, 148],
      ],
      [105, 150],
    ],
  ])('%s', async (name, sizes, [widthMm, heightMm]) => {
    open();
    const label = await pdf(name, ...sizes);
    const prepared = await book.prepare(label.path, { pages: 'all' });
    expect(prepared).toMatchObject({
      ok: true,
      value: { pages: sizes.length, paper: { widthMm, heightMm } },
    });
  });

  test('of ZPL is the one that it is drawn for', async () => {
    open();
    const label = file('label.zpl', '^XA^FO50,50^GB300,300,20^FS^XZ');
    const paper = { widthMm: 100, heightMm: 100 };
    expect(await book.prepare(label.path, { paper })).toMatchObject({
      ok: true,
      value: { hasZpl: true, paper },
    });
  });
});

describe('a ZPL book', () => {
  test('has the end of each label of each entry, also of those without ZPL', async () => {
    open();
    const box = '^FO10,10^GB90,90,9^FS';
    const [one, two] = [`^XA${box}^XZ`, `^XA^PW800^XZ^XA${box}^XZ^XA${box}${box}^XZ\r\n`];
    const entries = [file('one.zpl', one), await pdf('between', [100, 150]), file('two.zpl', two)];
    for (const { path } of entries) await book.prepare(path);
    const out = join(folder, 'out.zpl');
    const endOfFirst = two.indexOf(`^XA${box}${box}`);
    const labelEnds = [
      [one.length],
      [],
      [endOfFirst, two.length - 2].map((end) => one.length + end),
    ];
    expect(await book.writeZpl(entries, out)).toMatchObject({ ok: true, value: { labelEnds } });
    expect(readFileSync(out, 'latin1')).toBe(one + two);
    const marked = await book.writeZpl([{ path: entries[0]!.path, mark: '2' }, entries[2]!], out);
    const [[first = 0] = [], [, last = 0] = []] = marked.ok ? (marked.value.labelEnds ?? []) : [];
    const text = readFileSync(out, 'latin1');
    expect(first).toBeGreaterThan(one.length);
    expect([text.slice(first), last]).toEqual([two, first + two.length - 2]);
  });
});

import { deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LabelBench } from '../../support/label-bench.ts';
import { packZeros } from '../../support/packed-zeros.ts';
import { pdfFile } from '../../support/pdf-heavy-label.ts';
import { randomBytes } from '../../support/pdf-random.ts';
import { drawing, flate, loseIndex, onePage, stream } from '../../support/pdf-raw.ts';

const bench = new LabelBench();
afterAll(() => {
  bench.close();
});

describe('a damaged PDF', () => {
  const image =
    '/Type/XObject/Subtype/Image/Width 20/Height 20/BitsPerComponent 8/ColorSpace/DeviceRGB';
  const plain = onePage({
    content: `${drawing}\nq 100 0 0 100 20 20 cm /Im Do Q`,
    resources: '/XObject<</Im 6 0 R>>',
    more: [flate(image, randomBytes(1200, 1))],
  });
  let whole: Buffer;

  beforeAll(async () => {
    whole = await bench.pdf([await bench.accept(plain)]);
  });

  test('cut right after the dictionary of a stream is refused', async () => {
    const end = plain.lastIndexOf('stream\n', plain.lastIndexOf('endstream') - 1);
    for (const length of [end - 1, end, end + 4]) {
      expect(await bench.refusal(plain.subarray(0, length))).toBe('label-corrupt');
    }
  });

  test('does not spoil the others', async () => {
    const good = await bench.accept(plain);
    expect(await bench.refusal(plain.subarray(0, 300))).toBe('label-corrupt');
    expect(await bench.pdf([good])).toEqual(whole);
  });

  test('whose content, picture or page is missing is refused', async () => {
    expect(await bench.refusal(onePage({ page: '/Contents 77 0 R' }))).toBe('label-corrupt');
    expect(
      await bench.refusal(
        pdfFile(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>']),
      ),
    ).toBe('label-corrupt');
    expect(
      await bench.refusal(
        pdfFile(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[9 0 R]/Count 1>>']),
      ),
    ).toBe('label-corrupt');
    expect(await bench.refusal(Buffer.from('%PDF-1.7\nnothing of the kind'))).toBe('label-corrupt');
  });

  test('of which one object that is needed has no beginning any more is refused', async () => {
    for (const header of ['4 0 obj', '5 0 obj', '6 0 obj']) {
      const text = plain.toString('latin1').replace(header, header.replace('obj', 'xxx'));
      expect(await bench.refusal(Buffer.from(text, 'latin1'))).toBe('label-corrupt');
    }
  });

  test('that would print only white paper is refused; a blank page among others is not', async () => {
    expect(await bench.refusal(onePage({ content: ' \n' }))).toBe('label-corrupt');
    expect(
      await bench.refusal(
        Buffer.from(plain.toString('latin1').replace('/Contents', '/Xontents'), 'latin1'),
      ),
    ).toBe('label-corrupt');
    const document = await PDFDocument.load(plain);
    document.addPage([283, 425]);
    const path = bench.put(await document.save());
    expect(await bench.prepare(path)).toMatchObject({ type: 'prepared', label: { pages: 2 } });
  });

  test('whose compressed data stop early is refused, in the content and in a picture', async () => {
    const packed = deflateSync(drawing);
    const cut = stream('/Filter/FlateDecode', packed.subarray(0, packed.length - 20));
    expect(await bench.refusal(onePage({ content: cut }))).toBe('label-corrupt');
    const picture = stream(
      `${image}/Filter/FlateDecode`,
      deflateSync(randomBytes(1200, 1)).subarray(0, 500),
    );
    expect(
      await bench.refusal(onePage({ resources: '/XObject<</Im 6 0 R>>', more: [picture] })),
    ).toBe('label-corrupt');
  });

  test('whose checksum was merely left out is printed', async () => {
    const packed = deflateSync(drawing);
    const content = stream('/Filter/FlateDecode', packed.subarray(0, packed.length - 4));
    await expect(bench.accept(onePage({ content }))).resolves.toBeTypeOf('string');
  });

  test('that unpacks to gigabytes is refused without unpacking them', async () => {
    const zeros = packZeros(140 << 20);
    expect(await bench.refusal(onePage({ content: stream('/Filter/FlateDecode', zeros) }))).toBe(
      'label-too-large',
    );
  });

  test.each([
    ['/Type/ObjStm', '\n'],
    ['/Type/ObjStm', '\r'],
    ['/Type/ObjSt#6d', '\n'],
    ['/#54ype /#4fbjStm', '\n'],
  ])(
    'with objects packed as %s, after %j, that unpack to gigabytes is refused without unpacking them',
    async (type, end) => {
      const packed = stream(`${type}/N 1/First 4/Filter/FlateDecode`, packZeros(140 << 20));
      const text = packed.toString('latin1').replace('stream\n', `stream${end}`);
      const file = onePage({ more: [Buffer.from(text, 'latin1')] });
      expect(await bench.refusal(loseIndex(file))).toBe('label-too-large');
    },
  );

  test('nested without end, or going in circles, is refused in time', async () => {
    const deep = '['.repeat(200_000);
    expect(await bench.refusal(onePage({ resources: '/XObject 6 0 R', more: [deep] }))).toBe(
      'label-corrupt',
    );
    expect(
      await bench.refusal(onePage({ resources: '/XObject 6 0 R', more: ['7 0 R', '6 0 R'] })),
    ).toBe('label-corrupt');
    const circle = pdfFile([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[2 0 R]/Count 1>>',
    ]);
    expect(await bench.refusal(circle)).toBe('label-corrupt');
  });

  test('of a long chain of objects does not overflow the stack', async () => {
    const chain = Array.from({ length: 30_000 }, (_, index) => `<</Next ${index + 7} 0 R>>`);
    await expect(
      bench.accept(onePage({ resources: '/Chain 6 0 R', more: [...chain, '<<>>'] })),
    ).resolves.toBeTypeOf('string');
  });

  test('of a long circle of objects costs neither itself nor the others', async () => {
    const circle = Array.from(
      { length: 30_000 },
      (_, index) => `<</Next ${((index + 1) % 30_000) + 6} 0 R>>`,
    );
    const path = await bench.accept(onePage({ resources: '/Circle 6 0 R', more: circle }));
    expect((await bench.pdf([await bench.accept(onePage()), path])).length).toBeGreaterThan(1000);
  });
});

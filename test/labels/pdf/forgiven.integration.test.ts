import { constants, deflateSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { LabelBench } from '../../support/label-bench.ts';
import { pdfFile } from '../../support/pdf-heavy-label.ts';
import { differingPixels, qpdf, rasterise, rasteriseWithMutool } from '../../support/pdf-pixels.ts';
import { randomBytes } from '../../support/pdf-random.ts';
import { drawing, flate, helvetica, onePage, stream } from '../../support/pdf-raw.ts';
import { describeWithTools } from '../../support/tools.ts';

const bench = new LabelBench();
afterAll(() => {
  bench.close();
});

const print = async (file: Buffer): Promise<Buffer> => bench.pdf([await bench.accept(file)]);

/** Without the last block and the checksum, as a writer leaves it that only empties its buffers. */
function flush(data: string | Buffer): Buffer {
  return deflateSync(data, { finishFlush: constants.Z_SYNC_FLUSH });
}

function spoilChecksum(data: string | Buffer): Buffer {
  const packed = deflateSync(data);
  packed[packed.length - 1] = (packed.at(-1) ?? 0) ^ 255;
  return packed;
}

const image =
  '/Type/XObject/Subtype/Image/Width 20/Height 20/BitsPerComponent 8/ColorSpace/DeviceRGB';
const withPicture = (pack: (data: string | Buffer) => Buffer): Buffer =>
  onePage({
    content: stream('/Filter/FlateDecode', pack(`${drawing}\nq 100 0 0 100 20 20 cm /Im Do Q`)),
    resources: '/XObject<</Im 6 0 R>>',
    more: [stream(`${image}/Filter/FlateDecode`, pack(randomBytes(1200, 1)))],
  });

describeWithTools(['pdftoppm', 'mutool'], 'what viewers forgive is printed', () => {
  test.each([
    ['data without a last block', flush],
    ['a wrong checksum', spoilChecksum],
  ])('%s, packed again', async (_name, pack) => {
    const whole = withPicture((data) => deflateSync(data));
    const printed = await print(withPicture(pack));
    expect(differingPixels(rasterise(printed)[0]!, rasterise(whole)[0]!)).toBe(0);
    expect(differingPixels(rasteriseWithMutool(printed), rasteriseWithMutool(whole))).toBe(0);
    expect(printed.includes(pack(randomBytes(1200, 1)))).toBe(false);
  });

  test('not data that stop early within a block', async () => {
    for (const cut of [1, 5, 20, 300]) {
      const packed = flush(randomBytes(1200, 1));
      const picture = stream(
        `${image}/Filter/FlateDecode`,
        packed.subarray(0, packed.length - cut),
      );
      expect(
        await bench.refusal(onePage({ resources: '/XObject<</Im 6 0 R>>', more: [picture] })),
      ).toBe('label-corrupt');
    }
  });

  const page =
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 283 425]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>';
  const tree = (kids: string, contents = '4 0 R'): Buffer =>
    pdfFile([
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Kids[${kids}]/Count 2>>`,
      page.replace('4 0 R', contents),
      flate('', drawing),
      helvetica,
    ]);

  test('one page object twice, a missing kid, contents with a missing part', async () => {
    const twice = rasterise(await print(tree('3 0 R 3 0 R')));
    const [once] = rasterise(tree('3 0 R'));
    expect(twice.map((raster) => differingPixels(raster, once!))).toEqual([0, 0]);
    const files = [
      tree('3 0 R 99 0 R'),
      tree('null 3 0 R'),
      tree('3 0 R', '[null 4 0 R]'),
      tree('3 0 R', '[4 0 R 99 0 R]'),
    ];
    for (const file of files) {
      expect(rasterise(await print(file)).map((raster) => differingPixels(raster, once!))).toEqual([
        0,
      ]);
    }
    expect(await bench.refusal(tree('99 0 R'))).toBe('label-corrupt');
    expect(await bench.refusal(tree('3 0 R', '[null 99 0 R]'))).toBe('label-corrupt');
  });

  test('a tree in a circle, and one that doubles at each step, are refused in time', async () => {
    expect(await bench.refusal(tree('3 0 R 2 0 R'))).toBe('label-corrupt');
    const doubling = Array.from(
      { length: 40 },
      (_, level) => `<</Kids[${level + 3} 0 R ${level + 3} 0 R]>>`,
    );
    const file = pdfFile(['<</Type/Catalog/Pages 2 0 R>>', ...doubling, page]);
    expect(await bench.refusal(file)).toBe('label-unrenderable');
  });
});

describeWithTools(['pdftoppm'], 'what pdf-lib reads otherwise than viewers', () => {
  const form = (entries: string, name = 'X'): Buffer =>
    onePage({
      content: `${drawing}\nq /${name} Do Q`,
      resources: `/XObject<</${name} 6 0 R>>`,
      more: [
        stream(
          `/Type/XObject/Subtype/Form/Matrix[1 0 0 1 0 0]${entries}`,
          '1 0 0 rg 9 9 80 60 re f',
        ),
      ],
    });
  const differ = async (file: Buffer, like: Buffer): Promise<number> =>
    differingPixels(rasterise(await print(file))[0]!, rasterise(like)[0]!);
  const plain = form('/BBox[0 0 200 200]');
  const change = (from: string | RegExp, to: string, file = onePage()): Buffer =>
    Buffer.from(file.toString('latin1').replace(from, to), 'latin1');

  test.each(['--5 0 200 200', '0.-5 0 200 200', '0.5.3 0 200 200', '. - 200 200', '0 0 200-1 200'])(
    'a form in the box %s is drawn',
    async (box) => {
      expect(await differ(form(`/BBox[${box}]`), plain)).toBeLessThan(200);
    },
  );

  test.each(['Im#2342', 'Im#234f', 'Im#4f', 'Im#'])('a form of the name %s', async (name) => {
    expect(await differ(form('/BBox[0 0 200 200]', name), plain)).toBe(0);
  });

  test('the word that ends an object in the data of a stream, beside a missing object', async () => {
    const content = stream('', `${drawing}\n% endobj endobj\n`);
    expect(await differ(onePage({ content, page: '/Annots[99 0 R]' }), onePage())).toBe(0);
  });

  test('data that end with a return, of a length that is not known', async () => {
    let text = drawing;
    while (deflateSync(text).at(-1) !== 13) text += '\t';
    const packed = flate('', text)
      .toString('latin1')
      .replace(/Length \d+/, 'Length 99 0 R');
    const file = onePage({ content: Buffer.from(packed, 'latin1') });
    const reply = await bench.prepare(bench.put(file));
    expect(reply).toMatchObject({ type: 'prepared', label: { isMended: false } });
  });

  test('a header without a version', async () => {
    for (const header of ['%PDF-1,5', '%PDF-x.y'])
      expect(await differ(change('%PDF-1.5', header), onePage())).toBe(0);
  });

  test('the names of a file’s parts in the text of a label, though its end is damaged', async () => {
    const text = `${drawing}\nBT /F1 20 Tf 20 200 Td (Kit trailer startxref) Tj ET`;
    const file = onePage({ content: stream('', text) });
    expect(await differ(change(/trailer\n<<[^>]*>>/, 'trailer\n<<', file), file)).toBe(0);
  });
});

describeWithTools(['pdftoppm', 'qpdf'], 'what an annotation leaves to its page', () => {
  const note = (dict: string, more: readonly (string | Buffer)[] = [], rest = ''): Buffer =>
    onePage({ page: `/Annots[6 0 R]${rest}`, more: [`<</Type/Annot${dict}>>`, ...more] });
  const form = (resources: string): Buffer =>
    stream(
      `/Type/XObject/Subtype/Form/BBox[0 0 160 40]${resources}`,
      'BT 0 g /F1 14 Tf 2 14 Td (Emprestado) Tj ET',
    );

  test.each(['', '/Resources<<>>', '/Resources<</ProcSet[/PDF]>>'])(
    'its fonts (%s)',
    async (resources) => {
      const file = note('/Subtype/Stamp/Rect[40 200 200 240]/AP<</N 7 0 R>>', [form(resources)]);
      const [drawn] = rasterise(await print(file));
      const [whole] = rasterise(
        note('/Subtype/Stamp/Rect[40 200 200 240]/AP<</N 7 0 R>>', [
          form('/Resources<</Font<</F1 5 0 R>>>>'),
        ]),
      );
      expect(differingPixels(drawn!, whole!)).toBe(0);
    },
  );
});

describe('a label of which something is forgiven', () => {
  test('is reported; a whole one is not', async () => {
    const read = async (file: Buffer): Promise<unknown> => {
      const reply = await bench.prepare(bench.put(file));
      return reply.type === 'prepared' ? reply.label.isMended : reply.type;
    };
    expect(await read(onePage())).toBe(false);
    const text = onePage().toString('latin1');
    const noted = text.replace('xref\n0', '% a comment, no damage\nxref\n0');
    expect(await read(Buffer.from(noted, 'latin1'))).toBe(false);
    expect(
      await read(onePage({ content: stream('/Filter/FlateDecode', spoilChecksum(drawing)) })),
    ).toBe(true);
    expect(await read(onePage({ content: stream('/Filter/FlateDecode', flush(drawing)) }))).toBe(
      true,
    );
    expect(
      await read(
        Buffer.from(
          onePage()
            .toString('latin1')
            .replace(/startxref\n\d+/, 'startxref\n77'),
          'latin1',
        ),
      ),
    ).toBe(true);
    expect(await read(onePage())).toBe(false);
  });

  test('is reported each time, though its parts were read before', async () => {
    const file = withPicture((data) =>
      typeof data === 'string' ? deflateSync(data) : flush(data),
    );
    for (let time = 0; time < 2; time += 1)
      expect(await bench.prepare(bench.put(file))).toMatchObject({ label: { isMended: true } });
  });
});

describeWithTools(['qpdf', 'pdftoppm'], 'a linearised file', () => {
  const breaks: Readonly<Record<string, (linear: string) => string>> = {
    'has no end': (linear) =>
      linear.replace(/trailer << [^]*?>>/, (text) => `trailer <<${' '.repeat(text.length - 10)}`),
    'has no root': (linear) => linear.replace('/Root', '/Xoot'),
    'is not there': (linear) => linear.replace('trailer', '       '),
  };

  test.each(Object.keys(breaks))('is printed though its first trailer %s', async (name) => {
    const linear = qpdf(onePage(), '--linearize', '--object-streams=disable').toString('latin1');
    const [drawn] = rasterise(await print(Buffer.from(breaks[name]!(linear), 'latin1')));
    expect(differingPixels(drawn!, rasterise(onePage())[0]!)).toBe(0);
  });
});

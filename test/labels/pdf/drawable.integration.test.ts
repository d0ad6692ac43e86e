import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { workInOwnThread } from '../../../src/main/labels/book/threads.ts';
import { PdfUnrenderable } from '../../../src/main/labels/pdf/syntax/errors.ts';
import { LabelBench } from '../../support/label-bench.ts';
import { labelProcessUrl } from '../../support/label-process/url.ts';
import { flate, onePage, stream } from '../../support/pdf-raw.ts';

const bench = new LabelBench();
afterAll(() => {
  bench.close();
});

const formDict = '/Type/XObject/Subtype/Form/BBox[0 0 283 425]';

/** Forms from number 6 on: each draws the next so many times, the last one a square. */
function nestedForms(depth: number, times: number, group = ''): Buffer {
  const more = Array.from({ length: depth }, (_, index) =>
    index === depth - 1
      ? flate(`${formDict}${group}`, '0 0 5 5 re f')
      : flate(
          `${formDict}${group}/Resources<</XObject<</F ${index + 7} 0 R>>>>`,
          '/F Do\n'.repeat(times),
        ),
  );
  return onePage({ content: '/F Do', resources: '/XObject<</F 6 0 R>>', more });
}

function drawn(content: string, resources = '', ...more: readonly (string | Buffer)[]): Buffer {
  return onePage({ content, resources, more });
}

const whole = '0 0 283 425 re f\n';
const picture = (size: number, more = ''): Buffer =>
  flate(
    `/Type/XObject/Subtype/Image/Width ${size}/Height ${size}/BitsPerComponent 1/ColorSpace/DeviceGray${more}`,
    Buffer.alloc(Math.ceil(size / 8) * size),
  );
const shading = (use: string): string =>
  `/${use}<</S <</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 9]/Function<</FunctionType 2/Domain[0 1]/N 1>>>>>>`;
const tiles = (step: number, content: string): Buffer =>
  flate(
    `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep ${step}/YStep ${step}/Resources<<>>`,
    content,
  );
const drawnFont = (glyph: string): readonly (string | Buffer)[] => [
  '<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 7 0 R>>/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[1]>>',
  flate('', `1 0 d0 ${glyph}`),
];

/** Each takes for ever, or all memory. */
const heavy: Readonly<Record<string, () => Buffer>> = {
  'forms that draw forms that draw forms': () => nestedForms(10, 10),
  'endless tiles': () =>
    drawn(`/Pattern cs /P scn ${whole}`, '/Pattern<</P 6 0 R>>', tiles(0.01, '0 0 9 9 re f')),
};

/** The content of real labels, and more of it. */
const light: Readonly<Record<string, () => Buffer>> = {
  'some nested forms': () => nestedForms(4, 4),
  'forms drawn for themselves, some': () => nestedForms(2, 20, '/Group<</S/Transparency>>'),
  'a form that could draw itself, and does not': () =>
    drawn(
      '/F Do',
      '/XObject<</F 6 0 R>>',
      flate(`${formDict}/Resources<</XObject<</F 6 0 R>>>>`, whole),
    ),
  'ten thousand bars': () =>
    drawn(
      Array.from({ length: 10_000 }, (_, index) => `${index % 280} 100 0.5 60 re f`).join('\n'),
    ),
  'a map of short lines': () =>
    drawn(
      Array.from(
        { length: 50_000 },
        (_, index) => `${index % 280} 9 m ${(index % 280) + 3} 12 l S`,
      ).join('\n'),
    ),
  'a page of small print': () => drawn(`BT /F1 4 Tf (${'x'.repeat(20_000)}) Tj ET`),
  'a picture of A4 at 600 dots': () =>
    drawn('283 0 0 425 0 0 cm /I Do', '/XObject<</I 6 0 R>>', picture(6000)),
  'white paper, far larger than the page': () =>
    drawn(`1 g -9000 -9000 20000 20000 re f 0 g 0 0 9 9 re f`),
  'hatched areas': () =>
    drawn(
      `/Pattern cs /P scn ${'9 9 90 90 re f\n'.repeat(20)}`,
      '/Pattern<</P 6 0 R>>',
      tiles(4, '0 0 2 2 re f'),
    ),
  'small gradients, each in its clip': () =>
    drawn('q 0 0 20 20 re W n /S sh Q\n'.repeat(500), shading('Shading')),
  'letters that are pictures': () =>
    drawn(
      `BT /T 10 Tf (${'a'.repeat(2000)}) Tj ET`,
      '/Font<</T 6 0 R>>',
      ...drawnFont(
        'q 1 0 0 1 0 0 cm BI /W 16 /H 16 /IM true /BPC 1 ID 12345678901234567890123456789012\nEI Q',
      ),
    ),
};

describe('a label that cannot be drawn', () => {
  test('is refused, and the next one is read', async () => {
    const onePageOnly = { pages: 1, findsLabels: false };
    const { look } = workInOwnThread(labelProcessUrl.href, 1_000);
    for (const make of Object.values(heavy))
      await expect(look(make(), onePageOnly)).rejects.toThrow(PdfUnrenderable);
    expect(await look(onePage(), onePageOnly)).toMatchObject([{ isPlain: false }]);
  });

  test('is refused as a JPEG of a few bytes that claims to be huge', async () => {
    const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0xff, 0xdc, 0xff, 0xdc, 1, 1, 0x11, 0]);
    const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0xff, 0xd9]);
    expect(await bench.refusal(Buffer.concat([Buffer.from([0xff, 0xd8]), frame, scan]))).toBe(
      'label-too-large',
    );
  });
});

describe('a label that draws much', () => {
  test.each(Object.keys(light))('is printed: %s', async (name) => {
    await expect(bench.accept(light[name]!())).resolves.toBeTypeOf('string');
  });
});

describe('a drawing', () => {
  test('of any bytes ends in a label or a refusal', async () => {
    const words = fc.constantFrom(
      ...[
        'q',
        'Q',
        'BT',
        'ET',
        'f',
        'S',
        're',
        'm',
        'l',
        'c',
        'W',
        'n',
        'cm',
        'Do',
        'Tj',
        'TJ',
        'Tf',
        'BI',
        'ID',
        'EI',
      ],
      ...[
        '/F',
        '/F1',
        '(a)',
        '(',
        ')',
        '<41>',
        '<',
        '>',
        '[',
        ']',
        '<<',
        '>>',
        '%',
        '1',
        '-1',
        '--5',
        '.',
        '1e9',
        'scn',
      ],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { maxLength: 60 }),
        fc.uint8Array({ maxLength: 20 }),
        async (some, bytes) => {
          const content = Buffer.concat([
            Buffer.from(`${some.join(' ')} `),
            bytes,
            Buffer.from(' 0 0 9 9 re f'),
          ]);
          const file = onePage({ content: stream('/Filter/FlateDecode', deflateSync(content)) });
          expect(['prepared', 'fault']).toContain((await bench.prepare(bench.put(file))).type);
        },
      ),
    );
  });
});

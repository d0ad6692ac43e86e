import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { LabelBench } from '../../support/label-bench.ts';
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
      : flate(`${formDict}${group}/Resources<</XObject<</F ${index + 7} 0 R>>>>`, '/F Do\n'.repeat(times)),
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

/** Each takes seconds or for ever, by poppler, MuPDF or Ghostscript. */
const heavy: Readonly<Record<string, () => Buffer>> = {
  'forms that draw forms that draw forms': () => nestedForms(10, 10),
  'forms drawn for themselves': () => nestedForms(3, 20, '/Group<</S/Transparency>>'),
  'forms nested without end': () => nestedForms(200, 1),
  'a form that draws itself': () =>
    drawn('/F Do', '/XObject<</F 6 0 R>>', flate(`${formDict}/Resources<</XObject<</F 6 0 R>>>>`, '/F Do')),
  'the paper filled again and again': () => drawn(whole.repeat(2000)),
  'the paper filled again and again in a small form, enlarged': () =>
    drawn(
      '283 0 0 425 0 0 cm /F Do',
      '/XObject<</F 6 0 R>>',
      flate('/Type/XObject/Subtype/Form/BBox[0 0 1 1]', '0 0 1 1 re f\n'.repeat(2000)),
    ),
  'long lines': () => drawn('0 0 m 283 425 l S\n'.repeat(20_000)),
  'one path of long lines': () => drawn(`0 0 m ${'283 425 l 0 0 l\n'.repeat(20_000)} f`),
  'more numbers than an operator takes': () => drawn('0 0 0 283 425 re f\n'.repeat(2000)),
  'more numbers than a matrix takes': () => drawn(`0 0 0 0 0 0 283 0 0 425 0 0 cm ${'0 0 1 1 re f\n'.repeat(2000)}`),
  'wide lines by a graphics state': () =>
    drawn(`/G gs ${'0 0 m 283 425 l S\n'.repeat(800)}`, '/ExtGState<</G<</LW 500>>>>'),
  'wide lines below zero': () => drawn(`-500 w ${'0 0 m 283 425 l S\n'.repeat(800)}`),
  'pictures below zero, which take nothing away': () =>
    drawn('500 w BI /W -9999 /H 9999 ID x\nEI 0 0 m 283 425 l S\n'.repeat(2000)),
  'wide lines': () => drawn('500 w 0 0 m 283 425 l S\n'.repeat(2000)),
  'dashes without end': () => drawn('[0.0001] 0 d 0 0 m 283 425 l S\n'.repeat(10)),
  'many operators': () => drawn('q Q\n'.repeat(3_000_000)),
  'large letters': () => drawn('BT /F1 500 Tf (WWWWWWWWWW) Tj ET\n'.repeat(200)),
  'a large picture again and again': () => drawn('/I Do\n'.repeat(200), '/XObject<</I 6 0 R>>', picture(2000)),
  'a small picture over the whole paper': () =>
    drawn(`283 0 0 425 0 0 cm ${'/I Do\n'.repeat(2000)}`, '/XObject<</I 6 0 R>>', picture(8)),
  'a picture whose mask is huge': () =>
    drawn('/I Do', '/XObject<</I 6 0 R>>', picture(8, '/SMask 7 0 R'), picture(25_000)),
  'inline pictures': () => drawn('q 283 0 0 425 0 0 cm BI /W 8 /H 1 /BPC 1 /CS /G ID x\nEI Q\n'.repeat(2000)),
  shadings: () => drawn('/S sh\n'.repeat(500), shading('Shading')),
  'areas filled with shadings': () =>
    drawn(
      `/Pattern cs /S scn ${whole.repeat(500)}`,
      '/Pattern<</S <</PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 9]>>>>>>',
    ),
  'endless tiles': () => drawn(`/Pattern cs /P scn ${whole}`, '/Pattern<</P 6 0 R>>', tiles(0.01, '0 0 9 9 re f')),
  'tiles of many strokes': () =>
    drawn(`/Pattern CS /P SCN 99 w 0 0 m 283 425 l S`, '/Pattern<</P 6 0 R>>', tiles(4, '0 0 m 9 9 l S\n'.repeat(900))),
  'soft masks': () =>
    drawn(
      '/G gs 0 0 9 9 re f\n'.repeat(500),
      '/ExtGState<</G<</SMask<</S/Luminosity/G 6 0 R>>>>>>',
      flate(`${formDict}/Group<</S/Transparency>>`, whole),
    ),
  'letters that are drawings, by a graphics state': () =>
    drawn(
      `BT /G gs (${'a'.repeat(5000)}) Tj ET`,
      '/ExtGState<</G<</Font[6 0 R 1]>>>>',
      ...drawnFont('0 0 1 1 re f\n'.repeat(2000)),
    ),
  'letters that are drawings': () =>
    drawn(`BT /T 1 Tf (${'a'.repeat(5000)}) Tj ET`, '/Font<</T 6 0 R>>', ...drawnFont('0 0 1 1 re f\n'.repeat(2000))),
  'tiles that lie on each other': () =>
    drawn(`/Pattern cs /P scn ${whole}`, '/Pattern<</P 6 0 R>>', tiles(0, '0 0 9 9 re f')),
};

/** The content of real labels, and more of it. */
const light: Readonly<Record<string, () => Buffer>> = {
  'some nested forms': () => nestedForms(4, 4),
  'forms drawn for themselves, some': () => nestedForms(2, 20, '/Group<</S/Transparency>>'),
  'a form that could draw itself, and does not': () =>
    drawn('/F Do', '/XObject<</F 6 0 R>>', flate(`${formDict}/Resources<</XObject<</F 6 0 R>>>>`, whole)),
  'ten thousand bars': () =>
    drawn(Array.from({ length: 10_000 }, (_, index) => `${index % 280} 100 0.5 60 re f`).join('\n')),
  'a map of short lines': () =>
    drawn(Array.from({ length: 50_000 }, (_, index) => `${index % 280} 9 m ${(index % 280) + 3} 12 l S`).join('\n')),
  'a page of small print': () => drawn(`BT /F1 4 Tf (${'x'.repeat(20_000)}) Tj ET`),
  'a picture of A4 at 600 dots': () => drawn('283 0 0 425 0 0 cm /I Do', '/XObject<</I 6 0 R>>', picture(6000)),
  'white paper, far larger than the page': () => drawn(`1 g -9000 -9000 20000 20000 re f 0 g 0 0 9 9 re f`),
  'hatched areas': () =>
    drawn(`/Pattern cs /P scn ${'9 9 90 90 re f\n'.repeat(20)}`, '/Pattern<</P 6 0 R>>', tiles(4, '0 0 2 2 re f')),
  'small gradients, each in its clip': () => drawn('q 9 9 20 20 re W n /S sh Q\n'.repeat(500), shading('Shading')),
  'letters that are pictures': () =>
    drawn(
      `BT /T 10 Tf (${'a'.repeat(2000)}) Tj ET`,
      '/Font<</T 6 0 R>>',
      ...drawnFont('q 1 0 0 1 0 0 cm BI /W 16 /H 16 /IM true /BPC 1 ID 12345678901234567890123456789012\nEI Q'),
    ),
};

describe('a label that would take seconds to draw', () => {
  test.each(Object.keys(heavy))('is refused: %s', async (name) => {
    expect(await bench.refusal(heavy[name]!())).toBe('label-unrenderable');
  });

  test('is refused as a JPEG of a few bytes that claims to be huge', async () => {
    const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0xff, 0xdc, 0xff, 0xdc, 1, 1, 0x11, 0]);
    const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0xff, 0xd9]);
    expect(await bench.refusal(Buffer.concat([Buffer.from([0xff, 0xd8]), frame, scan]))).toBe('label-unrenderable');
  });
});

describe('a label that draws much', () => {
  test.each(Object.keys(light))('is printed: %s', async (name) => {
    await expect(bench.accept(light[name]!())).resolves.toBeTypeOf('string');
  });

  test('is printed on sheets beside others that do so', async () => {
    // Each takes a third of a label's limit, and a sheet has four of them.
    const paths = [];
    for (let label = 0; label < 4; label += 1) paths.push(await bench.accept(drawn(whole.repeat(120 + label))));
    await expect(bench.pdf(paths, { sheet: { perSheet: 4, start: 1 } })).resolves.toBeInstanceOf(Buffer);
  });
});

describe('the cost of a drawing', () => {
  test('is the same however the drawing is cut into streams and forms', async () => {
    const verdict = async (file: Buffer): Promise<string> => (await bench.prepare(bench.put(file))).type;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 20 }), async (times, parts) => {
        const each = Math.ceil(times / parts);
        const plain = await verdict(drawn(whole.repeat(each * parts)));
        const form = flate(formDict, whole.repeat(each));
        expect(await verdict(drawn('/F Do\n'.repeat(parts), '/XObject<</F 6 0 R>>', form))).toBe(plain);
        const contents = `[${Array.from({ length: parts }, () => '6 0 R').join(' ')}]`;
        const cut = onePage({ page: `/Contents ${contents}`, more: [flate('', whole.repeat(each))] });
        expect(await verdict(Buffer.from(cut.toString('latin1').replace('/Contents 4 0 R', ''), 'latin1'))).toBe(plain);
      }),
      { numRuns: 40 },
    );
  });

  test('is reckoned of any bytes, without a throw', async () => {
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
      fc.asyncProperty(fc.array(words, { maxLength: 60 }), fc.uint8Array({ maxLength: 20 }), async (some, bytes) => {
        const content = Buffer.concat([Buffer.from(`${some.join(' ')} `), bytes, Buffer.from(' 0 0 9 9 re f')]);
        const file = onePage({ content: stream('/Filter/FlateDecode', deflateSync(content)) });
        expect(['prepared', 'fault']).toContain((await bench.prepare(bench.put(file))).type);
      }),
    );
  });
});

import { afterAll, describe, expect, test } from 'vitest';
import { LabelBench } from '../../support/label-bench.ts';
import {
  findStrayInk,
  inkedPixels,
  rasterise,
  rasteriseWithMutool,
} from '../../support/pdf-pixels.ts';
import type { Raster } from '../../support/pdf-pixels.ts';
import { onePage, stream } from '../../support/pdf-raw.ts';
import { describeWithTools } from '../../support/tools.ts';

const bench = new LabelBench();
afterAll(() => {
  bench.close();
});

const rect = '/Type/Annot/Rect[40 300 200 340]';
const text = `${rect}/Subtype/Widget/FT/Tx/T(a)/DA(/Helv 14 Tf 0 g)/F 4`;

/** Returns a page with one annotation alone; `form`: the entries that make it a field of a form. */
function makePage(
  annotation: string,
  form: string | null = null,
  more: readonly (string | Buffer)[] = [],
): Buffer {
  const fields = `/AcroForm<</Fields[6 0 R]/DR<</Font<</Helv 5 0 R>>>>${form ?? ''}>>`;
  return onePage({
    content: ' ',
    page: '/Annots[6 0 R]',
    catalog: form === null ? '' : fields,
    more: [`<<${annotation}>>`, ...more],
  });
}

async function draw(pdf: Buffer): Promise<Raster> {
  const [page] = rasterise(await bench.pdf([await bench.accept(pdf)]));
  return page!;
}

/** Both viewers' ink is at the same place as Doca's; each sets a text slightly differently. */
const nearPixels = 12;

describeWithTools(
  ['pdftoppm', 'mutool'],
  'an annotation without appearance is drawn as viewers do',
  () => {
    test.each([
      ['FreeText', `${rect}/Subtype/FreeText/DA(/Helv 14 Tf 0 0 1 rg)/Contents(Caixa 12 de 40)`],
      [
        'FreeText, filled',
        `${rect}/Subtype/FreeText/DA(0 g /Helv 14 Tf)/Contents(Caixa 12)/C[1 1 0]/BS<</W 2>>/Q 1`,
      ],
      ['Square', `${rect}/Subtype/Square/C[1 0 0]/IC[0.8 1 0.8]/BS<</W 3>>`],
      ['Circle', `${rect}/Subtype/Circle/C[1 0 0]/BS<</W 3>>`],
      ['Line', `${rect}/Subtype/Line/L[45 305 195 335]/C[0 0 0]/BS<</W 2>>`],
      ['Ink', `${rect}/Subtype/Ink/InkList[[45 305 100 330 190 310]]/C[0 0 1]`],
      ['Widget, text', `${text}/V(Maria da Silva)`],
      ['Widget, in UTF-16', `${text}/V<FEFF00530061006E0074006F002000C200E2>`],
      [
        'Widget, lines',
        `${text}/Ff 4096/V(Maria da Silva\\rRua das Laranjeiras, 12)/DA(/Helv 9 Tf 0 g)`,
      ],
      [
        'Widget, choice',
        `${rect}/Subtype/Widget/FT/Ch/Ff 131072/T(a)/V(PAC)/Opt[(PAC)(SEDEX)]/DA(/Helv 12 Tf 0 g)/F 4`,
      ],
    ])('%s, in and out of a form', async (_name, annotation) => {
      for (const form of [null, '']) {
        const source = makePage(annotation, form);
        const drawn = await draw(source);
        expect(inkedPixels(drawn)).toBeGreaterThan(200);
        for (const viewer of [rasterise(source)[0]!, rasteriseWithMutool(source)]) {
          // PDFium draws a choice with its arrow.
          const added = annotation.includes('/FT/Ch') ? (expect.any(Number) as number) : 0;
          expect(findStrayInk(drawn, viewer, nearPixels)).toEqual({ missing: 0, added });
        }
      }
    });

    test('a stamp, which each viewer draws otherwise, is left out, and that is told', async () => {
      const stamp = `<<${rect}/Subtype/Stamp/Name/NotApproved/C[1 0 0]>>`;
      const reply = await bench.prepare(
        bench.put(onePage({ page: '/Annots[6 0 R]', more: [stamp] })),
      );
      expect(reply).toMatchObject({ type: 'prepared', label: { isMended: true } });
      expect(await bench.refusal(makePage(stamp.slice(2, -2)))).toBe('label-corrupt');
    });

    test('the frame of a link beside one is not: it is for screens', async () => {
      const square = `<<${rect}/Subtype/Square/C[1 0 0]/BS<</W 3>>>>`;
      const link = '<</Type/Annot/Subtype/Link/Rect[20 40 200 90]/Border[0 0 4]/C[0 0 1]>>';
      const page = (list: string): Buffer =>
        onePage({ page: `/Annots[${list}]`, more: [square, link] });
      expect(findStrayInk(await draw(page('6 0 R 7 0 R')), await draw(page('6 0 R')), 0)).toEqual({
        missing: 0,
        added: 0,
      });
    });

    test('an empty field alone is a blank label', async () => {
      expect(await bench.refusal(makePage(`${text}/V()`, ''))).toBe('label-corrupt');
    });

    test('hidden ones are not', async () => {
      for (const flag of [2, 32]) {
        expect(await bench.refusal(makePage(`${rect}/Subtype/Square/F ${flag}`))).toBe(
          'label-corrupt',
        );
      }
    });
  },
);

describeWithTools(['pdftoppm'], 'a form whose appearances are out of date', () => {
  const stale = stream(
    '/Type/XObject/Subtype/Form/BBox[0 0 160 40]/Resources<</Font<</Helv 5 0 R>>>>',
    'BT 0 g /Helv 14 Tf 2 14 Td (VALOR VELHO) Tj ET',
  );
  const field = `${text}/V(NOVO VALOR)/AP<</N 7 0 R>>`;

  test('shows the value of a field', async () => {
    const source = makePage(field, '/NeedAppearances true', [stale]);
    expect(findStrayInk(await draw(source), rasterise(source)[0]!, 6)).toEqual({
      missing: 0,
      added: 0,
    });
    const value = makePage(`${text}/V(NOVO VALOR)`, '');
    expect(findStrayInk(await draw(source), await draw(value), 0)).toEqual({
      missing: 0,
      added: 0,
    });
  });

  test('is drawn by the file’s defaults if it has none of its own', async () => {
    const source = makePage(field, '', [stale]);
    expect(findStrayInk(await draw(source), rasterise(source)[0]!, 0)).toEqual({
      missing: 0,
      added: 0,
    });
  });

  test('keeps the old appearance if the fonts lack a letter', async () => {
    const greek = makePage(`${text}/V<FEFF03B103B203B3>/AP<</N 7 0 R>>`, '/NeedAppearances true', [
      stale,
    ]);
    const kept = makePage(field, '', [stale]);
    expect(findStrayInk(await draw(greek), await draw(kept), 0)).toEqual({ missing: 0, added: 0 });
  });
});

describe('a hostile annotation', () => {
  test.each([
    ['points without end', `/Subtype/Ink/Rect[0 0 100 100]/InkList[[${'1 1 '.repeat(200_000)}]]`],
    [
      'text without end',
      `/Subtype/FreeText/Rect[0 0 100 100]/DA(/Helv 1 Tf 0 g)/Contents(${'a b '.repeat(200_000)})`,
    ],
    ['a font of no size', '/Subtype/FreeText/Rect[0 0 100 100]/DA(/Helv 0 Tf)/Contents(a)'],
    ['a size that is none', '/Subtype/FreeText/Rect[0 0 100 100]/DA(/Helv ..-. Tf)/Contents(a)'],
    ['a border wider than itself', '/Subtype/Square/Rect[0 0 100 100]/BS<</W 9999>>/C[0 0 0]'],
    ['parents in a circle', `/Subtype/Widget/Rect[0 0 100 100]/Parent 6 0 R/MK<</BG[0 0 0]>>`],
  ])('of %s ends in a label or a refusal', async (_name, annotation) => {
    const reply = await bench.prepare(bench.put(makePage(`/Type/Annot${annotation}`, '')));
    expect(['prepared', 'fault']).toContain(reply.type);
  });
});

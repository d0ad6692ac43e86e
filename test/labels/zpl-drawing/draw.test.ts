import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelPaper } from '#shared/domain/labels.ts';
import { filterZpl } from '../../../src/main/zpl/index.ts';
import { drawZpl, measureZpl } from '../../../src/main/labels/zpl-drawing/draw.ts';
import { readLabel } from '../../../src/main/labels/zpl-drawing/label.ts';
import { readZplCodes } from '../../../src/main/labels/zpl-reading/codes.ts';
import { PdfUnrenderable } from '../../../src/main/labels/pdf/syntax/errors.ts';

const draw = (zpl: string): readonly string[] =>
  drawZpl(Buffer.from(zpl, 'latin1'), labelPaper).map(({ content }) => content);
const refusal = (zpl: string): string | null => {
  try {
    draw(zpl);
    return null;
  } catch (error) {
    if (error instanceof PdfUnrenderable) return error.message;
    throw error;
  }
};

describe('drawn ZPL', () => {
  it.each([
    ['a kind of code that is not made here', '^FO9,9^BTN,4^FDx^FS', '^BT'],
    ['data that a code does not hold', '^FO9,9^BEN,80^FDAB^FS^FO1,1^B7N,5^FD^FS', '^B7'],
    ['millimetres', '^MUM^FO9,9^BCN,10^FDA^FS', '^MU'],
    ['letters below one another', '^FO9,9^FPV^FDAB^FS', '^FP'],
    ['a mirrored label', '^PMY^FO9,9^FDAB^FS', '^PM'],
    ['a text block', '^FO9,9^TBN,200,90^FDAB^FS', '^TB'],
    ['joined fields', '^FO9,9^FE#^FD#1#^FS', '^FE'],
    ['a stored format that is not there', '^XFR:A.ZPL^FS', '^XF'],
  ])('is refused whole with %s', (_what, fields, command) => {
    const message = refusal(`^XA^FO1,1^GB50,50,50^FS${fields}^XZ`);
    expect(message).toContain(command);
    expect(message).not.toContain('#1#');
  });

  it('is refused if it leaves the paper white', () => {
    for (const fields of [
      '^FO1000,900^GB10,10,10^FS',
      '^FO1,1^GB50,50,50,W^FS',
      '^FO1,1^A0N,30^FD ^FS',
    ])
      expect(refusal(`^XA${fields}^XZ`)).toContain('white');
    expect(refusal('^XA^FO1,1^GFA,4,4,1,00000000^FS^FO5,5^GB9,9,1^FS^XZ')).toBeNull();
  });

  it('is refused only with more fields than a label has', () => {
    const findLast = (count: number) => readLabel('^FDx^FS'.repeat(count)).fields.at(-1)?.content;
    expect(findLast(19_999)).toMatchObject({ kind: 'text' });
    expect(findLast(20_000)).toMatchObject({
      kind: 'undrawable',
      what: 'more fields than a label has',
    });
  });

  it('has a gap between the letters of ^FP', () => {
    expect(draw('^XA^FO9,9^A0N,30^FPH,4^FDAB^FS^XZ')[0]).toMatch(/ Tc .*\(AB\) Tj/);
    expect(draw('^XA^MUD^PMN^FO9,9^A0N,30^FP^FDAB^FS^XZ')[0]).not.toContain('Tc');
  });

  it('has the fields of a stored format with the data of each label', () => {
    const stored = '^XA^DFR:F.ZPL^FO10,20^A0N,30^FN1^FS^FO10,60^A0N,30^FDfixed^FS^XZ';
    const pages = draw(`${stored}^XA^XFR:F.ZPL^FN1^FDone^FS^XZ^XA^XFR:F.ZPL^FN1^FDtwo^FS^XZ`);
    expect(pages.map((page) => page.match(/\((\w+)\) Tj/g))).toEqual([
      ['(one) Tj', '(fixed) Tj'],
      ['(two) Tj', '(fixed) Tj'],
    ]);
  });

  it.each([
    ['before it', '^FN1^FDone^FS^FO10,20^A0N,30^FN1^FS'],
    ['after it', '^FO10,20^A0N,30^FN1^FS^FN1^FDone^FS'],
    ['in place of its own', '^FO10,20^A0N,30^FN1^FDx^FS^FN1^FDone^FS'],
  ])('has the data that a field gets by its number from one %s without a place', (_, fields) => {
    expect(draw(`^XA${fields}^XZ`)).toEqual(draw('^XA^FO10,20^A0N,30^FDone^FS^XZ'));
  });

  it('has letters of the size of ^CF where ^A states none', () => {
    expect(draw('^XA^CF0,60,50^FO9,9^A0R^FDx^FS^XZ')).toEqual(
      draw('^XA^FO9,9^A0R,60,50^FDx^FS^XZ'),
    );
    expect(draw('^XA^CF0,60^CF0^FO9,9^FDx^FS^XZ')).toEqual(draw('^XA^FO9,9^A0N,60^FDx^FS^XZ'));
  });

  // Of 60 public label files four carriers' lost their tracking code below 150 mm; the pictures
  // that come with them have it.
  it('is as long as its ink if it states no length, and as wide as the paper', () => {
    const pageOf = (fields: string) => {
      const [page] = drawZpl(Buffer.from(`^XA${fields}^XZ`), labelPaper);
      return page && [page.width, page.height].map((points) => Math.round((points / 72) * 25.4));
    };
    const code = '^FO100,1300^BY3^BCN,200^FD1234567890^FS';
    expect(pageOf(code)).toEqual([100, 191]);
    expect(pageOf('^FO10,1190^A0N,30^FB780,4^FDone line^FS')).toEqual([100, 150]);
    expect(pageOf(`^FO10,1000^GFA,600,600,1,FF${'00'.repeat(599)}^FS`)).toEqual([100, 150]);
    // The frame of a label of 4 by 6 inches.
    expect(pageOf('^FO2,2^GB810,1216,4^FS')).toEqual([100, 150]);
    expect(pageOf('^FO0,500^GB3000,4,4^FS')).toEqual([100, 150]);
    expect(refusal(`^XA^FO9,9^FDx^FS^FO9,30000^FDx^FS^XZ`)).toContain('a label of 37');
    for (const fields of [
      code,
      '^FO9,9^FDx^FS',
      `^FT50,60^FDx^FS^FT^FDy^FS${code}`,
      '^FO9,9^BCN,80^FD^FS',
    ])
      for (const [at, size] of measureZpl(Buffer.from(`^XA${fields}^XZ`), labelPaper).entries())
        if (refusal(`^XA${fields}^XZ`) === null)
          expect(drawZpl(Buffer.from(`^XA${fields}^XZ`), labelPaper)[at]).toMatchObject(size);
  });

  // As a program for designing labels writes pictures; a public file of a post lost its postcode by
  // it.
  it('has a picture that no ^FS follows, and the field after it', () => {
    const picture = '^FO8,16^GFA,2,2,1,FFFF';
    const text = '^FO8,80^A0N,30^FD12345^FS';
    expect(draw(`^XA${picture}${text}^XZ`)).toEqual(draw(`^XA${picture}^FS${text}^XZ`));
  });

  // Each as in the reference picture of a public file.
  it('has boxes upright however its texts are turned, texts that continue after the last one, and settings of earlier formats', () => {
    expect(draw('^XA^FWB^FO9,9^GB50,90,9^FS^XZ')).toEqual(draw('^XA^FO9,9^GB50,90,9^FS^XZ'));
    const matrices = (zpl: string) => [
      ...(draw(zpl)[0] ?? '').matchAll(/^q 1 0 0 1 (\S+) (\S+) cm/gm),
    ];
    const [first, second] = matrices('^XA^FT10,200^A0N,30,20^FDACME ^FS^FT^A0N,60,50^FDSale^FS^XZ');
    expect(Number(second?.[1])).toBeGreaterThan(Number(first?.[1]) + 40);
    expect(Number(second?.[2])).toBeCloseTo(200 - 45);
    expect(draw('^XA^LH0,20^XZ^XA^FO5,5^GB9,9,9^FS^XZ')).toEqual(draw('^XA^FO5,25^GB9,9,9^FS^XZ'));
  });

  it('has a QR code seven modules above the foot that ^FT sets', () => {
    // 21 modules of 4 dots: 84 of them and 28 above 500.
    expect(draw('^XA^FT34,500^BQN,2,4^FDQA,1^FS^XZ')[0]).toContain('q 1 0 0 1 34 388 cm');
  });

  it('has the codes that are read of it', () => {
    const read = (fields: string) =>
      readZplCodes(Buffer.from(`^XA${fields}^XZ`)).codes.map(({ text }) => text);
    expect(read('^FO9,9^BY3^B2N,80^FD>;9038^FS^FO9,200^BQN,2,4^FDEXAMPLE CODE^FS')).toEqual([
      '9038',
      'MPLE CODE',
    ]);
    expect(refusal('^XA^FO9,9^BY3^B2N,80^FD>;9038^FS^XZ')).toBeNull();
    expect(read('^FO900,9^BCN,80^FDA^FS^LH0,0^FO9,9^BCN,80^FDB^FS')).toEqual(['B']);
  });

  it('is a page or a refusal, for any text', () => {
    const command = fc.constantFrom(
      ...'FO FT A0 AD A@ FB TB FD FV FH FS FR FN FP FW GB GC GD GE GS GF BC B2 B3 B7 BE BQ BX BO BD BY CF CI LH LR LS MU PM PO PW LL SN XF'.split(
        ' ',
      ),
    );
    const data = fc.oneof(
      fc.stringMatching(/^[NRIB]?(,\d{0,5}){0,4}$/),
      fc.stringMatching(/^\d{0,4}(,\d{0,4}){0,4}(,[A-Za-z0-9:,!]{0,30})?$/),
      fc.string({ maxLength: 20 }),
    );
    const zpl = fc
      .array(fc.tuple(command, data), { maxLength: 30 })
      .map(
        (parts) =>
          `^XA^FO0,0^GB9,9,9^FS${parts.map(([name, text]) => `^${name}${text}`).join('')}^XZ`,
      );
    fc.assert(
      fc.property(zpl, (text) => {
        let kept;
        try {
          kept = filterZpl(Buffer.from(text, 'latin1')).zpl;
        } catch {
          return;
        }
        const drawn =
          refusal(kept.toString('latin1')) === null ? draw(kept.toString('latin1')) : [];
        // Outside of texts.
        for (const page of drawn)
          expect(page.replaceAll(/^.* Tj$/gm, '')).not.toMatch(/NaN|Infinity|undefined|\de/);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelPaper } from '../../../src/shared/index.ts';
import { filterZpl } from '../../../src/main/zpl/index.ts';
import { drawZpl } from '../../../src/main/labels/zpl-drawing/draw.ts';
import { PdfStream, PdfUnrenderable } from '../../../src/main/labels/pdf/syntax/objects.ts';

const draw = (zpl: string): readonly string[] =>
  drawZpl(Buffer.from(zpl, 'latin1'), labelPaper).map(({ contents }) =>
    contents instanceof PdfStream ? Buffer.from(contents.data).toString('latin1') : '',
  );
const refusal = (zpl: string): string | null => {
  try {
    draw(zpl);
    return null;
  } catch (error) {
    if (error instanceof PdfUnrenderable) return error.message;
    throw error;
  }
};

describe('ZPL that is drawn', () => {
  it.each([
    ['a kind of code that is not made here', '^FO9,9^BTN,4^FDx^FS', '^BT'],
    ['data that a code does not hold', '^FO9,9^BEN,80^FDAB^FS^FO1,1^B7N,5^FD^FS', '^B7'],
    ['a code in millimetres', '^MUM^FO9,9^BCN,10^FDA^FS', '^BC'],
    ['joined fields', '^FO9,9^FE#^FD#1#^FS', '^FE'],
    ['a stored format that is not there', '^XFR:A.ZPL^FS', '^XF'],
  ])('is refused whole with %s', (_what, fields, command) => {
    const message = refusal(`^XA^FO1,1^GB50,50,50^FS${fields}^XZ`);
    expect(message).toContain(command);
    expect(message).not.toContain('#1#');
  });

  it('is refused where it leaves the paper white', () => {
    for (const fields of ['^FO1000,2000^GB10,10,10^FS', '^FO1,1^GB50,50,50,W^FS', '^FO1,1^A0N,30^FD ^FS'])
      expect(refusal(`^XA${fields}^XZ`)).toContain('white');
    expect(refusal('^XA^FO1,1^GFA,4,4,1,00000000^FS^FO5,5^GB9,9,1^FS^XZ')).toBeNull();
  });

  it('has the fields of a stored format with the data of each label', () => {
    const stored = '^XA^DFR:F.ZPL^FO10,20^A0N,30^FN1^FS^FO10,60^A0N,30^FDfixed^FS^XZ';
    const pages = draw(`${stored}^XA^XFR:F.ZPL^FN1^FDone^FS^XZ^XA^XFR:F.ZPL^FN1^FDtwo^FS^XZ`);
    expect(pages.map((page) => page.match(/\((\w+)\) Tj/g))).toEqual([
      ['(one) Tj', '(fixed) Tj'],
      ['(two) Tj', '(fixed) Tj'],
    ]);
  });

  it('counts in inches and millimetres where the label says so', () => {
    expect(draw('^XA^MUM^FO10,5^GB25,10,1^FS^XZ')).toEqual(draw('^XA^FO80,40^GB200,80,8^FS^XZ'));
  });

  it('is a page or a refusal, whatever is written', () => {
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
      .map((parts) => `^XA^FO0,0^GB9,9,9^FS${parts.map(([name, text]) => `^${name}${text}`).join('')}^XZ`);
    fc.assert(
      fc.property(zpl, (text) => {
        let kept;
        try {
          kept = filterZpl(Buffer.from(text, 'latin1')).zpl;
        } catch {
          return;
        }
        const drawn = refusal(kept.toString('latin1')) === null ? draw(kept.toString('latin1')) : [];
        // Outside of texts.
        for (const page of drawn) expect(page.replaceAll(/^.* Tj$/gm, '')).not.toMatch(/NaN|Infinity|undefined|\de/);
      }),
    );
  });
});

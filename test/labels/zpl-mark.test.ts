import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markZpl } from '../../src/main/labels/formats/zpl-mark.ts';
import { filterZpl } from '../../src/main/zpl/index.ts';
import { readableCharacter } from '../support/any-text.ts';

const paper = { widthMm: 100, heightMm: 150 };
const marked = (text: string, mark = 'REPRINT 2'): string =>
  markZpl(Buffer.from(text, 'latin1'), mark, paper).toString('latin1');

/** The field that a mark adds, anywhere in the label. */
const field = /\^FO0,\d+\^A0N,\d+,\d+\^FB\d+,1,0,R,0\^FD[^^]*\^FS/g;

describe('a mark in ZPL', () => {
  test('is the last field of every label, and nothing else changes', () => {
    const text = '\r\n^XA^FDone^FS^XZ\r\n^xa^pq2^fdtwo^fs^xz\n';
    const mark = '^FO0,1177^A0N,20,20^FB776,1,0,R,0^FDREPRINT 2^FS';
    expect(marked(text)).toBe(`\r\n^XA^FDone^FS${mark}^XZ\r\n^xa^pq2^fdtwo^fs${mark}^xz\n`);
  });

  test('leaves stored graphics, stored formats and set-up formats alone', () => {
    const graphic = '~DGR:LOGO.GRF,8,2,\r\nFFFF\r\nFFFFFFFFFFFF\r\n';
    const setup = '^XA^MMT^XZ^XA^DFR:F.ZPL^FO1,1^FN1^FDx^FS^XZ';
    const label = '^XA^XFR:F.ZPL^FN1^FDy^FS^XZ';
    const result = marked(`${graphic}${setup}${label}`);
    expect(result.startsWith(`${graphic}${setup}^XA^XFR:F.ZPL^FN1^FDy^FS^FO0,`)).toBe(true);
    expect(result.match(field)).toHaveLength(1);
  });

  test('is placed by the size and the home that the format states', () => {
    expect(marked('^XA^PW812^LL1218^FDx^FS^XZ')).toContain('^FO0,1177^A0N,20,20^FB776,');
    expect(marked('^XA^PW1181^LL1772^FDx^FS^XZ')).toContain('^FO0,1737^A0N,30,30^FB1145,');
    expect(marked('^XA^PW600^LL800^FDx^FS^XZ')).toContain('^FO0,777^A0N,20,20^FB576,');
    expect(marked('^XA^LH16,24^FDx^FS^XZ')).toContain('^FO0,1153^A0N,20,20^FB760,');
  });

  test('is written in ASCII, for any encoding of the format, and cannot contain commands', () => {
    expect(marked('^XA^CI27^FDx^FS^XZ', '2ª via')).toContain('^FD2a via^FS');
    expect(marked('^XA^FDx^FS^XZ', 'ÇÃO ^XZ~JA\\& 日本')).toContain('^FDCAO  XZ JA & ??^FS');
    expect(marked('^XA^FDx^FS^XZ', 'x'.repeat(200))).toContain(`^FD${'x'.repeat(24)}^FS`);
  });

  test('is put into a file that came as UTF-16, once it is as a printer reads it', () => {
    const { zpl } = filterZpl(Buffer.from('\ufeff^XA^CI28^FDAção^FS^XZ', 'utf16le'));
    const result = markZpl(zpl, 'REPRINT 2', paper).toString('latin1');
    const mark = '^FO0,1177^A0N,20,20^FB776,1,0,R,0^FDREPRINT 2^FS';
    expect(result).toBe(`^XA^CI28^FH_^FDA_C3_A7_C3_A3o^FS${mark}^XZ`);
  });

  test('taken out again leaves the bytes of any file', () => {
    const piece = fc.oneof(
      fc.constantFrom('~DGR:A.GRF,2,1,FF00', '^XA^MCY^XZ', '\r\n', '^XA^DFR:F^FN1^FS^XZ'),
      fc
        .uint8Array({ maxLength: 40 })
        .map(
          (data) => `^XA^FD${Buffer.from(data).toString('latin1').replaceAll(/[\^~]/g, '')}^FS^XZ`,
        ),
    );
    fc.assert(
      fc.property(fc.array(piece), fc.string({ unit: readableCharacter }), (parts, mark) => {
        const text = parts.join('');
        const result = marked(text, mark);
        expect(result.replaceAll(field, '')).toBe(text);
        expect(result.match(field) ?? []).toHaveLength(
          parts.filter((part) => part.includes('^FD')).length,
        );
      }),
    );
  });
});

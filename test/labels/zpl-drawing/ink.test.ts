import { describe, expect, test } from 'vitest';
import { labelPaper } from '#shared/domain/labels.ts';
import { measureZpl } from '../../../src/main/labels/zpl-drawing/draw.ts';
import { PdfUnrenderable } from '../../../src/main/labels/pdf/syntax/errors.ts';

function leavesInk(text: string): boolean {
  try {
    return measureZpl(Buffer.from(text), labelPaper).length === 1;
  } catch (error) {
    if (error instanceof PdfUnrenderable) return false;
    throw error;
  }
}

const label = (fields: string): string => `^XA^CI28^PW800${fields}^XZ`;

describe('the text of a label', () => {
  test.each([
    ['a field of blanks', '^FO10,10^A0N,30,30^FD  \r\n^FS'],
    ['a field of escaped blanks', '^FO10,10^A0N,30,30^FH^FD_20^FS'],
    ['no field at all', '^FO10,10^A0N,30,30'],
    ['a white box', '^FO1,1^GB100,100,50,W^FS'],
    ['a white circle', '^FO1,1^GC100,3,W^FS'],
    ['an empty graphic', '^FO1,1^GFA,8,8,2,0000,:hZ0^FS'],
    ['a bar code without data', '^FO1,1^BY3^BCN,100'],
  ])('that has only %s leaves no ink', (_, fields) => {
    expect(leavesInk(label(fields))).toBe(false);
  });

  test.each([
    ['a letter', '^FO10,10^FDa^FS'],
    ['an escaped character', '^FH^FD_41^FS'],
    ['a bar code of blanks', '^FO1,1^BCN,100^FD  ^FS'],
    ['a box', '^FO1,1^GB100,100,50^FS'],
    ['a white box that turns black', '^FO1,1^FR^GB100,100,50,W^FS'],
    ['the same for all of the label', '^LRY^FO1,1^GB100,100,50,W^FS'],
    ['a graphic', '^FO1,1^GFA,8,8,2,00000001^FS'],
    ['a graphic of filled rows', '^FO1,1^GFA,8,8,2,!:::^FS'],
    ['a packed graphic', '^FO1,1^GFA,8,8,2,:Z64:eJxjAAIA:1234^FS'],
    ['a symbol', '^FO1,1^GSN,30,30^FDA^FS'],
    ['a number that counts', '^FO1,1^SN001,1,Y^FS'],
    ['a stored format', '^XFR:F.ZPL^FS'],
  ])('that has %s may leave ink', (_, fields) => {
    expect(leavesInk(label(fields))).toBe(true);
  });

  test('counts the ink of the graphics that it stores', () => {
    expect(leavesInk(`~DGR:A.GRF,2,1,0000${label('^XGR:A.GRF,1,1^FS')}`)).toBe(false);
    expect(leavesInk(`~DGR:A.GRF,2,1,0100${label('^XGR:A.GRF,1,1^FS')}`)).toBe(true);
  });
});

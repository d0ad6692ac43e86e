import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeCode128 } from '../../../src/main/labels/zpl-drawing/code128.ts';

const words = (data: string, mode = 'N'): readonly number[] | undefined =>
  encodeCode128(data, mode)?.words;

/** Reads code words as a scanner does: function 1 is silent at the beginning, else a separator. */
function readWords([start, ...rest]: readonly number[]): string {
  let subset = 'ABC'.charAt(start! - 103);
  let text = '';
  rest.forEach((word, index) => {
    if (word === 102) text += index === 0 ? '' : '\u001d';
    else if (word === 101 && subset !== 'A') subset = 'A';
    else if (word === 100 && subset !== 'B') subset = 'B';
    else if (subset === 'C') text += String(word).padStart(2, '0');
    else if (word === 99) subset = 'C';
    else text += String.fromCharCode(subset === 'A' && word >= 64 ? word - 64 : word + 32);
  });
  return text;
}

describe('the code words of ^BC', () => {
  it.each([
    ['AB1', 'N', [104, 33, 34, 17]],
    ['>:AB', 'N', [104, 33, 34]],
    ['>;1234', 'N', [105, 12, 34]],
    ['>;>81234', 'N', [105, 102, 12, 34]],
    ['>93334', 'N', [103, 33, 34]],
    ['>:A>51234', 'N', [104, 33, 99, 12, 34]],
    ['A>0B', 'N', [104, 33, 30, 34]],
    ['1234AB', 'A', [105, 12, 34, 100, 33, 34]],
    ['AB12345', 'A', [104, 33, 34, 17, 99, 23, 45]],
    ['12', 'A', [104, 17, 18]],
    ['(00)1234', 'D', [105, 102, 0, 12, 34]],
    ['(10)AB>8(21)7', 'D', [104, 102, 17, 16, 33, 34, 102, 18, 17, 23]],
    ['0037891234567890123', 'U', [105, 102, 0, 37, 89, 12, 34, 56, 78, 90, 12, 32]],
  ])('of %s in mode %s', (data, mode, expected) => {
    expect(words(data, mode)).toEqual(expected);
  });

  it('are none for text that the symbology cannot hold', () => {
    for (const data of ['é', 'A\u0080']) expect(encodeCode128(data, 'N')).toBeNull();
    expect(encodeCode128('AB', 'U')).toBeNull();
  });

  it('contain the input, in the automatic mode', () => {
    const sign = fc.integer({ min: 0, max: 126 }).map((code) => String.fromCharCode(code));
    // Function sign 1 is written as this separator, which has no meaning at the very beginning.
    const text = fc
      .array(fc.oneof(sign, fc.stringMatching(/^\d{1,9}$/)), { minLength: 1 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (data) => {
        expect(readWords(words(data, 'A')!)).toBe(data.startsWith('\u001d') ? data.slice(1) : data);
      }),
    );
  });

  it.each([
    ['A><B>=C', 'N'],
    ['>;>81234>85678', 'N'],
    ['>933342>6b', 'N'],
    ['>97301>6x', 'N'],
    ['(00)1234>8(21)A', 'D'],
    ['37891234567890123', 'U'],
  ])('are read as the text that goes with them: %s', (data, mode) => {
    const code = encodeCode128(data, mode);
    expect(readWords(code!.words)).toBe(code!.text);
  });

  it('show the text under the bars without non-characters', () => {
    expect(encodeCode128('>:AB>51234', 'N')?.line).toBe('AB1234');
    expect(encodeCode128('(00)1234', 'D')?.line).toBe('(00)1234');
  });
});

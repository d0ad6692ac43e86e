import { describe, expect, it } from 'vitest';
import { function1 } from '../../../src/main/labels/zpl-drawing/code-data.ts';
import { readCode128 } from '../../../src/main/labels/zpl-drawing/code128.ts';

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

describe('the data of ^BC', () => {
  it.each([
    ['AB1', 'N', [104, 33, 34, 17]],
    ['>:AB', 'N', [104, 33, 34]],
    ['>;1234', 'N', [105, 12, 34]],
    ['>;>81234', 'N', [105, 102, 12, 34]],
    ['>93334', 'N', [103, 33, 34]],
    ['>:A>51234', 'N', [104, 33, 99, 12, 34]],
    ['A>0B', 'N', [104, 33, 30, 34]],
    ['1234AB', 'A', '1234AB'],
    ['(00)1234', 'D', `${function1}001234`],
    ['(10)AB>8(21)7', 'D', `${function1}10AB${function1}217`],
    ['0037891234567890123', 'U', `${function1}00378912345678901232`],
  ])('of %s in mode %s', (data, mode, expected) => {
    expect(readCode128(data, mode)?.data).toEqual(expected);
  });

  it('are none for text that the symbology cannot hold', () => {
    for (const data of ['é', 'A\u0080']) expect(readCode128(data, 'N')).toBeNull();
    expect(readCode128('AB', 'U')).toBeNull();
  });

  it.each([
    ['A><B>=C', 'N'],
    ['>;>81234>85678', 'N'],
    ['>933342>6b', 'N'],
    ['>97301>6x', 'N'],
  ])('are read as the text that goes with them: %s', (data, mode) => {
    const code = readCode128(data, mode);
    expect(readWords(code!.data as readonly number[])).toBe(code!.text);
  });

  it('show the text under the bars without non-characters', () => {
    expect(readCode128('>:AB>51234', 'N')?.line).toBe('AB1234');
    expect(readCode128('(00)1234', 'D')?.line).toBe('(00)1234');
  });
});

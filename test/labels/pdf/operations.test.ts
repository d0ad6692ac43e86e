import { describe, expect, it } from 'vitest';
import { readOperations } from '../../../src/main/labels/pdf/cost/operations.ts';

type Operation = readonly [operator: string, ...operands: (number | string)[]];

/** Each operator with its operands, as they are read from a content stream; a string is a 0. */
function read(content: string): Operation[] {
  const found: Operation[] = [];
  readOperations(Buffer.from(content, 'latin1'), (operator, operands) => {
    const values = Array.from({ length: operands.length }, (_, at) => operands.name(at) ?? operands.number(at));
    found.push([operator, ...values]);
  });
  return found;
}

describe('the operations of a content stream', () => {
  it.each([
    ['7', 7],
    ['-0.5', -0.5],
    ['.25', 0.25],
    ['4.', 4],
    ['+3', 3],
    ['123456789012345', 123456789012345],
    ['0.1234567890123', 0.1234567890123],
    ['12345678901234560000', 1.234567890123456e19],
    ['--5', -5],
    ['1.2.3', 1.2],
    ['-', 0],
    ['.', 0],
    ['1e3', 1000],
    ['3pt', 3],
  ])('reads the number %s as drawing programs do', (text, value) => {
    expect(read(`${text} w`)).toStrictEqual([['w', value]]);
    // Also if a delimiter ends it instead of white space.
    expect(read(`[${text}]0 d`)).toStrictEqual([['d', value, 0]]);
  });

  it('distinguishes operators with the same beginning, the unknown and long ones too', () => {
    expect(read("1 b 2 b* 3 BX 4 ' 5 abcdef 6 , 7 EMC").map(([operator]) => operator)).toStrictEqual([
      ...['b', 'b*', 'BX', "'", 'abcdef', ',', 'EMC'],
    ]);
  });

  it('takes no word with a byte beyond ASCII for a known one', () => {
    // With the uppermost bit left out they would be `cm` and `f`.
    const unknown = ['c\xed', '\xe3m', '\xe6'];
    expect(read(unknown.map((word) => `1 ${word} `).join('')).map(([operator]) => operator)).toStrictEqual(unknown);
  });

  it('assigns each operator its own operands', () => {
    expect(read('1 2 m 3 l h (ab) Tj /F1 12 Tf')).toStrictEqual([
      ['m', 1, 2],
      ['l', 3],
      ['h'],
      ['Tj', 0],
      ['Tf', 'F1', 12],
    ]);
  });

  it('counts the bytes of all strings before an operator', () => {
    const bytes: number[] = [];
    readOperations(Buffer.from('[(ab) -20 <0a0b>] TJ (c) Tj 1 w'), (_, { textBytes }) => bytes.push(textBytes));
    // Each with a sign that ends it, or half of one.
    expect(bytes).toStrictEqual([5, 2, 0]);
  });

  it('takes no more operands than any operator has', () => {
    const text = `${'1 '.repeat(100_000)}w /F1 2 Tf`;
    const lengths: number[] = [];
    readOperations(Buffer.from(text), (_, { length }) => lengths.push(length));
    expect(lengths).toStrictEqual([4096, 2]);
  });
});

import { describe, expect, it } from 'vitest';
import { findFont, measureText, toFontBytes } from '../../../src/main/labels/zpl-drawing/fonts.ts';
import { setBlock } from '../../../src/main/labels/zpl-drawing/text.ts';
import { decodeFieldText, unescapeHex } from '../../../src/main/labels/zpl-drawing/encoding.ts';
import type { Block } from '../../../src/main/labels/zpl-drawing/label.ts';

const font = findFont({ letter: '0', height: 40, width: 40 });
const block: Block = { width: 300, lines: 3, lineGap: 4, align: 'L', indent: 0 };
const set = (text: string, more: Partial<Block> = {}) =>
  setBlock(text, { ...block, ...more }, font);

describe('a text in a block', () => {
  it('breaks between words, and no line is wider than the block', () => {
    const lines = set('Rua das Palmeiras 1000, Centro, Joinville', { lines: 9 });
    expect(lines.map(({ text }) => text).join(' ')).toBe(
      'Rua das Palmeiras 1000, Centro, Joinville',
    );
    expect(lines.length).toBeGreaterThan(2);
    for (const { text } of lines) expect(measureText(text, font)).toBeLessThanOrEqual(300);
    expect(lines.map(({ top }) => top)).toEqual(lines.map((_, index) => index * 44));
  });

  it('breaks at its line breaks, and within a word that is wider than the block', () => {
    expect(set('one\\&two').map(({ text }) => text)).toEqual(['one', 'two']);
    const parts = set('W'.repeat(40), { lines: 9 });
    expect(parts.map(({ text }) => text).join('')).toBe('W'.repeat(40));
    for (const { text } of parts) expect(measureText(text, font)).toBeLessThanOrEqual(300);
  });

  it('is printed over the last line if it has no room', () => {
    expect(set('a\\&b\\&c\\&d').map(({ text, top }) => [text, top])).toEqual([
      ['a', 0],
      ['b', 44],
      ['c', 88],
      ['d', 88],
    ]);
  });

  it('is aligned to the left, in the middle, to the right or on both sides', () => {
    const width = measureText('Centro', font);
    expect(set('Centro')[0]!.left).toBe(0);
    expect(set('Centro', { align: 'C' })[0]!.left).toBeCloseTo((300 - width) / 2);
    expect(set('Centro', { align: 'R' })[0]!.left).toBeCloseTo(300 - width);
    const [first, last] = set('Rua das Palmeiras Centro', { align: 'J' });
    expect(measureText(first!.text, font) + first!.wordGap * 2).toBeCloseTo(300);
    expect(last).toMatchObject({ text: 'Centro', wordGap: 0 });
  });

  it('indents all lines but the first', () => {
    expect(set('one\\&two\\&three', { indent: 20 }).map(({ left }) => left)).toEqual([0, 20, 20]);
    const width = measureText('Rua das', font);
    expect(set('one\\&Rua das', { indent: 20, width }).map(({ text }) => text)).toEqual([
      'one',
      'Rua',
      'das',
    ]);
  });

  it('stands letter below letter if it is narrower than one', () => {
    expect(set('WAH', { width: 9 }).map(({ text, top }) => [text, top])).toEqual([
      ['W', 0],
      ['A', 44],
      ['H', 88],
    ]);
  });

  it('of more letters than a label has is refused', () => {
    expect(() => set('a '.repeat(9000))).toThrow('more text');
  });
});

describe('a font of a printer', () => {
  it('has the requested size: a digit takes half of the width, a capital three quarters of the height', () => {
    expect(measureText('0', findFont({ letter: '0', height: 100, width: 60 }))).toBeCloseTo(30, 1);
    expect(findFont({ letter: '0', height: 100, width: null })).toMatchObject({
      baseLine: 75,
      height: 100,
    });
  });

  it('grows by whole times if it is made of dots', () => {
    for (const height of [18, 20, 26])
      expect(findFont({ letter: 'D', height, width: null }).height).toBe(18);
    expect(measureText('ABC', findFont({ letter: 'D', height: 36, width: 20 }))).toBeCloseTo(72);
    expect(measureText('ABC', findFont({ letter: 'A', height: null, width: null }))).toBeCloseTo(
      18,
    );
  });

  it('draws missing characters without their marks, or as a question mark, and controls not at all', () => {
    expect(toFontBytes('Ação €')).toBe('A\xe7\xe3o \x80');
    expect(toFontBytes('ő')).toBe('o');
    expect(toFontBytes('漢\u0007')).toBe('?');
  });
});

describe('the bytes of a field', () => {
  it.each([
    ['A\xe7\xe3o', 27, 'Ação'],
    ['A\xc3\xa7\xc3\xa3o', 28, 'Ação'],
    ['A\x87\xc6o', 0, 'Ação'],
    ['A\xc3\xa7\xc3\xa3o', null, 'Ação'],
    ['A\x87\xc6o', null, 'Ação'],
    ['\x00A\x00\xe7', 29, 'Aç'],
  ])('%j by ^CI%s', (data, encoding, expected) => {
    expect(decodeFieldText(data, encoding)).toBe(expected);
  });

  it('may be written as hexadecimal, after the sign that the field chose', () => {
    expect(unescapeHex('_41_zz_4', '_')).toBe('A_zz_4');
    expect(unescapeHex('\\41', '\\')).toBe('A');
    expect(unescapeHex('_41', null)).toBe('_41');
  });
});

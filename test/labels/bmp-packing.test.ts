import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unpackRuns } from '../../src/main/labels/formats/pictures/bmp-packing.ts';
import { PdfDamage } from '../../src/main/labels/pdf/syntax/objects.ts';

/** Six pixels wide and three high, from the highest row. */
const unpack = (depth: 4 | 8, data: readonly number[]): readonly string[] => {
  const pixels = unpackRuns(Uint8Array.from(data), 6, 3, depth);
  return [12, 6, 0].map((from) => pixels.subarray(from, from + 6).join(''));
};

// From the lowest row: a run, pixels as they are, a leap; a row that is too long, and one that ends early.
test.each([
  [8, [4, 1, 0, 0, 0, 3, 2, 3, 1, 0, 0, 2, 1, 1, 9, 2, 0, 1], ['000022', '231000', '111100']],
  [4, [5, 0x12, 0, 0, 0, 5, 0x23, 0x12, 0x30, 0, 0, 2, 0, 1, 2, 0x33, 0, 1], ['000003', '231230', '121210']],
] as const)('run lengths of %d bits become pixels', (depth, data, rows) => {
  expect(unpack(depth, data)).toEqual(rows);
});

test.each([
  ['without their end', [4, 1, 0, 0, 4, 1]],
  ['cut in pixels as they are', [0, 6, 1, 2]],
  ['with more rows than there are', [0, 2, 0, 3, 4, 1, 0, 1]],
  ['of nothing', []],
])('run lengths %s are damage', (_, data) => {
  expect(() => unpack(8, data)).toThrow(PdfDamage);
});

test('whatever they are, they are pixels or damage', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), fc.constantFrom(4 as const, 8 as const), (data, depth) => {
      try {
        const pixels = unpackRuns(Uint8Array.from([...data, 0, 1]), 6, 3, depth);
        expect(pixels).toHaveLength(18);
        if (depth === 4) expect(Math.max(...pixels)).toBeLessThan(16);
      } catch (error) {
        expect(error).toBeInstanceOf(PdfDamage);
      }
    }),
  );
});

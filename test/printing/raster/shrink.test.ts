import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dropPadding, fineness, shrink } from '../../../src/main/drawing/shrink.ts';

/** A picture whose rows are padded, and often like the row above, as on a label. */
const pictures = fc
  .record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 7 }) })
  .chain(({ width, height }) => {
    const stride = (width * fineness + 3) & ~3;
    const row = fc.uint8Array({ minLength: stride, maxLength: stride });
    const kinds = fc.array(row, { minLength: 1, maxLength: 3 });
    const down = height * fineness;
    return fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      stride: fc.constant(stride),
      pixels: kinds.chain((rows) =>
        fc
          .array(fc.constantFrom(...rows), { minLength: down, maxLength: down })
          .map((picture) => Uint8Array.from(picture.flatMap((one) => [...one]))),
      ),
    });
  });

test('a shrunk pixel is the rounded mean of the nine it is made of', () => {
  fc.assert(
    fc.property(pictures, ({ width, height, stride, pixels }) => {
      const expected = Array.from({ length: width * height }, (_, at) => {
        const [x, y] = [at % width, Math.floor(at / width)];
        let sum = 0;
        for (let row = 0; row < 3; row += 1)
          for (let column = 0; column < 3; column += 1)
            sum += pixels[(y * 3 + row) * stride + x * 3 + column]!;
        return Math.floor(sum / 9 + 0.5);
      });
      const gray = new Uint8Array(width * height);
      shrink(pixels, stride, width, gray);
      expect([...gray]).toEqual(expected);
    }),
  );
});

test('a row without its padding is as it was', () => {
  const pixels = Uint8Array.of(1, 2, 3, 99, 4, 5, 6, 99);
  const gray = new Uint8Array(6);
  dropPadding(pixels, 4, 3, gray);
  expect([...gray]).toEqual([1, 2, 3, 4, 5, 6]);
});

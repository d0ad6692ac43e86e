import fc from 'fast-check';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { readPng } from '../../../src/main/labels/pdf/image/png-file.ts';
import { startLabel } from '../../../src/main/labels/pdf/syntax/inflate.ts';
import { decodePixels } from '../../../src/main/labels/pdf/image/png-pixels.ts';

const filters = [0, 1, 2, 3, 4] as const;
const kinds = [
  { name: 'grey', colorType: 0, channels: 1 },
  { name: 'colour', colorType: 2, channels: 3 },
] as const;

it.each(kinds.flatMap((kind) => filters.map((filterType) => ({ ...kind, filterType }))))(
  'a PNG in $name whose rows went through filter $filterType has the pixels that were drawn',
  ({ colorType, channels, filterType }) => {
    const pictures = fc
      .record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 6 }) })
      .chain(({ width, height }) => {
        const length = width * height * channels;
        return fc.record({
          width: fc.constant(width),
          height: fc.constant(height),
          samples: fc.uint8Array({ minLength: length, maxLength: length }),
        });
      });
    fc.assert(
      fc.property(pictures, ({ width, height, samples }) => {
        const png = new PNG({ width, height });
        png.data = Buffer.from(samples);
        const file = PNG.sync.write(png, {
          inputColorType: colorType,
          inputHasAlpha: false,
          colorType,
          bitDepth: 8,
          filterType,
        });
        startLabel();
        const pixels = decodePixels(readPng(file));
        expect(pixels.gray).toBe(channels === 1);
        expect(Buffer.from(pixels.samples).equals(samples)).toBe(true);
      }),
    );
  },
);

import { crc32 } from 'node:zlib';
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
        expect(Buffer.from(pixels).equals(samples)).toBe(true);
      }),
    );
  },
);

it.each(kinds)(
  'a PNG in $name has white in place of the colour that it calls transparent',
  ({ colorType, channels }) => {
    const samples = Buffer.alloc(2 * channels, 40).fill(90, channels);
    const png = new PNG({ width: 2, height: 1 });
    png.data = samples;
    const file = PNG.sync.write(png, {
      inputColorType: colorType,
      inputHasAlpha: false,
      colorType,
      bitDepth: 8,
    });
    const body = Buffer.concat([
      Buffer.from('tRNS'),
      Buffer.alloc(2 * channels, Buffer.from([0, 40])),
    ]);
    const chunk = Buffer.concat([Buffer.alloc(4), body, Buffer.alloc(4)]);
    chunk.writeUInt32BE(body.length - 4);
    chunk.writeUInt32BE(crc32(body), chunk.length - 4);
    const at = file.indexOf('IDAT') - 4;
    startLabel();
    const pixels = decodePixels(
      readPng(Buffer.concat([file.subarray(0, at), chunk, file.subarray(at)])),
    );
    expect([...pixels]).toEqual([...Buffer.alloc(channels, 255), ...Buffer.alloc(channels, 90)]);
  },
);

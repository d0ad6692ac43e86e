import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { readGif } from '../../../src/main/labels/formats/gif.ts';
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
    expect([...pixels.samples]).toEqual([
      ...Buffer.alloc(channels, 255),
      ...Buffer.alloc(channels, 90),
    ]);
  },
);

it('a GIF that fills its table has the pixels of the last code', async () => {
  // Each single sample adds a pair to the table; the last of these gets the code 4,095.
  const samples = Array.from({ length: 4091 }, (_, index) => index % 2);
  const file = makeGif([...samples, 4095]);
  const ends: (readonly number[])[] = [];
  for await (const row of readGif(file).rows) ends.push([...row.slice(-9)]);
  // The last code's pair, and the sample before it.
  expect(ends).toEqual([[0, 255, 0].flatMap((gray) => [gray, gray, gray])]);
});

/** One row of two pixels more than `codes`' single samples, in black (0) and white (1). */
function makeGif(codes: readonly number[]): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(codes.length + 1);
  size.writeUInt16LE(1, 2);
  const palette = Buffer.from([0, 0, 0, 255, 255, 255, 0, 0, 0, 0, 0, 0]);
  const [clear, first] = [4, 6];
  const words: string[] = [];
  let bits = 3;
  for (const [index, code] of [clear, ...codes].entries()) {
    words.push(code.toString(2).padStart(bits, '0'));
    if (first + index - 1 === 1 << bits && bits < 12) bits += 1;
  }
  const text = words.toReversed().join('');
  const packed = Array.from({ length: Math.ceil(text.length / 8) }, (_, at) =>
    Number.parseInt(text.slice(Math.max(0, text.length - 8 * at - 8), text.length - 8 * at), 2),
  );
  const blocks = Array.from({ length: Math.ceil(packed.length / 255) }, (_, at) => {
    const block = packed.slice(at * 255, at * 255 + 255);
    return [block.length, ...block];
  });
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from([0x81, 0, 0]),
    palette,
    Buffer.from([0x2c, 0, 0, 0, 0]),
    size,
    Buffer.from([0, 2, ...blocks.flat(), 0, 0x3b]),
  ]);
}

import { crc32, deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { PDFHexString, PDFName, type PDFRawStream } from 'pdf-lib';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { readPng } from '../../../src/main/labels/pdf/image/png-file.ts';
import { makePngStream } from '../../../src/main/labels/pdf/image/png.ts';
import { PdfUnrenderable } from '../../../src/main/labels/pdf/syntax/errors.ts';
import { startLabel } from '../../../src/main/labels/pdf/syntax/inflate.ts';

const toStream = (file: Buffer): PDFRawStream => {
  startLabel();
  return makePngStream(readPng(file));
};
const unpack = (file: Buffer): Buffer => inflateSync(toStream(file).contents);
const entry = (stream: PDFRawStream, name: string) => stream.dict.get(PDFName.of(name));

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const whole = Buffer.concat([Buffer.alloc(4), body, Buffer.alloc(4)]);
  whole.writeUInt32BE(data.length);
  whole.writeUInt32BE(crc32(body), whole.length - 4);
  return whole;
}

interface Kind {
  readonly colorType: number;
  readonly channels: number;
  readonly depth: number;
}

/** Writes pixels, each as its samples, in rows of whole bytes. */
function packRow(pixels: readonly (readonly number[])[], depth: number): Buffer {
  const bits = pixels.flatMap((samples) =>
    samples.map((one) => one.toString(2).padStart(depth, '0')),
  );
  const bytes = bits.join('').match(/.{1,8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

/** Column and row of the first pixel of each pass, and the steps to the next ones. */
const adam7 = ['0 0 8 8', '4 0 8 8', '0 4 4 8', '2 0 4 4', '0 2 2 4', '1 0 2 2', '0 1 1 2'];

function makePng(
  rows: readonly (readonly (readonly number[])[])[],
  { colorType, depth }: Kind,
  passes: readonly string[],
  more: readonly Buffer[] = [],
): Buffer {
  const width = rows[0]!.length;
  const packed = passes.flatMap((pass) => {
    const [left, top, stepX, stepY] = pass.split(' ').map(Number) as [
      number,
      number,
      number,
      number,
    ];
    return rows
      .filter((_, y) => y >= top && (y - top) % stepY === 0)
      .map((row) => row.filter((_, x) => x >= left && (x - left) % stepX === 0))
      .filter((row) => row.length > 0)
      .map((row) => Buffer.concat([Buffer.of(0), packRow(row, depth)]));
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([depth, colorType, 0, 0, passes.length > 1 ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', deflateSync(Buffer.concat(packed))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const kinds: readonly Kind[] = [
  ...[1, 2, 4, 8, 16].map((depth) => ({ colorType: 0, channels: 1, depth })),
  ...[8, 16].map((depth) => ({ colorType: 2, channels: 3, depth })),
  ...[1, 2, 4, 8].map((depth) => ({ colorType: 3, channels: 1, depth })),
];
const palette = chunk('PLTE', Buffer.alloc(3 * 256, 77));

const pixelsOf = ({ channels, depth }: Kind) =>
  fc
    .record({ width: fc.integer({ min: 1, max: 19 }), height: fc.integer({ min: 1, max: 19 }) })
    .chain(({ width, height }) => {
      const sample = fc.nat(2 ** depth - 1);
      const pixel = fc.array(sample, { minLength: channels, maxLength: channels });
      const row = fc.array(pixel, { minLength: width, maxLength: width });
      return fc.array(row, { minLength: height, maxLength: height });
    });

describe('a PNG', () => {
  it.each(kinds)(
    'of type $colorType with $depth bits has the pixels that were drawn, interlaced or not',
    (kind) => {
      fc.assert(
        fc.property(pixelsOf(kind), (rows) => {
          const more = kind.colorType === 3 ? [palette] : [];
          const plain = unpack(makePng(rows, kind, ['0 0 1 1'], more));
          const expected = rows.map((row) => packRow(row, kind.depth));
          expect(plain).toEqual(
            Buffer.concat(expected.map((row) => Buffer.concat([Buffer.of(0), row]))),
          );
          expect(unpack(makePng(rows, kind, adam7, more))).toEqual(Buffer.concat(expected));
        }),
        { numRuns: 30 },
      );
    },
  );

  it.each(
    [4, 6].flatMap((colorType) => [0, 1, 2, 3, 4].map((filterType) => ({ colorType, filterType }))),
  )(
    'of type $colorType whose rows went through filter $filterType has its pixels, without alpha',
    ({ colorType, filterType }) => {
      const channels = colorType === 4 ? 2 : 4;
      const rows = pixelsOf({ colorType, channels: channels - 1, depth: 8 });
      fc.assert(
        fc.property(rows, (pixels) => {
          const png = new PNG({ width: pixels[0]!.length, height: pixels.length });
          png.data = Buffer.from(
            pixels.flat(1).flatMap(([red = 0, green = red, blue = red]) => [red, green, blue, 255]),
          );
          const file = PNG.sync.write(png, {
            inputColorType: 6,
            inputHasAlpha: true,
            colorType: colorType as 4 | 6,
            bitDepth: 8,
            filterType,
          });
          const gray = channels === 2;
          const back = unpack(file);
          expect(back).toHaveLength(pixels.flat(2).length);
          // The writer makes gray of colours by its own weights.
          for (const [at, sample] of pixels.flat(2).entries())
            expect(Math.abs(back[at]! - sample)).toBeLessThanOrEqual(gray ? 1 : 0);
        }),
        { numRuns: 30 },
      );
    },
  );

  it.each([8, 16])('of %i bits is on white where it is transparent', (depth) => {
    const most = 2 ** depth - 1;
    const half = Math.round(most / 2);
    const pixels = [
      [
        [0, 0, most, most],
        [0, 0, most, half],
        [0, 0, most, 0],
      ],
    ];
    const kind = { colorType: 6, channels: 4, depth };
    expect([...unpack(makePng(pixels, kind, ['0 0 1 1']))]).toEqual([
      ...[0, 0, 255],
      ...[127, 127, 255],
      ...[255, 255, 255],
    ]);
    expect(unpack(makePng(pixels, kind, adam7))).toEqual(
      unpack(makePng(pixels, kind, ['0 0 1 1'])),
    );
  });

  it('says which of its colours is transparent, in gray and in colour', () => {
    const gray = { colorType: 0, channels: 1, depth: 8 };
    const color = { colorType: 2, channels: 3, depth: 8 };
    const key = (...samples: readonly number[]) =>
      chunk('tRNS', Buffer.from(samples.flatMap((one) => [0, one])));
    const ofGray = toStream(makePng([[[40], [90]]], gray, ['0 0 1 1'], [key(40)]));
    expect(entry(ofGray, 'Mask')?.toString()).toBe('[ 40 40 ]');
    const ofColor = toStream(makePng([[[1, 2, 3]]], color, adam7, [key(1, 2, 3)]));
    expect(entry(ofColor, 'Mask')?.toString()).toBe('[ 1 1 2 2 3 3 ]');
    const tooShort = chunk('tRNS', Buffer.of(0));
    const without = toStream(makePng([[[1, 2, 3]]], color, adam7, [tooShort]));
    expect(entry(without, 'Mask')).toBeUndefined();
    const deep = makePng([[[40]]], { ...gray, depth: 16 }, adam7, [key(40)]);
    expect(() => toStream(deep)).toThrow(PdfUnrenderable);
  });

  it('has a palette on white', () => {
    const kind = { colorType: 3, channels: 1, depth: 2 };
    const colors = chunk('PLTE', Buffer.from([10, 20, 30, 0, 0, 0, 200, 100, 0]));
    const alphas = chunk('tRNS', Buffer.from([255, 0]));
    const stream = toStream(makePng([[[0], [1], [2]]], kind, ['0 0 1 1'], [colors, alphas]));
    expect(entry(stream, 'ColorSpace')?.toString()).toContain(
      PDFHexString.fromBytes(Buffer.from([10, 20, 30, 255, 255, 255, 200, 100, 0])).toString(),
    );
    expect(entry(stream, 'Mask')).toBeUndefined();
  });

  it('of a kind that does not exist is refused', () => {
    for (const kind of [
      { colorType: 6, channels: 4, depth: 4 },
      { colorType: 5, channels: 1, depth: 8 },
      { colorType: 3, channels: 1, depth: 8 },
    ])
      expect(() => readPng(makePng([[[1, 1, 1, 1]]], kind, ['0 0 1 1']))).toThrow('no sense');
  });
});

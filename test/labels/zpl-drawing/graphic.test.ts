import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeGraphicField } from '../../../src/main/printing/zpl/graphic-field.ts';
import { readGraphic } from '../../../src/main/labels/zpl-drawing/graphic.ts';
import { PdfUnrenderable } from '../../../src/main/labels/pdf/syntax/errors.ts';

const read = (content: string, rowBytes: number, totalBytes: number): string =>
  readGraphic({ content, rowBytes, totalBytes }).bytes.toString('hex');

const picture = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 30 }))
  .chain(([rowBytes, rows]) =>
    fc.record({
      rowBytes: fc.constant(rowBytes),
      bytes: fc
        .array(fc.constantFrom(0, 0, 255, 255, 1, 0xf0), {
          minLength: rowBytes * rows,
          maxLength: rowBytes * rows,
        })
        .map((bytes) => Buffer.from(bytes)),
    }),
  );

describe('a graphic of ZPL', () => {
  it.each([
    ['FF00', 1, 2, 'ff00'],
    ['JF,', 2, 4, 'ffff0000'],
    ['!,', 1, 2, 'ff00'],
    ['8,:', 2, 4, '80008000'],
    ['gF', 20, 20, 'ff'.repeat(10) + '00'.repeat(10)],
    ['hGF', 21, 21, 'f'.repeat(41) + '0'],
    ['F0\nF0', 1, 2, 'f0f0'],
    ['FF', 1, 3, 'ff0000'],
  ])('%s in rows of %d', (content, rowBytes, totalBytes, expected) => {
    expect(read(content, rowBytes, totalBytes)).toBe(expected);
  });

  it('is the packed input: hexadecimal, base 64, and base 64 of packed data', () => {
    fc.assert(
      fc.property(picture, ({ rowBytes, bytes }) => {
        const hex = bytes.toString('hex');
        for (const content of [
          hex.toUpperCase(),
          `:B64:${bytes.toString('base64')}:0000`,
          `:Z64:${deflateSync(bytes).toString('base64')}:0000`,
        ])
          expect(read(content, rowBytes, bytes.length)).toBe(hex);
      }),
    );
  });

  it('is the same that Doca itself makes of a picture for printers', () => {
    fc.assert(
      fc.property(picture, ({ rowBytes, bytes }) => {
        const isBlack = (dot: number): boolean => ((bytes[dot >> 3]! >> (7 - (dot & 7))) & 1) === 1;
        const gray = Uint8Array.from({ length: bytes.length * 8 }, (_, dot) =>
          isBlack(dot) ? 0 : 255,
        );
        const command = makeGraphicField({
          width: rowBytes * 8,
          height: bytes.length / rowBytes,
          gray,
        });
        const [, total, , row, content] = /^\^GFA,(\d+),(\d+),(\d+),([^^]*)/.exec(command) ?? [];
        expect(read(content!, Number(row), Number(total))).toBe(bytes.toString('hex'));
      }),
    );
  });

  it.each([
    ['without a size', { content: 'FF', rowBytes: 0, totalBytes: 8 }],
    ['larger than any label', { content: 'FF', rowBytes: 1, totalBytes: 99_000_000 }],
    ['that does not unpack', { content: ':Z64:AAAA:0000', rowBytes: 1, totalBytes: 8 }],
  ])('%s is refused', (_what, packed) => {
    expect(() => readGraphic(packed)).toThrow(PdfUnrenderable);
  });
});

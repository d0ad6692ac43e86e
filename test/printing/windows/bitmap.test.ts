import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cropColumns,
  hasTones,
  isBlank,
  packGray,
  packOneBit,
} from '../../../src/main/printing/windows/process/bitmap.ts';
import { toDots } from '../../../src/main/drawing/dots.ts';
import type { GrayBitmap } from '../../../src/main/drawing/dots.ts';

const picture = fc
  .tuple(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 9 }))
  .chain(([width, height]) =>
    fc
      .uint8Array({ minLength: width * height, maxLength: width * height })
      .map((gray): GrayBitmap => ({ width, height, gray })),
  );

describe('a bitmap for GDI', () => {
  it('has the dots that a label printer would burn, from the bottom', () => {
    fc.assert(
      fc.property(picture, (rows) => {
        const dots = toDots(rows);
        const packed = packOneBit(rows, Buffer.alloc(4_000));
        const rowBytes = packed.bytes.length / rows.height;
        expect(rowBytes % 4).toBe(0);
        for (let y = 0; y < rows.height; y += 1) {
          const row = packed.bytes
            .subarray((rows.height - 1 - y) * rowBytes)
            .subarray(0, dots.rowBytes);
          expect([...row].map((byte) => ~byte & 0xff)).toEqual([
            ...dots.bytes.subarray(y * dots.rowBytes, (y + 1) * dots.rowBytes),
          ]);
        }
      }),
    );
  });

  it('is cropped to the device’s printable area', () => {
    fc.assert(
      fc.property(picture, fc.nat(), (rows, x) => {
        const left = x % rows.width;
        const cropped = cropColumns(rows, left, rows.width);
        expect(cropped.gray.length).toBe(cropped.width * cropped.height);
        expect(cropped.gray[0]).toBe(rows.gray[left]);
        expect(cropped.gray.at(-1)).toBe(rows.gray.at(-1));
      }),
    );
  });

  it('keeps a picture gray, and has bars and letters without soft edges', () => {
    const [width, height] = [32, 8];
    const bars = Uint8Array.from({ length: width * height }, (_, at) => [0, 90, 255, 170][at % 4]!);
    expect(hasTones({ width, height, gray: bars })).toBe(false);
    const tones = Uint8Array.from({ length: width * height }, (_, at) => 60 + (at % width) * 4);
    expect(hasTones({ width, height, gray: tones })).toBe(true);
    const both = { width: width * 2, height, gray: new Uint8Array(width * 2 * height) };
    for (let y = 0; y < height; y += 1) {
      both.gray.set(bars.subarray(y * width, (y + 1) * width), y * width * 2);
      both.gray.set(tones.subarray(y * width, (y + 1) * width), y * width * 2 + width);
    }
    const { bytes } = packGray(both, Buffer.alloc(4_000));
    expect([...bytes.subarray(0, 4)]).toEqual([0, 0, 255, 255]);
    expect([...bytes.subarray(width + 1, width + 4)]).toEqual([64, 68, 72]);
  });

  it('is omitted if it is empty', () => {
    expect(isBlank({ width: 2, height: 1, gray: Uint8Array.of(255, 250) })).toBe(true);
    expect(isBlank({ width: 2, height: 1, gray: Uint8Array.of(255, 130) })).toBe(false);
  });
});

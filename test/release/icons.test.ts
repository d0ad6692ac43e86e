import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { icns, ico } from '../../scripts/icons/containers.ts';
import { rasterise } from '../../scripts/icons/rasterise.ts';
import { drawing } from '../../scripts/icons/shapes.ts';

const resources = join(import.meta.dirname, '../../resources');
const sizesPx = [16, 24, 32, 48, 64, 128, 256];

describe('the icon set', () => {
  it.each(sizesPx)('equals the script’s drawing, at %i px', (sizePx) => {
    const stored = PNG.sync.read(readFileSync(join(resources, `icons/${sizePx}x${sizePx}.png`)));
    const drawn = PNG.sync.read(Buffer.from(rasterise(drawing(sizePx), sizePx)));
    expect([stored.width, stored.height]).toEqual([sizePx, sizePx]);
    expect(stored.data.equals(drawn.data)).toBe(true);
  });

  it('has transparent corners, three slats of paper, and the last one in orange', () => {
    const { data } = PNG.sync.read(readFileSync(join(resources, 'icons/256x256.png')));
    const pixel = (x: number, y: number): readonly number[] => [
      ...data.subarray((y * 256 + x) * 4, (y * 256 + x) * 4 + 4),
    ];
    expect(pixel(1, 1)[3]).toBe(0);
    for (const y of [70, 107, 145]) expect(pixel(128, y)).toEqual([251, 251, 249, 255]);
    expect(pixel(128, 182)).toEqual([255, 154, 60, 255]);
  });

  it('is complete in Windows and Apple files', () => {
    const windows = readFileSync(join(resources, 'icon.ico'));
    expect(windows.readUInt16LE(4)).toBe(sizesPx.length);
    for (const [index, sizePx] of sizesPx.entries()) {
      const entry = 6 + index * 16;
      const [length, offset] = [windows.readUInt32LE(entry + 8), windows.readUInt32LE(entry + 12)];
      expect(PNG.sync.read(windows.subarray(offset, offset + length)).width).toBe(sizePx);
      expect(windows.readUInt8(entry)).toBe(sizePx % 256);
    }
    const apple = readFileSync(join(resources, 'icon.icns'));
    expect(apple.readUInt32BE(4)).toBe(apple.length);
    const widths: number[] = [];
    for (let at = 8; at < apple.length; at += apple.readUInt32BE(at + 4)) {
      widths.push(PNG.sync.read(apple.subarray(at + 8, at + apple.readUInt32BE(at + 4))).width);
    }
    expect(widths).toEqual([16, 32, 32, 64, 128, 256, 256, 512, 512, 1024]);
  });

  it('is not written without a size that Apple asks for', () => {
    expect(() => icns([{ sizePx: 16, png: new Uint8Array(1) }])).toThrow('32 px');
    expect(ico([{ sizePx: 16, png: new Uint8Array([1, 2]) }]).subarray(22)).toEqual(
      Buffer.from([1, 2]),
    );
  });
});

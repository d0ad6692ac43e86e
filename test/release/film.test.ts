import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { movingPng } from '../e2e/support/moving-png.ts';

const root = join(import.meta.dirname, '../..');

interface Film {
  readonly width: number;
  readonly plays: number;
  readonly colours: Buffer;
  readonly frames: readonly Frame[];
}

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly holdMs: number;
  /** Unpacked rows, each after its filter. */
  readonly rows: Buffer;
}

/** Reads an animated PNG with a palette, as the specification says. */
function read(bytes: Buffer): Film {
  const chunks: { readonly type: string; readonly body: Buffer }[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const size = bytes.readUInt32BE(at);
    chunks.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      body: bytes.subarray(at + 8, at + 8 + size),
    });
  }
  const bodies = (...types: readonly string[]) => chunks.filter(({ type }) => types.includes(type));
  const only = (type: string): Buffer => bodies(type)[0]!.body;
  const controls = bodies('fcTL').map(({ body }) => body);
  const packed = bodies('IDAT', 'fdAT').map(({ type, body }) =>
    type === 'fdAT' ? body.subarray(4) : body,
  );
  const sequence = bodies('fcTL', 'fdAT').map(({ body }) => body.readUInt32BE(0));
  expect(sequence).toEqual(sequence.map((_, index) => index));
  expect([only('acTL').readUInt32BE(0), packed.length]).toEqual([controls.length, controls.length]);
  return {
    width: only('IHDR').readUInt32BE(0),
    plays: only('acTL').readUInt32BE(4),
    colours: only('PLTE'),
    frames: controls.map((control, index) => ({
      width: control.readUInt32BE(4),
      height: control.readUInt32BE(8),
      left: control.readUInt32BE(12),
      top: control.readUInt32BE(16),
      holdMs: (control.readUInt16BE(20) / control.readUInt16BE(22)) * 1_000,
      rows: inflateSync(packed[index]!),
    })),
  };
}

/**
 * The whole picture after each frame, six hexadecimal digits a pixel; of unfiltered rows and frames
 * that stay.
 */
function play({ width, colours, frames }: Film): readonly (readonly string[])[] {
  const pixels: string[] = [];
  return frames.map((frame) => {
    for (let y = 0; y < frame.height; y += 1) {
      for (let x = 0; x < frame.width; x += 1) {
        const colour = frame.rows[y * (frame.width + 1) + 1 + x]! * 3;
        pixels[(frame.top + y) * width + frame.left + x] = colours.toString(
          'hex',
          colour,
          colour + 3,
        );
      }
    }
    return [...pixels];
  });
}

function draw(width: number, rows: readonly (readonly string[])[]): Buffer {
  const png = new PNG({ width, height: rows.length });
  png.data.set(Buffer.from(rows.flat().join('ff') + 'ff', 'hex'));
  return PNG.sync.write(png);
}

describe('a moving picture', () => {
  const [white, ink, red] = ['ffffff', '15181c', 'c01020'] as const;
  const blank = [
    [white, white, white],
    [white, white, white],
    [white, white, white],
  ];
  const dotted = [
    [white, white, white],
    [white, white, red],
    [white, ink, white],
  ];

  it('shows each shot unchanged, for its duration, and repeats', () => {
    const film = read(
      movingPng([
        { png: draw(3, blank), holdMs: 700 },
        { png: draw(3, dotted), holdMs: 250 },
        { png: draw(3, blank), holdMs: 1_900 },
      ]),
    );
    expect(film.plays).toBe(0);
    expect(play(film)).toEqual([blank.flat(), dotted.flat(), blank.flat()]);
    expect(film.frames.map(({ holdMs }) => holdMs)).toEqual([700, 250, 1_900]);
  });

  it('stores only changes, and only the time of a shot without any', () => {
    const { frames } = read(
      movingPng([
        { png: draw(3, blank), holdMs: 100 },
        { png: draw(3, blank), holdMs: 200 },
        { png: draw(3, dotted), holdMs: 300 },
      ]),
    );
    expect(frames.map(({ width, height, holdMs }) => [width, height, holdMs])).toEqual([
      [3, 3, 300],
      [2, 2, 300],
    ]);
  });

  it('is made of shots of one size, of at least one', () => {
    expect(() => movingPng([])).toThrow();
    const small = { png: draw(1, [[ink]]), holdMs: 100 };
    expect(() => movingPng([{ png: draw(3, blank), holdMs: 100 }, small])).toThrow(/size/);
  });
});

describe('the film in the README', () => {
  const bytes = readFileSync(join(root, 'docs/screens/grouping.png'));

  it('is small enough to load with the page, wide enough to read, and over before one turns away', () => {
    const { width, frames } = read(bytes);
    expect(bytes.length).toBeLessThan(1_500_000);
    expect(width).toBeGreaterThanOrEqual(900);
    expect(frames.length).toBeGreaterThan(20);
    const lengthMs = frames.reduce((sum, { holdMs }) => sum + holdMs, 0);
    expect(lengthMs).toBeGreaterThan(10_000);
    expect(lengthMs).toBeLessThan(16_000);
    for (const { holdMs } of frames) expect(holdMs).toBeGreaterThanOrEqual(100);
  });

  it('is there', () => {
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain('(docs/screens/grouping.png)');
  });
});

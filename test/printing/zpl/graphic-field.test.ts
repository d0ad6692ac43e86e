import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDots } from '../../../src/main/drawing/dots.ts';
import {
  fitsPaper,
  makeGraphicField,
  makeLabelZpl,
  measurePaperDots,
} from '../../../src/main/printing/zpl/graphic-field.ts';
import { unpackRuns } from '../support/raster.ts';

/** Pictures with long runs, repeated rows and noise. */
const pictures = fc
  .record({
    width: fc.integer({ min: 1, max: 900 }),
    rows: fc.array(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 12,
    }),
    noise: fc.boolean(),
  })
  .map(({ width, rows, noise }) => {
    const gray = new Uint8Array(width * rows.length);
    for (const [y, runs] of rows.entries()) {
      let x = 0;
      let black = false;
      for (let at = 0; x < width; at += 1) {
        const until = Math.min(width, x + runs[at % runs.length]!);
        gray.fill(black ? 0 : 255, y * width + x, y * width + until);
        black = !black;
        x = until;
      }
      if (noise) gray[y * width + (y % width)] = 100;
    }
    return { width, height: rows.length, gray };
  });

describe('a bitmap as ^GFA', () => {
  it('has the very dots again when its run lengths are read back', () => {
    fc.assert(
      fc.property(pictures, (picture) => {
        const dots = toDots(picture);
        const match = /^\^GFA,(\d+),(\d+),(\d+),(.*)$/.exec(makeGraphicField(picture))!;
        expect([match[1], match[2], match[3]].map(Number)).toEqual([
          dots.bytes.length,
          dots.bytes.length,
          dots.rowBytes,
        ]);
        const back = unpackRuns(match[4]!, dots.rowBytes);
        expect(Buffer.from(back.bytes).equals(dots.bytes)).toBe(true);
      }),
    );
  });

  it('is small if there is little ink', () => {
    const white = { width: 800, height: 1200, gray: new Uint8Array(960_000).fill(255) };
    expect(makeGraphicField(white).length).toBeLessThan(1300);
  });
});

describe('dots', () => {
  it('are black from half ink on, and white beyond the edge', () => {
    const gray = Uint8Array.from([0, 127, 128, 255, 0, 0, 0, 0, 0, 255]);
    expect([...toDots({ width: 10, height: 1, gray }).bytes]).toEqual([0b11001111, 0b10000000]);
  });

  it('fill the paper exactly', () => {
    expect(measurePaperDots({ widthMm: 100, heightMm: 150 }, 203)).toEqual({
      width: 800,
      height: 1200,
    });
    expect(measurePaperDots({ widthMm: 100, heightMm: 150 }, 300)).toEqual({
      width: 1181,
      height: 1772,
    });
    const page = { width: 800, height: 1200, gray: new Uint8Array() };
    expect(
      fitsPaper({ ...page, width: 812, height: 1214 }, { widthMm: 100, heightMm: 150 }, 203),
    ).toBe(true);
    expect(fitsPaper(page, { widthMm: 100, heightMm: 100 }, 203)).toBe(false);
  });
});

// Those that last from one label to the next, by Zebra's manual.
it('a drawn label states every setting that a label before it may have left', () => {
  const label = makeLabelZpl({ width: 8, height: 1, gray: new Uint8Array(8) });
  const settings = label.slice(3, label.indexOf('^FO'));
  expect(settings.split(/(?=\^)/).toSorted()).toEqual(
    ['^FWN,0', '^LH0,0', '^LL1', '^LRN', '^LS0', '^MUD', '^PMN', '^PON', '^PW8'].toSorted(),
  );
  expect(settings.indexOf('^MUD')).toBeLessThan(settings.indexOf('^PW'));
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasPaper,
  isOfficeSheet,
  listWishes,
  placePage,
} from '../../../src/main/printing/windows/process/placement.ts';
import type { Device } from '../../../src/main/printing/windows/process/placement.ts';

const forms = [
  { id: 9, name: 'A4', widthMm: 210, heightMm: 297 },
  { id: 300, name: '10x15', widthMm: 100.5, heightMm: 150 },
  { id: 301, name: 'across', widthMm: 100, heightMm: 80 },
];

/** A device at 300 dpi with this margin on each side. */
function device(widthMm: number, heightMm: number, marginMm: number, dpi = 300): Device {
  const dots = (mm: number): number => Math.round((mm / 25.4) * dpi);
  return {
    dpiX: dpi,
    dpiY: dpi,
    paperWidth: dots(widthMm),
    paperHeight: dots(heightMm),
    width: dots(widthMm - 2 * marginMm),
    height: dots(heightMm - 2 * marginMm),
    offsetX: dots(marginMm),
    offsetY: dots(marginMm),
    bitsPerDot: 1,
  };
}

describe('the paper', () => {
  const size = { form: null, isTurned: false };

  it.each([
    [
      { widthMm: 100, heightMm: 150 },
      [
        { ...size, form: 300, widthMm: 100, heightMm: 150 },
        { ...size, widthMm: 100, heightMm: 150 },
      ],
    ],
    [
      { widthMm: 80, heightMm: 100 },
      [
        { form: 301, widthMm: 100, heightMm: 80, isTurned: true },
        { ...size, widthMm: 80, heightMm: 100 },
      ],
    ],
    [{ widthMm: 100, heightMm: 100 }, [{ ...size, widthMm: 100, heightMm: 100 }]],
    [{ widthMm: 98.9, heightMm: 150 }, [{ ...size, widthMm: 98.9, heightMm: 150 }]],
  ])('%o is requested by a form of the driver, else by its size', (paper, wishes) => {
    expect(listWishes(forms, paper)).toEqual(wishes);
  });

  it('is checked once more when the driver has answered', () => {
    expect(hasPaper(device(100, 150, 3), { widthMm: 100, heightMm: 150 })).toBe(true);
    expect(hasPaper(device(101.6, 152.4, 0), { widthMm: 100, heightMm: 150 })).toBe(false);
    expect(hasPaper(device(150, 100, 0), { widthMm: 100, heightMm: 150 })).toBe(false);
  });
});

describe('a page', () => {
  it('has its first dot in the corner of the paper, for any printable area', () => {
    const label = { widthMm: 100, heightMm: 150 };
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5 }),
        fc.constantFrom(203, 300, 600),
        (marginMm, dpi) => {
          const there = device(100, 150, marginMm, dpi);
          const placed = placePage(label, there)!;
          expect([placed.x + there.offsetX, placed.y + there.offsetY]).toEqual([0, 0]);
          expect([placed.dpiX, placed.dpiY, placed.isTurned]).toEqual([dpi, dpi, false]);
        },
      ),
    );
    expect(placePage({ widthMm: 210, heightMm: 297 }, device(210, 297, 4))).toMatchObject({
      x: -47,
      y: -47,
      dpiX: 300,
    });
  });

  it('is turned when its paper lies the other way, and a square one is not', () => {
    expect(placePage({ widthMm: 150, heightMm: 100 }, device(100, 150, 0))).toMatchObject({
      isTurned: true,
    });
    expect(placePage({ widthMm: 100, heightMm: 50 }, device(100, 50, 0))).toMatchObject({
      isTurned: false,
    });
    expect(placePage({ widthMm: 100.2, heightMm: 100 }, device(100, 150, 0))).toMatchObject({
      isTurned: false,
    });
  });

  it('is never made smaller for a label, and is for an office sheet', () => {
    expect(placePage({ widthMm: 210, heightMm: 297 }, device(100, 150, 0))).toBeNull();
    expect(placePage({ widthMm: 102.5, heightMm: 150 }, device(100, 150, 0))).toBeNull();
    expect(placePage({ widthMm: 101.6, heightMm: 152 }, device(100, 150, 0))).toMatchObject({
      dpiX: 300,
    });
    const smaller = placePage({ widthMm: 297, heightMm: 420 }, device(210, 297, 5))!;
    expect(smaller).toMatchObject({ x: 0, y: 0 });
    expect(smaller.dpiX / 300).toBeCloseTo(200 / 297, 2);
    expect(smaller.dpiX).toBe(smaller.dpiY);
  });

  it('smaller than an office sheet is inside the printable area', () => {
    expect(placePage({ widthMm: 100, heightMm: 150 }, device(210, 297, 4))).toMatchObject({
      x: 0,
      y: 0,
      dpiX: 300,
    });
  });

  it.each([
    [210, 297, true],
    [279, 216, true],
    [105, 148, false],
    [148, 210, false],
  ])('%d × %d mm is an office sheet: %s', (widthMm, heightMm, expected) => {
    expect(isOfficeSheet(device(widthMm, heightMm, 0))).toBe(expected);
  });
});

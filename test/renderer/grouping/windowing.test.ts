import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  rowHeightPx,
  scrollToShow,
  findVisibleRows,
} from '../../../src/renderer/grouping/windowing.ts';

describe('the window of rows', () => {
  it('always contains the visible rows and never more than a few others', () => {
    fc.assert(
      fc.property(fc.nat(3000), fc.nat(200_000), fc.nat(2000), (count, scrollTop, height) => {
        const { from, to } = findVisibleRows(count, scrollTop, height);
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(count);
        expect(to - from).toBeLessThanOrEqual(Math.ceil(height / rowHeightPx) + 14);
        for (let y = scrollTop; y < scrollTop + height; y += rowHeightPx) {
          const index = Math.floor(y / rowHeightPx);
          if (index < count) expect(index >= from && index < to).toBe(true);
        }
      }),
    );
  });

  it('scrolls no further than needed', () => {
    expect(scrollToShow(2, 0, 400)).toBe(0);
    expect(scrollToShow(12, 0, 400)).toBe(120);
    expect(scrollToShow(1, 200, 400)).toBe(40);
  });
});

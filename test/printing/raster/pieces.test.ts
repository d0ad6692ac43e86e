import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { PageDrawing } from '../../../src/main/drawing/drawing.ts';
import { startPdfium } from '../../../src/main/drawing/pdfium.ts';
import { onePage } from '../../support/pdf-raw.ts';

const folder = mkdtempSync(join(tmpdir(), 'doca-pieces-'));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Upright bars of odd widths, a level line thinner than a dot, and a gray area: their drawing
 * depends on the rows around.
 */
const level = [
  ...Array.from(
    { length: 40 },
    (_, bar) => `${10 + bar * 3.37} 20 ${0.6 + (bar % 4) * 0.53} 60 re f`,
  ),
  '0.05 w 5 50 m 140 50 l S',
  '0.8 g 0 0 3 100 re f',
].join('\n');
const sloping = '0.1 w 5 5 m 140 95 l S 0.4 g 20 90 m 60 140 100 140 140 90 c f';

test.each([
  [203.2, 203.2, false],
  [300, 300, true],
  [600, 300, false],
])(
  'a page drawn in pieces at %d × %d dpi is the page drawn whole',
  async (dpiX, dpiY, isTurned) => {
    const drawing = new PageDrawing(await startPdfium(64 << 20), 1e8);
    for (const [content, allowed] of [
      [level, 0],
      [`${level}\n${sloping}`, 2],
    ] as const) {
      const path = join(folder, `${dpiX}-${allowed}.pdf`);
      writeFileSync(path, onePage({ page: '/MediaBox[0 0 150 150]', content }));
      const page = drawing.openPage(path, 1)!;
      const { width, height, drawRows } = page.measure({ dpiX, dpiY, isTurned });
      const whole = drawRows(0, height);
      expect(whole.length).toBe(width * height);
      expect(new Set(whole).size).toBeGreaterThan(3);
      for (const rows of [1, 7, 64]) {
        for (let from = 0; from < height; from += rows) {
          const piece = drawRows(from, Math.min(height, from + rows));
          const apart = piece.reduce(
            (most, shade, at) => Math.max(most, Math.abs(shade - whole[from * width + at]!)),
            0,
          );
          expect(apart, `row ${from}`).toBeLessThanOrEqual(allowed);
        }
      }
      page.close();
    }
  },
);

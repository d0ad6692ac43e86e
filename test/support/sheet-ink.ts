import type { Ink } from '../../src/main/labels/pdf/look/label-area.ts';

export const dotsPerMm = 2;
export const width = 210 * dotsPerMm;
const height = 297 * dotsPerMm;

export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  readonly high: number;
}

/** A4 with these spots, in millimetres, and perhaps a dashed line across its middle. */
export function makeInk(spots: readonly Spot[], hasCut: boolean): Ink {
  const dots = new Uint8Array(width * height);
  for (const { x, y, wide, high } of spots)
    for (
      let row = Math.floor(y * dotsPerMm);
      row < Math.min(height, (y + high) * dotsPerMm);
      row += 1
    )
      dots.fill(
        200,
        row * width + x * dotsPerMm,
        row * width + Math.min(width, (x + wide) * dotsPerMm),
      );
  if (hasCut)
    for (let x = 0; x < width; x += 12) dots.fill(90, cutRow * width + x, cutRow * width + x + 6);
  return { width, height, dots };
}
export const cutRow = height / 2;

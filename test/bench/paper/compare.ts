import type { GrayBitmap } from '../../../src/main/drawing/dots.ts';

/** Two drawings of one thing shade its edges a little differently. */
const sameWithin = 64;
const inkBelow = 160;
/** A side's length is rounded to whole dots. */
const sizeWithin = 2;
/** Dots by which a drawing may lie off. */
const near = 2;

/**
 * Returns the share of differing pixels in the orientation in which the fewest differ; 1 if the
 * pages have different shapes.
 */
export function compareTurned(page: GrayBitmap, expected: GrayBitmap): number {
  return Math.min(...turnAllWays(page).map((turned) => compare(turned, expected)));
}

/**
 * The share of the expected ink that the page has nowhere near, in whichever way up it loses least.
 * `shown`: only ink that is in this drawing too counts as lost.
 */
export function measureLostInk(
  page: GrayBitmap,
  expected: GrayBitmap,
  shown: GrayBitmap = expected,
): number {
  return Math.min(...turnAllWays(page).map((turned) => measureLost(turned, expected, shown)));
}

function compare(page: GrayBitmap, expected: GrayBitmap): number {
  if (!hasShapeOf(page, expected)) return 1;
  const [width, height] = [
    Math.min(page.width, expected.width),
    Math.min(page.height, expected.height),
  ];
  let differing = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [one, other] = [getShade(page, x, y), getShade(expected, x, y)];
      if (Math.abs(one - other) <= sameWithin) continue;
      if (!isShadedNear(page, x, y, other) || !isShadedNear(expected, x, y, one)) differing += 1;
    }
  }
  return differing / (width * height);
}

/**
 * Whether one of the dots around has this shade: turning a drawing, or moving it by half a dot,
 * shades its edges in other dots, which alone would make a page of small print count as different.
 */
function isShadedNear(page: GrayBitmap, x: number, y: number, shade: number): boolean {
  let [darkest, lightest] = [255, 0];
  for (let row = y - 1; row <= y + 1; row += 1) {
    for (let column = x - 1; column <= x + 1; column += 1) {
      const near = getShade(page, column, row);
      darkest = Math.min(darkest, near);
      lightest = Math.max(lightest, near);
    }
  }
  return shade >= darkest - sameWithin && shade <= lightest + sameWithin;
}

function measureLost(page: GrayBitmap, expected: GrayBitmap, shown: GrayBitmap): number {
  if (!hasShapeOf(shown, expected)) return 0;
  if (!hasShapeOf(page, expected)) return 1;
  let ink = 0;
  let lost = 0;
  for (let y = 0; y < expected.height; y += 1) {
    for (let x = 0; x < expected.width; x += 1) {
      if (getShade(expected, x, y) >= inkBelow) continue;
      ink += 1;
      if (!hasInkNear(page, x, y) && hasInkNear(shown, x, y)) lost += 1;
    }
  }
  return ink === 0 ? 0 : lost / ink;
}

/** Somewhat lighter than the limit for ink: the ink may have spread over two dots. */
function hasInkNear(page: GrayBitmap, x: number, y: number): boolean {
  for (let row = y - near; row <= y + near; row += 1) {
    for (let column = x - near; column <= x + near; column += 1) {
      if (getShade(page, column, row) < inkBelow + 40) return true;
    }
  }
  return false;
}

function hasShapeOf(page: GrayBitmap, expected: GrayBitmap): boolean {
  const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= sizeWithin;
  return isNear(page.width, expected.width) && isNear(page.height, expected.height);
}

function turnAllWays(page: GrayBitmap): readonly GrayBitmap[] {
  const quarter = turnQuarter(page);
  const half = turnQuarter(quarter);
  return [page, quarter, half, turnQuarter(half)];
}

function turnQuarter({ width, height, gray }: GrayBitmap): GrayBitmap {
  const turned = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1)
      turned[x * height + height - 1 - y] = gray[y * width + x] ?? 255;
  }
  return { width: height, height: width, gray: turned };
}

/** White outside the page. */
function getShade({ width, height, gray }: GrayBitmap, x: number, y: number): number {
  return x < 0 || y < 0 || x >= width || y >= height ? 255 : (gray[y * width + x] ?? 255);
}

import type { GrayBitmap } from '../../../drawing/dots.ts';

/** Shades that differ by less are one ink; edges that fall between two dots are shaded anyhow. */
const sameWithin = 64;
/** The share of dots that may differ: a page that was turned shades its slopes otherwise. */
const maxDiffering = 0.0005;

/** Returns true if two drawings of the same size show something else, not only other edges. */
export function isDifferent(one: GrayBitmap, other: GrayBitmap): boolean {
  const { width, height } = one;
  const most = width * height * maxDiffering;
  let differing = 0;
  for (let y = 1; y < height - 1; y += 1) {
    const row = y * width;
    const isSame = one.gray.subarray(row, row + width);
    if (Buffer.compare(isSame, other.gray.subarray(row, row + width)) === 0) continue;
    for (let at = row + 1; at < row + width - 1; at += 1) {
      const a = one.gray[at] ?? 255;
      const b = other.gray[at] ?? 255;
      if (Math.abs(a - b) <= sameWithin) continue;
      if (!isNear(one, at, b) || !isNear(other, at, a)) differing += 1;
    }
    if (differing > most) return true;
  }
  return false;
}

/** Returns true if a shade lies between those around this dot. */
function isNear({ width, gray }: GrayBitmap, dot: number, shade: number): boolean {
  let darkest = 255;
  let lightest = 0;
  for (const row of [dot - width, dot, dot + width])
    for (let at = row - 1; at <= row + 1; at += 1) {
      const near = gray[at] ?? 255;
      darkest = Math.min(darkest, near);
      lightest = Math.max(lightest, near);
    }
  return shade >= darkest - sameWithin && shade <= lightest + sameWithin;
}

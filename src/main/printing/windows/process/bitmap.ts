import { blackBelow, toDots, type GrayBitmap } from '../../../drawing/dots.ts';

/** GDI's format: rows from the bottom, padded to four bytes. */
export interface DeviceBitmap {
  readonly width: number;
  readonly height: number;
  readonly bits: 1 | 8;
  readonly bytes: Buffer;
}

/** Returns the part between these columns (the last one excluded). */
export function cropColumns(whole: GrayBitmap, left: number, right: number): GrayBitmap {
  const { width, height, gray } = whole;
  if (left === 0 && right === width) return whole;
  const cropped = new Uint8Array((right - left) * height);
  for (let y = 0; y < height; y += 1)
    cropped.set(gray.subarray(y * width + left, y * width + right), y * (right - left));
  return { width: right - left, height, gray: cropped };
}

/**
 * Writes the dots that a label printer would burn into this memory: ink is 0, and the rows come
 * from the bottom.
 */
export function packOneBit(rows: GrayBitmap, room: Buffer): DeviceBitmap {
  const { width, height } = rows;
  const dots = toDots(rows);
  const rowBytes = ((width + 31) >> 5) << 2;
  const bytes = room.subarray(0, rowBytes * height).fill(0xff);
  for (let y = 0; y < height; y += 1) {
    const from = y * dots.rowBytes;
    const to = (height - 1 - y) * rowBytes;
    for (let at = 0; at < dots.rowBytes; at += 1) bytes[to + at] = ~(dots.bytes[from + at] ?? 0);
  }
  return { width, height, bits: 1, bytes };
}

/** Gray for dots of a tone, black or white for the soft edges of letters and bars. */
export function packGray(rows: GrayBitmap, room: Buffer): DeviceBitmap {
  const { width, height, gray } = rows;
  const rowBytes = (width + 3) & ~3;
  const bytes = room.subarray(0, rowBytes * height).fill(0xff);
  for (let y = 0; y < height; y += 1) {
    const to = (height - 1 - y) * rowBytes;
    for (let x = 0; x < width; x += 1) {
      const shade = gray[y * width + x] ?? 255;
      // White is there already, and most of a page is white.
      if (shade >= lightest) continue;
      const blackOrWhite = shade < blackBelow ? 0 : 255;
      bytes[to + x] = isTone(rows, x, y) ? shade : blackOrWhite;
    }
  }
  return { width, height, bits: 8, bytes };
}

/**
 * Returns true if there is any tone: a page without one is printed in black alone, with no frayed
 * edges.
 */
export function hasTones(rows: GrayBitmap): boolean {
  const { width, height, gray } = rows;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const shade = gray[y * width + x] ?? 255;
      if (shade > darkest && shade < lightest && isTone(rows, x, y)) return true;
    }
  }
  return false;
}

export function isBlank({ gray }: GrayBitmap): boolean {
  return !gray.some((shade) => shade < lightest);
}

const darkest = 15;
const lightest = 240;
/** Between neighbours in a picture or a gray area; at an edge, black and white differ more. */
const step = 48;

/**
 * An edge is one dot wide: only within a tone do dots have similar neighbours beside and above or
 * below.
 */
function isTone({ width, height, gray }: GrayBitmap, x: number, y: number): boolean {
  const at = y * width + x;
  const shade = gray[at] ?? 255;
  if (shade <= darkest || shade >= lightest) return false;
  const hasBeside =
    (x > 0 && isLike(gray[at - 1], shade)) || (x < width - 1 && isLike(gray[at + 1], shade));
  if (!hasBeside) return false;
  return (
    (y > 0 && isLike(gray[at - width], shade)) ||
    (y < height - 1 && isLike(gray[at + width], shade))
  );
}

function isLike(other: number | undefined, shade: number): boolean {
  return (
    other !== undefined && other > darkest && other < lightest && Math.abs(other - shade) <= step
  );
}

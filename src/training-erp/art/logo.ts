import { Random } from '../data/random.ts';

/** The training shop's mark, computed instead of stored: a parcel with a tape, in a ring. */
export const logoDots = 168;

/** Returns how dark the logo is at a place, from 0 (paper) to 1; the middle is 0, the edges are -1 and 1. */
function readDarkness(x: number, y: number): number {
  const radius = Math.hypot(x, y);
  if (radius > 0.86) return radius > 0.98 ? 0 : 1;
  if (Math.abs(x) > 0.52 || Math.abs(y) > 0.46 || Math.abs(y + 0.16) < 0.025) return 0;
  return Math.abs(x) < 0.11 ? 0.3 : 0.8 + 0.2 * y;
}

/** 8-bit gray pixels, row by row, with the fine grain of a scanned original: the same on every label. */
export function makeGrayLogo(): Uint8Array {
  const random = new Random(logoDots, 'logo');
  return Uint8Array.from({ length: logoDots ** 2 }, (_, index) => {
    const [x, y] = [index % logoDots, Math.floor(index / logoDots)].map((at) => ((at + 0.5) / logoDots) * 2 - 1);
    const dark = readDarkness(x ?? 0, y ?? 0);
    return dark === 0 ? 255 : 255 * (1 - dark) * (1 - 0.06 * random.next());
  });
}

const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

/** The pixels for thermal printers: one bit each, 1 is black. A row has whole bytes. */
export function makeDotLogo(): Buffer {
  const bits = Array.from(makeGrayLogo(), (gray, index) => {
    const place = (Math.floor(index / logoDots) % 4) * 4 + (index % 4);
    return gray < 16 * (bayer[place] ?? 0) ? 1 : 0;
  });
  return Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [],
  );
}

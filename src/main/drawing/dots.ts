/** A rendered page: one byte a pixel, 0 black to 255 white, rows from the top. */
export interface GrayBitmap {
  readonly width: number;
  readonly height: number;
  readonly gray: Uint8Array;
}

/** What a label printer burns: one bit a dot, 1 black, each row filled up to whole bytes. */
export interface Dots {
  readonly width: number;
  readonly height: number;
  readonly rowBytes: number;
  readonly bytes: Uint8Array;
}

/** A dot whose shade is less than this is black. */
export const blackBelow = 128;

/**
 * Black where the ink covers at least half of the dot, and white elsewhere. Never dithered: a bar's edge may lie half a
 * dot off, which every reader allows for, but it must not be frayed.
 */
export function toDots({ width, height, gray }: GrayBitmap): Dots {
  const rowBytes = Math.ceil(width / 8);
  const bytes = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    for (let at = 0; at < rowBytes; at += 1) {
      let bits = 0;
      const from = y * width + at * 8;
      const count = Math.min(8, width - at * 8);
      for (let bit = 0; bit < count; bit += 1) {
        if ((gray[from + bit] ?? 255) < blackBelow) bits |= 0x80 >> bit;
      }
      bytes[y * rowBytes + at] = bits;
    }
  }
  return { width, height, rowBytes, bytes };
}

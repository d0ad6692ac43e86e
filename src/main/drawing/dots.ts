/** A rendered page: one byte per pixel, 0 black to 255 white, rows from the top. */
export interface GrayBitmap {
  readonly width: number;
  readonly height: number;
  readonly gray: Uint8Array;
}

/** A label printer's bitmap: one bit per dot, 1 is black, rows padded to whole bytes. */
export interface Dots {
  readonly width: number;
  readonly height: number;
  readonly rowBytes: number;
  readonly bytes: Uint8Array;
}

/** A dot whose shade is less than this is black. */
export const blackBelow = 128;

/**
 * Black if the ink covers half of the dot, else white. Never dithered: readers do not tolerate
 * frayed bars.
 */
export function toDots({ width, height, gray }: GrayBitmap): Dots {
  const rowBytes = Math.ceil(width / 8);
  const bytes = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    for (let at = 0; at < rowBytes; at += 1) {
      let bits = 0;
      const from = y * width + at * 8;
      const count = Math.min(8, width - at * 8);
      for (let bit = 0; bit < count; bit += 1)
        if ((gray[from + bit] ?? 255) < blackBelow) bits |= 0x80 >> bit;
      bytes[y * rowBytes + at] = bits;
    }
  }
  return { width, height, rowBytes, bytes };
}

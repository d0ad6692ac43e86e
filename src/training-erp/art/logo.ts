/** The training shop's mark, computed instead of stored: a parcel with a tape, in a ring. */

/** Returns how dark the logo is at a place, from 0 (paper) to 1; `u` and `v` run from 0 to 1. */
function readDarkness(u: number, v: number): number {
  const x = u * 2 - 1;
  const y = v * 2 - 1;
  const radius = Math.hypot(x, y);
  if (radius > 0.98) return 0;
  if (radius > 0.86) return 1;
  const inParcel = Math.abs(x) < 0.52 && y > -0.42 && y < 0.5;
  if (!inParcel) return 0;
  const onLid = y < -0.16;
  const onTape = Math.abs(x) < 0.11;
  if (Math.abs(y + 0.16) < 0.025) return 0;
  if (onTape) return onLid ? 0.15 : 0.3;
  return onLid ? 0.95 : 0.72 + 0.2 * y;
}

/** Coverage from 3×3 samples a pixel, so that edges are smooth. */
function sampleLogo(column: number, row: number, size: number): number {
  let sum = 0;
  for (const dy of [1, 3, 5]) {
    for (const dx of [1, 3, 5]) sum += readDarkness((column + dx / 6) / size, (row + dy / 6) / size);
  }
  return sum / 9;
}

/** 8-bit gray pixels, row by row, with the paper's fine grain of a scanned original. */
export function makeGrayLogo(size: number, grain: (index: number) => number): Uint8Array {
  const pixels = new Uint8Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const index = row * size + column;
      const dark = sampleLogo(column, row, size);
      pixels[index] = Math.round(255 * (1 - dark) * (1 - (dark > 0 ? 0.06 * grain(index) : 0)));
    }
  }
  return pixels;
}

const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

/** One bit per pixel, 1 is black, rows padded to whole bytes, for thermal printers. */
export function ditherLogo(size: number): { readonly rowBytes: number; readonly bytes: Uint8Array } {
  const rowBytes = Math.ceil(size / 8);
  const bytes = new Uint8Array(rowBytes * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const threshold = ((bayer[(row % 4) * 4 + (column % 4)] ?? 0) + 0.5) / 16;
      if (sampleLogo(column, row, size) <= threshold) continue;
      const index = row * rowBytes + (column >> 3);
      bytes[index] = (bytes[index] ?? 0) | (0x80 >> (column & 7));
    }
  }
  return { rowBytes, bytes };
}

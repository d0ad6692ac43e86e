/** The number of finer dots per dot, across and down. */
export const fineness = 3;

/** Copies the rows of a gray picture into `gray`, without the padding to `stride` bytes. */
export function dropPadding(
  pixels: Uint8Array,
  stride: number,
  width: number,
  height: number,
  gray: Uint8Array = new Uint8Array(width * height),
): Uint8Array {
  for (let y = 0; y < height; y += 1) gray.set(pixels.subarray(y * stride, y * stride + width), y * width);
  return gray;
}

/**
 * Writes into `gray` a picture of `width` × `height` in which each pixel is the mean of `fineness` × `fineness` source
 * pixels, in rows of `stride` bytes. Unrolled for all nine: with millions of pixels per page, a loop over three costs
 * more than the sums.
 */
export function shrink(
  pixels: Uint8Array,
  stride: number,
  width: number,
  height: number,
  gray: Uint8Array = new Uint8Array(width * height),
): Uint8Array {
  const bandBytes = fineness * stride;
  let above = pixels.subarray(0, 0);
  for (let y = 0; y < height; y += 1) {
    const band = pixels.subarray(y * bandBytes, (y + 1) * bandBytes);
    // On white paper and along bars most rows equal the one above, and comparing is many times cheaper than adding.
    if (Buffer.compare(band, above) === 0) gray.copyWithin(y * width, (y - 1) * width, y * width);
    else shrinkBand(band, stride, gray.subarray(y * width, (y + 1) * width));
    above = band;
  }
  return gray;
}

function shrinkBand(band: Uint8Array, stride: number, gray: Uint8Array): void {
  let one = 0;
  let two = stride;
  let three = 2 * stride;
  for (let x = 0; x < gray.length; x += 1) {
    const sum =
      (band[one] ?? 0) +
      (band[one + 1] ?? 0) +
      (band[one + 2] ?? 0) +
      (band[two] ?? 0) +
      (band[two + 1] ?? 0) +
      (band[two + 2] ?? 0) +
      (band[three] ?? 0) +
      (band[three + 1] ?? 0) +
      (band[three + 2] ?? 0);
    gray[x] = (sum + 4) / 9;
    one += 3;
    two += 3;
    three += 3;
  }
}

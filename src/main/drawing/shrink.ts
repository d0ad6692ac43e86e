/** How many finer dots make one, across and down. */
export const fineness = 3;

/** The rows of a gray picture, put into `gray`, without what pads each of them to `stride` bytes. */
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
 * A gray picture of `width` × `height`, put into `gray`, in which each pixel is the mean of `fineness` × `fineness` of the
 * given ones, whose rows are `stride` long. Written out for the nine of them: this is millions of pixels a page, and a loop
 * over three costs more than what it adds up.
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
    // On white paper and along bars most rows are like the one above, and comparing is many times cheaper than adding.
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

/** The number of finer dots per dot, across and down. */
export const fineness = 3;

/**
 * Writes a gray picture of `width` × `height` from source pixels in rows of `stride` bytes; into
 * `gray`, if given.
 */
type ReadRows = (
  pixels: Uint8Array,
  stride: number,
  width: number,
  height: number,
  gray?: Uint8Array,
) => Uint8Array;

/** Leaves out the padding of the rows. */
export const dropPadding: ReadRows = (
  pixels,
  stride,
  width,
  height,
  gray = new Uint8Array(width * height),
) => {
  for (let y = 0; y < height; y += 1)
    gray.set(pixels.subarray(y * stride, y * stride + width), y * width);
  return gray;
};

/**
 * Makes each pixel the mean of `fineness` × `fineness` source pixels. Unrolled for all nine: with
 * millions of pixels per page, a loop over three costs more than the sums.
 */
export const shrink: ReadRows = (
  pixels,
  stride,
  width,
  height,
  gray = new Uint8Array(width * height),
) => {
  const bandBytes = fineness * stride;
  let above = pixels.subarray(0, 0);
  for (let y = 0; y < height; y += 1) {
    const band = pixels.subarray(y * bandBytes, (y + 1) * bandBytes);
    // On white paper and along bars most rows equal the one above, and comparing is many times
    // cheaper than adding.
    if (Buffer.compare(band, above) === 0) gray.copyWithin(y * width, (y - 1) * width, y * width);
    else shrinkBand(band, stride, gray.subarray(y * width, (y + 1) * width));
    above = band;
  }
  return gray;
};

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

/** The number of finer dots per dot, across and down. */
export const fineness = 3;

/** Fills a gray picture of this width from source pixels in rows of `stride` bytes. */
export type ReadRows = (
  pixels: Uint8Array,
  stride: number,
  width: number,
  gray: Uint8Array,
) => void;

/** Leaves out the padding of the rows. */
export const dropPadding: ReadRows = (pixels, stride, width, gray) => {
  for (let at = 0, from = 0; at < gray.length; at += width, from += stride)
    gray.set(pixels.subarray(from, from + width), at);
};

/**
 * Makes each pixel the mean of `fineness` × `fineness` source pixels. Unrolled for all nine: with
 * millions of pixels per page, a loop over three costs more than the sums.
 */
export const shrink: ReadRows = (pixels, stride, width, gray) => {
  const bandBytes = fineness * stride;
  let above = pixels.subarray(0, 0);
  for (let at = 0, from = 0; at < gray.length; at += width, from += bandBytes) {
    const band = pixels.subarray(from, from + bandBytes);
    // On white paper and along bars most rows equal the one above, and comparing is many times
    // cheaper than adding.
    if (Buffer.compare(band, above) === 0) gray.copyWithin(at, at - width, at);
    else shrinkBand(band, stride, gray.subarray(at, at + width));
    above = band;
  }
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

/** A gray picture with `times` × `times` of its pixels made one by their mean; rows of `pixels` are `stride` long. */
export function shrunk(
  pixels: Uint8Array,
  stride: number,
  width: number,
  height: number,
  times: number,
): Uint8Array<ArrayBuffer> {
  const gray = new Uint8Array(width * height);
  const sums = new Uint32Array(width);
  const area = times * times;
  for (let y = 0; y < height; y += 1) {
    sums.fill(area >> 1);
    for (let row = 0; row < times; row += 1) {
      let at = (y * times + row) * stride;
      for (let x = 0; x < width; x += 1) {
        let sum = 0;
        for (let column = 0; column < times; column += 1) sum += pixels[at + column] ?? 0;
        sums[x] = (sums[x] ?? 0) + sum;
        at += times;
      }
    }
    for (let x = 0; x < width; x += 1) gray[y * width + x] = (sums[x] ?? 0) / area;
  }
  return gray;
}

const black = 128;

/**
 * Lines thinner than a dot are white in the mean of finer dots, and a whole dot where they are drawn coarsely. Takes
 * those over that touch nothing else; what touches black is the edge of a bar or a letter, and right as it is.
 */
export function keepHairlines(fine: Uint8Array, coarse: Uint8Array, width: number): void {
  const rescued: number[] = [];
  const isWhite = (at: number): boolean => (fine[at] ?? 255) >= black;
  for (let at = 0; at < fine.length; at += 1) {
    if ((coarse[at] ?? 255) >= black || !isWhite(at)) continue;
    if (isWhite(at - 1) && isWhite(at + 1) && isWhite(at - width) && isWhite(at + width)) rescued.push(at);
  }
  for (const at of rescued) fine[at] = coarse[at] ?? 255;
}

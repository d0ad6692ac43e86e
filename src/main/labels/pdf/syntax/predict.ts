/** Undoes PNG’s row filters in the same memory; a byte array keeps the sum modulo 256 by itself. */
export function unpredict(data: Uint8Array, row: number, pixel: number): Uint8Array {
  let to = 0;
  for (let from = 0; from < data.length; from += row + 1) {
    const filter = data[from] ?? 0;
    data.copyWithin(to, from + 1, from + 1 + row);
    if (filter !== 0) unpredictRow(data, to, row, pixel, filter);
    to += row;
  }
  return data.subarray(0, data.length - to / row);
}

function unpredictRow(out: Uint8Array, to: number, row: number, pixel: number, type: number): void {
  const end = to + row;
  // The two usual filters need only one neighbour, and a picture has a million bytes.
  if (type === 1) {
    for (let at = to + pixel; at < end; at += 1) out[at] = (out[at] ?? 0) + (out[at - pixel] ?? 0);
  } else if (type === 2) {
    for (let at = Math.max(to, row); at < end; at += 1)
      out[at] = (out[at] ?? 0) + (out[at - row] ?? 0);
  } else {
    for (let at = to; at < end; at += 1) {
      const left = at >= to + pixel ? (out[at - pixel] ?? 0) : 0;
      const up = to > 0 ? (out[at - row] ?? 0) : 0;
      const corner = to > 0 && at >= to + pixel ? (out[at - row - pixel] ?? 0) : 0;
      out[at] = (out[at] ?? 0) + readPrediction(type, left, up, corner);
    }
  }
}

function readPrediction(type: number, left: number, up: number, corner: number): number {
  if (type === 3) return (left + up) >> 1;
  if (type !== 4) return 0;
  const guess = left + up - corner;
  const byLeft = Math.abs(guess - left);
  const byUp = Math.abs(guess - up);
  const byCorner = Math.abs(guess - corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

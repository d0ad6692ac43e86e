/** A rectangle in PDF's coordinates, normalised: left < right, bottom < top. */
export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** `[a b c d e f]`: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns a box from a PDF rectangle; null if it is missing or has no area. */
export function readBox(numbers: readonly number[] | null): Box | null {
  if (numbers === null) return null;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers;
  const box = {
    left: Math.min(x1, x2),
    bottom: Math.min(y1, y2),
    right: Math.max(x1, x2),
    top: Math.max(y1, y2),
  };
  return box.right > box.left && box.top > box.bottom ? box : null;
}

export function intersect(a: Box, b: Box): Box | null {
  const box = {
    left: Math.max(a.left, b.left),
    bottom: Math.max(a.bottom, b.bottom),
    right: Math.min(a.right, b.right),
    top: Math.min(a.top, b.top),
  };
  return box.right > box.left && box.top > box.bottom ? box : null;
}

/** Returns the smallest box around a box's image under a matrix. */
export function transformBounds(box: Box, [a, b, c, d, e, f]: Matrix): Box {
  const corners = [
    [box.left, box.bottom],
    [box.right, box.bottom],
    [box.left, box.top],
    [box.right, box.top],
  ] as const;
  const xs = corners.map(([x, y]) => a * x + c * y + e);
  const ys = corners.map(([x, y]) => b * x + d * y + f);
  return {
    left: Math.min(...xs),
    bottom: Math.min(...ys),
    right: Math.max(...xs),
    top: Math.max(...ys),
  };
}

/** First `inner`, then `outer`. By index, because destructuring is slow until it is compiled. */
export function multiply(inner: Matrix, outer: Matrix): Matrix {
  return [
    inner[0] * outer[0] + inner[1] * outer[2],
    inner[0] * outer[1] + inner[1] * outer[3],
    inner[2] * outer[0] + inner[3] * outer[2],
    inner[2] * outer[1] + inner[3] * outer[3],
    inner[4] * outer[0] + inner[5] * outer[2] + outer[4],
    inner[4] * outer[1] + inner[5] * outer[3] + outer[5],
  ];
}

/** Removes the binary noise of a sum of decimals, far below any printer's resolution. */
export function tidy(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** Returns a matrix that turns clockwise, in steps of 90 degrees, and scales. */
export function turnBy(degrees: number, scale: number): Matrix {
  const radians = (degrees / 180) * Math.PI;
  const along = Math.round(Math.cos(radians)) * scale;
  const across = Math.round(Math.sin(radians)) * scale;
  return [along, 0 - across, across, along, 0, 0];
}

/** Moves what a matrix has placed. */
export function move([a, b, c, d, e, f]: Matrix, x: number, y: number): Matrix {
  return [a, b, c, d, e + x, f + y];
}

export function invert([a, b, c, d, e, f]: Matrix): Matrix {
  const scale = a * d - b * c;
  const inverse: Matrix = [d / scale, -b / scale, -c / scale, a / scale, 0, 0];
  return move(inverse, (c * f - d * e) / scale, (b * e - a * f) / scale);
}

export const pointsPerMm = 72 / 25.4;

/** In points. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

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
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers ?? [];
  return filled(surround([x1, x2], [y1, y2]));
}

function filled(box: Box): Box | null {
  return box.right > box.left && box.top > box.bottom ? box : null;
}

function surround(xs: readonly number[], ys: readonly number[]): Box {
  return {
    left: Math.min(...xs),
    bottom: Math.min(...ys),
    right: Math.max(...xs),
    top: Math.max(...ys),
  };
}

export function intersect(a: Box, b: Box): Box | null {
  return filled({
    left: Math.max(a.left, b.left),
    bottom: Math.max(a.bottom, b.bottom),
    right: Math.min(a.right, b.right),
    top: Math.min(a.top, b.top),
  });
}

/** Returns the smallest box around a box's image under a matrix. */
export function transformBounds(box: Box, [a, b, c, d, e, f]: Matrix): Box {
  const corners = [
    [box.left, box.bottom],
    [box.right, box.bottom],
    [box.left, box.top],
    [box.right, box.top],
  ] as const;
  return surround(
    corners.map(([x, y]) => a * x + c * y + e),
    corners.map(([x, y]) => b * x + d * y + f),
  );
}

/** First `inner`, then `outer`. */
export function multiply([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [
    a * g + b * i,
    a * h + b * j,
    c * g + d * i,
    c * h + d * j,
    e * g + f * i + k,
    e * h + f * j + l,
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

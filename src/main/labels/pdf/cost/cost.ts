/**
 * The cost of drawing, in three parts that grow differently when the drawing is enlarged: `steps` do not (operators,
 * glyphs, samples of pictures; in microseconds), `length` is along lines (in points), `area` is filled (in square
 * points).
 */
export interface Cost {
  readonly steps: number;
  readonly length: number;
  readonly area: number;
}

/**
 * Microseconds, at 300 dots per inch, measured for the slowest of poppler, MuPDF and Ghostscript: 10 ms to fill a label
 * of 100 × 150 mm once (poppler), 1.3 ms for a thin line along it (MuPDF).
 */
const perPoint = 3;
const perSquarePoint = 0.085;

/** Fifty times the cost of the fullest labels; longer than a person waits for one. */
export const maxMicroseconds = 5_000_000;

export function toMicroseconds({ steps, length, area }: Cost): number {
  return steps + length * perPoint + area * perSquarePoint;
}

/** A sum that grows. */
export class CostSum implements Cost {
  steps = 0;
  length = 0;
  area = 0;

  /** Adds a cost `times` over, enlarged so that an area is `areaScale` times as large. */
  add({ steps, length, area }: Cost, times = 1, areaScale = 1): void {
    this.steps += steps * times;
    this.length += length * times * Math.sqrt(areaScale);
    this.area += area * times * areaScale;
  }
}

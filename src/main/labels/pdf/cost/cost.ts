/**
 * What drawing takes, in three parts, each of which grows in its own way when the drawing is enlarged: `steps` do not
 * (operators, glyphs, samples of pictures; in microseconds), `length` is along lines (in points), `area` what is filled
 * (in square points).
 */
export interface Cost {
  readonly steps: number;
  readonly length: number;
  readonly area: number;
}

/**
 * Microseconds, at 300 dots an inch, of the slowest of poppler, MuPDF and Ghostscript as they were measured: 10 ms to
 * fill a label of 100 × 150 mm once (poppler), 1.3 ms for a thin line along it (MuPDF).
 */
const perPoint = 3;
const perSquarePoint = 0.085;

/** Fifty times what labels take that hold all they may; who prints them waits no longer for one. */
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

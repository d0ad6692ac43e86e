import { intersect, transformPoint } from '../page/geometry.ts';
import type { Box, Matrix } from '../page/geometry.ts';

/** The path that is being made: its bounds, and how long its lines are. */
export class Path {
  #left = Infinity;
  #bottom = Infinity;
  #right = -Infinity;
  #top = -Infinity;
  #from: readonly [number, number] = [0, 0];
  #lines = 0;
  length = 0;

  move(matrix: Matrix, x: number, y: number): void {
    this.#from = transformPoint(matrix, x, y);
    this.#include(this.#from);
  }

  line(matrix: Matrix, x: number, y: number): void {
    const to = transformPoint(matrix, x, y);
    this.length += Math.hypot(to[0] - this.#from[0], to[1] - this.#from[1]);
    this.#lines += 1;
    this.#from = to;
    this.#include(to);
  }

  rectangle(matrix: Matrix, x: number, y: number, width: number, height: number): void {
    this.move(matrix, x, y);
    this.line(matrix, x + width, y);
    this.line(matrix, x + width, y + height);
    this.line(matrix, x, y + height);
    this.line(matrix, x, y);
  }

  /** What of the path's bounds, this much wider on each side, can be seen; null for nothing. */
  findSeen(clip: Box, margin = 0): Box | null {
    const bounds = {
      left: this.#left - margin,
      bottom: this.#bottom - margin,
      right: this.#right + margin,
      top: this.#top + margin,
    };
    return intersect(bounds, clip);
  }

  /** The length that can be seen, at most: no line of it is longer than what is seen is wide and high. */
  countSeen(clip: Box): number {
    const seen = this.findSeen(clip);
    if (seen === null) return 0;
    return Math.min(this.length, this.#lines * (seen.right - seen.left + seen.top - seen.bottom));
  }

  #include([x, y]: readonly [number, number]): void {
    this.#left = Math.min(this.#left, x);
    this.#bottom = Math.min(this.#bottom, y);
    this.#right = Math.max(this.#right, x);
    this.#top = Math.max(this.#top, y);
  }
}

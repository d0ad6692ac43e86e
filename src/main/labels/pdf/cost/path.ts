import type { Box, Matrix } from '../page/geometry.ts';

/** The current path: its bounds, and the length of its lines. */
export class Path {
  #left = Infinity;
  #bottom = Infinity;
  #right = -Infinity;
  #top = -Infinity;
  #x = 0;
  #y = 0;
  #lines = 0;
  length = 0;

  clear(): void {
    this.#left = this.#bottom = Infinity;
    this.#right = this.#top = -Infinity;
    this.#x = this.#y = this.#lines = this.length = 0;
  }

  move(matrix: Matrix, x: number, y: number): void {
    const across = matrix[0] * x + matrix[2] * y + matrix[4];
    const up = matrix[1] * x + matrix[3] * y + matrix[5];
    this.#x = across;
    this.#y = up;
    this.#left = Math.min(this.#left, across);
    this.#bottom = Math.min(this.#bottom, up);
    this.#right = Math.max(this.#right, across);
    this.#top = Math.max(this.#top, up);
  }

  line(matrix: Matrix, x: number, y: number): void {
    const fromX = this.#x;
    const fromY = this.#y;
    this.move(matrix, x, y);
    this.#lines += 1;
    // `Math.hypot` takes ten times as long, and labels have thousands of lines.
    this.length += Math.sqrt((this.#x - fromX) ** 2 + (this.#y - fromY) ** 2);
  }

  rectangle(matrix: Matrix, x: number, y: number, width: number, height: number): void {
    this.move(matrix, x + width, y + height);
    this.move(matrix, x + width, y);
    this.move(matrix, x, y + height);
    this.move(matrix, x, y);
    this.#lines += 4;
    const across = Math.sqrt(matrix[0] * matrix[0] + matrix[1] * matrix[1]);
    const up = Math.sqrt(matrix[2] * matrix[2] + matrix[3] * matrix[3]);
    this.length += 2 * (Math.abs(width) * across + Math.abs(height) * up);
  }

  /** Returns the visible part of the path's bounds, widened by `margin` on each side; null for none. */
  findSeen(clip: Box, margin = 0): Box | null {
    const left = Math.max(this.#left - margin, clip.left);
    const bottom = Math.max(this.#bottom - margin, clip.bottom);
    const right = Math.min(this.#right + margin, clip.right);
    const top = Math.min(this.#top + margin, clip.top);
    return right > left && top > bottom ? { left, bottom, right, top } : null;
  }

  /** Returns the visible length, at most: no visible line is longer than the visible box's sides together. */
  countSeen(seen: Box | null): number {
    if (seen === null) return 0;
    return Math.min(this.length, this.#lines * (seen.right - seen.left + seen.top - seen.bottom));
  }
}

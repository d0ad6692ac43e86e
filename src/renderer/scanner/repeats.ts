/**
 * A scanner that is held over a code reads it repeatedly: after so long without it, it counts
 * again.
 */
export const againMs = 1000;

/**
 * Acts once for a code that is read several times in a row, and returns the same answer each time.
 */
export class Repeats<C> {
  #last: { readonly code: C; readonly atMs: number; readonly done: boolean } | null = null;

  run(code: C, atMs: number, work: () => boolean): boolean {
    const before =
      this.#last?.code === code && atMs - this.#last.atMs < againMs ? this.#last : null;
    const done = before?.done ?? work();
    this.#last = { code, atMs, done };
    return done;
  }
}

import { readFault } from '../../journal/index.ts';

/** Label files that are written and read at once: disk and label process work side by side. */
export const takenAtOnce = 8;

/**
 * Returns the results of work on each of these, in their order; at most `size` are under way at
 * once. After a failure the others come to their end too; then the first one's error is thrown, or
 * the first that is no plain fault: a failed journal or a defect.
 */
export async function mapAtOnce<T, R>(
  size: number,
  all: readonly T[],
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const pool = new Pool(size);
  const ends = await Promise.allSettled(all.map((one) => pool.run(() => work(one))));
  const failures = ends.filter((end) => end.status === 'rejected');
  const graver = failures.find(({ reason }) => readFault(reason) === null);
  return ends.map((end) => {
    if (end.status === 'rejected') throw (graver ?? end).reason;
    return end.value;
  });
}

/** Runs at most `size` tasks at once, in their order. */
export class Pool {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(size: number) {
    this.#free = size;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

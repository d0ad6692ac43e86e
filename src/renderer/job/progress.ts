/** Speed and time left, from what was done in the last seconds. */
export interface Progress {
  readonly perSecond: number | null;
  readonly secondsLeft: number | null;
}

const windowMs = 15_000;

export class ProgressMeter {
  #samples: { readonly atMs: number; readonly done: number }[] = [];

  add(atMs: number, done: number): void {
    const last = this.#samples.at(-1);
    if (last !== undefined && done < last.done) this.#samples = [];
    this.#samples.push({ atMs, done });
    while (this.#samples.length > 2 && atMs - (this.#samples[1]?.atMs ?? atMs) > windowMs) this.#samples.shift();
  }

  read(atMs: number, total: number): Progress {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined) return { perSecond: null, secondsLeft: null };
    const elapsedMs = atMs - first.atMs;
    const done = last.done - first.done;
    if (elapsedMs < 1000 || done <= 0) return { perSecond: null, secondsLeft: null };
    const perSecond = (done / elapsedMs) * 1000;
    return { perSecond, secondsLeft: (total - last.done) / perSecond };
  }
}

/** Runs work in the order in which it was requested. A failure does not stop the next. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Resolves when all work that was requested so far has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}

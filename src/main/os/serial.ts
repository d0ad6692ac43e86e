/** Does one thing after the other, in the order in which they were asked for. One that fails does not stop the next. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Resolves when everything that was asked for so far has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}

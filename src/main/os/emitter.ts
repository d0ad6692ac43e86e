/** Tells its listeners each value. One that comes or goes while a value is told is heard, or left out, from the next on. */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  emit(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }

  /** Gives the way to stop listening. */
  readonly subscribe = (listener: (value: T) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };
}

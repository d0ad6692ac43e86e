/**
 * Calls its listeners with each value. One that is added or removed meanwhile counts from the next
 * value on.
 */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  emit(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }

  /** Returns a function that stops listening. */
  readonly subscribe = (listener: (value: T) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };
}

import type { EventChannel, Events } from '#shared/contract/index.ts';
import type { DeskListener } from '../types.ts';

/** The contract's events on their way to the window. */
export class DeskEvents {
  readonly #listeners = new Set<DeskListener>();

  /** Makes a function that emits this event. */
  emit<C extends EventChannel>(channel: C): (payload: Events[C]) => void {
    return (payload) => {
      for (const listener of [...this.#listeners]) listener(channel, payload);
    };
  }

  /** Returns a function that stops listening. */
  subscribe(listener: DeskListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

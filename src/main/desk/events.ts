import type { EventChannel, Events } from '../../shared/index.ts';
import type { DeskListener } from './types.ts';

/** What the desk tells its windows. */
export interface EventHub {
  emit<C extends EventChannel>(channel: C, payload: Events[C]): void;
  /** Gives the way to stop listening. */
  listen(listener: DeskListener): () => void;
}

export function createEventHub(): EventHub {
  const listeners = new Set<DeskListener>();
  return {
    emit(channel, payload) {
      for (const listener of [...listeners]) listener(channel, payload);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

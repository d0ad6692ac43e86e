import { untrack } from 'svelte';

/**
 * The newest answer to a question that changes: asked again when its key does, after a pause in which the packer may
 * still be choosing. No key, no answer. To be called while a component is set up.
 */
export function answerOf<T>(
  key: () => string | null,
  ask: () => Promise<T> | null,
  pauseMs: number,
): { readonly value: T | null } {
  let value = $state.raw<T | null>(null);
  $effect(() => {
    if (key() === null) {
      value = null;
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      void untrack(ask)?.then((answer) => {
        if (current) value = answer;
      });
    }, pauseMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  });
  return {
    get value() {
      return value;
    },
  };
}

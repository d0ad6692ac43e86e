interface Manner {
  /** The question waits this long, because its key often changes again. */
  readonly pauseMs: number;
  /** The old answer goes at once, and not when the new one comes. */
  readonly forgets?: true;
}

/**
 * The last answer to a question that is asked again when its key changes. Without a key there is no
 * answer.
 */
export class Answer<T> {
  value = $state.raw<T | null>(null);

  /** Create it during a component's setup. */
  constructor(
    key: () => string | null,
    ask: () => Promise<T> | null,
    { pauseMs, forgets }: Manner,
  ) {
    $effect(() => {
      const isAsked = key() !== null;
      if (forgets || !isAsked) this.value = null;
      if (!isAsked) return undefined;
      let current = true;
      const timer = setTimeout(async () => {
        const answer = await ask();
        if (current && answer !== null) this.value = answer;
      }, pauseMs);
      return () => {
        current = false;
        clearTimeout(timer);
      };
    });
  }
}

import { asksForToken, failed, fault, type Result } from '../../../shared/index.ts';

/** Delays repeatable requests from the first refusal of the token on; a new one opens the gate, and repeats them. */
export class TokenGate {
  readonly #onChange: () => void;
  #generation = 0;
  #waiting: (() => void)[] | null = null;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get closed(): boolean {
    return this.#waiting !== null;
  }

  /** There is a new token, or another attempt with the present one. */
  open(): void {
    this.#generation += 1;
    const waiting = this.#waiting;
    if (waiting === null) return;
    this.#waiting = null;
    for (const goOn of waiting) goOn();
    this.#onChange();
  }

  async ask<T>(request: () => Promise<Result<T>>, signal: AbortSignal): Promise<Result<T>> {
    for (;;) {
      await this.#waitUntilOpen(signal);
      if (signal.aborted) return failed(fault('cancelled'));
      const generation = this.#generation;
      const answer = await request();
      if (answer.ok || !asksForToken(answer.fault)) return answer;
      if (generation !== this.#generation) continue;
      this.#waiting ??= [];
      this.#onChange();
    }
  }

  #waitUntilOpen(signal: AbortSignal): Promise<void> {
    const waiting = this.#waiting;
    if (waiting === null || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const goOn = (): void => {
        signal.removeEventListener('abort', goOn);
        resolve();
      };
      waiting.push(goOn);
      signal.addEventListener('abort', goOn, { once: true });
    });
  }
}

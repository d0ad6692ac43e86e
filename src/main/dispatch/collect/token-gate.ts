import { asksForToken, fail, type Result } from '#shared/faults/faults.ts';
import { Emitter } from '../../os/emitter.ts';
import { leaveOnAbort } from '../../os/timeout.ts';

/**
 * Delays repeatable requests from the first refusal of the token on; a new one opens the gate, and
 * repeats them.
 */
export class TokenGate {
  /** It was shut or opened. */
  readonly changes = new Emitter<void>();
  #generation = 0;
  #shut: PromiseWithResolvers<void> | null = null;

  get closed(): boolean {
    return this.#shut !== null;
  }

  /** There is a new token, or another attempt with the present one. */
  open(): void {
    this.#generation += 1;
    const shut = this.#shut;
    if (shut === null) return;
    this.#shut = null;
    shut.resolve();
    this.changes.emit();
  }

  async ask<T>(request: () => Promise<Result<T>>, signal: AbortSignal): Promise<Result<T>> {
    for (;;) {
      if (this.#shut !== null) await leaveOnAbort(this.#shut.promise, signal, () => undefined);
      if (signal.aborted) return fail('cancelled');
      const generation = this.#generation;
      const answer = await request();
      if (answer.ok || !asksForToken(answer.fault)) return answer;
      if (generation !== this.#generation) continue;
      this.#shut ??= Promise.withResolvers();
      this.changes.emit();
    }
  }
}

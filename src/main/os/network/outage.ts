/**
 * How long a service has been failing; all its requests share one, so that an outage is waited for
 * once.
 */
export class Outage {
  readonly #patienceMs: number;
  #sinceMs: number | null = null;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** Some request was answered. */
  end(): void {
    this.#sinceMs = null;
  }

  /**
   * Returns true if another attempt is worth its wait, for a caller that has met only faults since
   * `failingSinceMs`. Returns false if others were answered meanwhile: then the caller's own limits
   * apply.
   */
  isWorthWaiting(nowMs: number, failingSinceMs: number): boolean {
    this.#sinceMs ??= nowMs;
    return this.#sinceMs <= failingSinceMs && nowMs - this.#sinceMs < this.#patienceMs;
  }
}

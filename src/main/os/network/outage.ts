/**
 * How long a service has been failing everybody who asks it. All requests to it share one, so that its outage is waited
 * for once, and not once by each of them.
 */
export class Outage {
  readonly #patienceMs: number;
  #sinceMs: number | null = null;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** Somebody was answered. */
  end(): void {
    this.#sinceMs = null;
  }

  /**
   * Whether one more try is worth its wait, for somebody who has met nothing but faults since `failingSinceMs`. False
   * where others were answered meanwhile: then it is not the service, and the asker's own limits count. They count as
   * well where the computer's clock was put back behind the beginning.
   */
  isWorthWaiting(nowMs: number, failingSinceMs: number): boolean {
    this.#sinceMs ??= nowMs;
    const lastedMs = nowMs - this.#sinceMs;
    return this.#sinceMs <= failingSinceMs && lastedMs >= 0 && lastedMs < this.#patienceMs;
  }
}

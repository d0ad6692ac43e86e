/**
 * The provider's clock, by the `Date` of its last answer and a monotonic counter of this process. The client library
 * uses this computer's clock, which may be hours off, and corrects it by the difference.
 */
export class ServerClock {
  #seen: { readonly serverMs: number; readonly countedMs: number } | null = null;

  observe(headers: Headers): void {
    const serverMs = Date.parse(headers.get('date') ?? '');
    if (!Number.isNaN(serverMs)) this.#seen = { serverMs, countedMs: performance.now() };
  }

  /** Returns the whole seconds by which the provider is ahead of this computer; 0 if it has not stated its time. */
  findSkewS(): number {
    if (this.#seen === null) return 0;
    const serverNowMs = this.#seen.serverMs + (performance.now() - this.#seen.countedMs);
    return Math.round((serverNowMs - Date.now()) / 1000);
  }
}

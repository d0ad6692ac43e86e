/**
 * What the provider's clock says, by the `Date` of its last answer and a counter of this process that nobody can set. The
 * client library goes by this computer's clock, which may be hours off, and takes the difference into account.
 */
export class ServerClock {
  #seen: { readonly serverMs: number; readonly countedMs: number } | null = null;

  observe(headers: Headers): void {
    const serverMs = Date.parse(headers.get('date') ?? '');
    if (!Number.isNaN(serverMs)) this.#seen = { serverMs, countedMs: performance.now() };
  }

  /** Whole seconds that the provider is ahead of this computer; 0 where it has not said its time. */
  findSkewS(): number {
    if (this.#seen === null) return 0;
    const serverNowMs = this.#seen.serverMs + (performance.now() - this.#seen.countedMs);
    return Math.round((serverNowMs - Date.now()) / 1000);
  }
}

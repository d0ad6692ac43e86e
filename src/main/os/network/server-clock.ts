/**
 * A server's time, as its answers' `Date` says, carried on by the monotonic clock, which nobody
 * sets.
 */
export class ServerClock {
  #aheadMs: number | null = null;

  hear(headers: Headers): void {
    const serverMs = Date.parse(headers.get('date') ?? '');
    if (!Number.isNaN(serverMs)) this.#aheadMs = serverMs - performance.now();
  }

  /** Returns the same requests, whose answers are heard. */
  listenTo<A extends unknown[]>(fetch: (...request: A) => Promise<Response>): typeof fetch {
    return async (...request) => {
      const response = await fetch(...request);
      this.hear(response.headers);
      return response;
    };
  }

  /** Epoch milliseconds; null if no answer said it. */
  now(): number | null {
    return this.#aheadMs === null ? null : Math.round(this.#aheadMs + performance.now());
  }
}

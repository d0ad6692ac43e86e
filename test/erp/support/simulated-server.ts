import type { Fetch } from '../../../src/main/os/fetch.ts';
import type { SimulatedClock } from './simulated-clock.ts';

export interface SimulatedServerOptions {
  readonly limit: number;
  readonly windowMs: number;
  /**
   * `first-request`: a window begins with the first request after the last one; `clock`: one after
   * the other.
   */
  readonly windows?: 'first-request' | 'clock';
  /** How much of a `clock` window is over at the start. */
  readonly offsetMs?: number;
  readonly rounding?: 'up' | 'down' | 'none';
  /**
   * From the sending to the look at the counter, and from there to the answer's arrival; by number
   * of request.
   */
  readonly latencyMs: (request: number) => readonly [number, number];
  readonly headers?: boolean;
  /** The `Retry-After` of a 429. */
  readonly retryAfter?: (leftMs: number) => string | null;
}

/**
 * One account's rate limit as an ERP counts it, in simulated time. Several clients can share it.
 */
export function simulatedServer(clock: SimulatedClock, options: SimulatedServerOptions) {
  const { limit, windowMs, windows = 'first-request', rounding = 'up', headers = true } = options;
  const epochMs = clock.now() - (options.offsetMs ?? 0);
  let endsMs = -1;
  let counted = 0;
  let requests = 0;
  let refused = 0;

  function count(): { readonly status: number; readonly headers: Headers } {
    const nowMs = clock.now();
    if (nowMs >= endsMs) {
      counted = 0;
      endsMs =
        windows === 'clock'
          ? epochMs + (Math.floor((nowMs - epochMs) / windowMs) + 1) * windowMs
          : nowMs + windowMs;
    }
    const status = counted < limit ? 200 : 429;
    if (status === 200) counted += 1;
    else refused += 1;
    const leftMs = endsMs - nowMs;
    const round = { up: Math.ceil, down: Math.floor, none: (value: number) => value }[rounding];
    const told = new Headers();
    if (headers) {
      told.set('X-RateLimit-Limit', String(limit));
      told.set('X-RateLimit-Remaining', String(limit - counted));
      told.set('X-RateLimit-Reset', String(round(leftMs / 1000)));
    }
    const retryAfter = status === 429 ? (options.retryAfter?.(leftMs) ?? null) : null;
    if (retryAfter !== null) told.set('Retry-After', retryAfter);
    return { status, headers: told };
  }

  const fetch: Fetch = async (_url, init) => {
    const [there, back] = options.latencyMs(requests++);
    const signal = init?.signal ?? undefined;
    await clock.sleep(there, signal);
    const answer = count();
    await clock.sleep(back, signal);
    return new Response('{"urls":[]}', answer);
  };

  return {
    fetch,
    /** A request of another client, answered immediately. */
    foreign: () => count().status,
    get refused() {
      return refused;
    },
    get requests() {
      return requests;
    },
  };
}

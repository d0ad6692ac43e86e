import type { Result } from '#shared/faults/faults.ts';
import type { Clock } from '../os/clock.ts';
import type { Fetch } from '../os/fetch.ts';

/**
 * Called after the ERP refused this token ('' for none). Returns true if another one is there now;
 * the request is then sent once more, writes too, because a 401 says that nothing was done. False:
 * there is none. A fault replaces the ERP's refusal.
 */
export type RenewToken = (refused: string, signal?: AbortSignal) => Promise<Result<boolean>>;

export interface GroupingQuery {
  /** `YYYY-MM-DD`, that day included; null: all days. */
  readonly from: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** The given fields replace the ERP's; the others stay. */
export interface ShipmentCorrection {
  readonly grossWeightKg?: number;
  readonly trackingCode?: string;
}

export interface ErpClientOptions {
  /**
   * The service's public address with its version prefix, as in contract section 9; a trailing
   * slash does not matter.
   */
  readonly baseUrl: string;
  /**
   * Called before each request, so that a new token counts at once. `null`: none has been entered
   * yet.
   */
  readonly token: () => Promise<string | null>;
  readonly renew?: RenewToken | undefined;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Concurrent reads, and concurrent writes. One background request comes on top. */
  readonly concurrency?: number;
  /** The limit for one attempt, from sending to the last byte of its answer. */
  readonly timeoutMs?: number;
  /**
   * How long reads wait for the end of an outage, beyond their own attempts. Default: not at all.
   */
  readonly patienceMs?: number;
  /** Called for every request that is sent, repeats included. */
  readonly onRequest?: () => void;
  /**
   * Called with the end of the rate limit's delay (epoch ms), null when it is over. Not for
   * background requests.
   */
  readonly onRateLimitWait?: (untilMs: number | null) => void;
  /** Source of jitter in [0, 1). Default `Math.random`. */
  readonly random?: () => number;
}

/** A fixed window that begins with its first request. */
export class RateLimit {
  readonly #limit: number;
  readonly #windowMs: number;
  #windowStart = -Infinity;
  #used = 0;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** The headers are `X-RateLimit-*`, and `Retry-After` if the request is refused. */
  count(nowMs: number): {
    readonly allowed: boolean;
    readonly headers: Readonly<Record<string, string>>;
  } {
    if (nowMs >= this.#windowStart + this.#windowMs) {
      this.#windowStart = nowMs;
      this.#used = 0;
    }
    this.#used += 1;
    const allowed = this.#used <= this.#limit;
    const resetSeconds = Math.max(
      1,
      Math.ceil((this.#windowStart + this.#windowMs - nowMs) / 1000),
    );
    const headers = {
      'X-RateLimit-Limit': String(this.#limit),
      'X-RateLimit-Remaining': String(Math.max(0, this.#limit - this.#used)),
      'X-RateLimit-Reset': String(resetSeconds),
    };
    return {
      allowed,
      headers: allowed ? headers : { ...headers, 'Retry-After': String(resetSeconds) },
    };
  }
}

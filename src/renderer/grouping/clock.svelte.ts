/** The time of day, followed only while somebody counts with it. */
export class Clock {
  nowMs = $state(Date.now());

  /** For an `$effect`: ticks while `running`. */
  tick(running: boolean, everyMs = 500): (() => void) | undefined {
    if (!running) return undefined;
    this.nowMs = Date.now();
    const timer = setInterval(() => (this.nowMs = Date.now()), everyMs);
    return () => clearInterval(timer);
  }
}

import type { Clock } from '../../os/clock.ts';

/** Reports when nothing has moved for so long, and when something moves again. */
export class StallWatch {
  readonly #clock: Clock;
  readonly #afterMs: number;
  readonly #tell: (stalled: boolean) => void;
  #waiting = new AbortController();
  #stalled = false;

  constructor(clock: Clock, afterMs: number, tell: (stalled: boolean) => void) {
    this.#clock = clock;
    this.#afterMs = afterMs;
    this.#tell = tell;
    this.move();
  }

  move(): void {
    this.stop();
    this.#say(false);
    const waiting = new AbortController();
    this.#waiting = waiting;
    this.#clock.sleep(this.#afterMs, waiting.signal).then(
      () => this.#say(true),
      () => undefined,
    );
  }

  #say(stalled: boolean): void {
    if (stalled === this.#stalled) return;
    this.#stalled = stalled;
    this.#tell(stalled);
  }

  stop(): void {
    this.#waiting.abort();
  }
}

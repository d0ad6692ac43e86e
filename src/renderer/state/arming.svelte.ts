/** For what cannot be undone: the first press arms, a second one within the time does it. Never a dialog in the way. */
export class Arming {
  armed = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #timeMs: number;

  constructor(timeMs = 6000) {
    this.#timeMs = timeMs;
  }

  get seconds(): number {
    return this.#timeMs / 1000;
  }

  /** True when this press is the second one. */
  press(): boolean {
    if (this.armed) {
      this.disarm();
      return true;
    }
    this.armed = true;
    this.#timer = setTimeout(() => this.disarm(), this.#timeMs);
    return false;
  }

  disarm(): void {
    clearTimeout(this.#timer);
    this.armed = false;
  }
}

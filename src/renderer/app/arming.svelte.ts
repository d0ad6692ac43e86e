import { untrack } from 'svelte';
import type { App } from './app.svelte.ts';

/** A double click or a bouncing key is one press. */
export const bounceMs = 400;

/**
 * The press that led to a question is not its answer too: `ready` says that the question has stood
 * long enough.
 */
export class Readiness {
  ready = $state(false);

  /** Create it during a component's setup. */
  constructor(stands: () => boolean = () => true) {
    $effect(() => {
      if (!stands()) return undefined;
      const timer = setTimeout(() => {
        this.ready = true;
      }, bounceMs);
      return () => {
        clearTimeout(timer);
        this.ready = false;
      };
    });
  }
}

/**
 * For actions that cannot be undone: the first press arms, a second one within the time does it. No
 * dialog.
 */
export class Arming {
  armed = $state(false);
  /** The second press counts from now on. */
  ready = $state(false);
  readonly #timeMs: number;
  #timers: readonly ReturnType<typeof setTimeout>[] = [];

  /** Create it during a component's setup: `back` and the component's end disarm. */
  constructor(app: App, timeMs = 6000) {
    this.#timeMs = timeMs;
    $effect(() => (this.armed ? app.commands.on({ back: () => this.disarm() }) : undefined));
    $effect(() => () => untrack(() => this.disarm()));
  }

  /** Armed, but too soon for a deliberate confirmation. */
  get isTooSoon(): boolean {
    return this.armed && !this.ready;
  }

  /** Returns true if this press is the second one. */
  press(): boolean {
    if (this.armed) {
      const meant = this.ready;
      if (meant) this.disarm();
      return meant;
    }
    this.armed = true;
    this.#timers = [
      setTimeout(() => {
        this.ready = true;
      }, bounceMs),
      setTimeout(() => this.disarm(), this.#timeMs),
    ];
    return false;
  }

  disarm(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.armed = false;
    this.ready = false;
  }
}

import type { Clock } from '../../os/clock.ts';
import { RateLimit, turns, type Answer, type Turn } from './rate-limit.ts';

/** One request's permission to go. It holds a place until `leave`, which must be called. */
export interface Slot {
  /** Called just before the request is sent. */
  sent(): void;
  /** Called when status and headers are there; the body may still be coming. */
  answered(answer: Answer): void;
  leave(): void;
}

export interface PacerOptions {
  readonly clock: Clock;
  readonly concurrency: number;
  /**
   * Called with the end of the wait (epoch ms) when the rate limit delays requests, and with null
   * when it is over.
   */
  readonly onWait: (untilMs: number | null) => void;
}

interface Waiter {
  readonly turn: Turn;
  readonly resolve: (slot: Slot | null) => void;
  readonly dispose: () => void;
}

/**
 * Starts requests that share a rate limit: so many at once, and one in the background, as the limit
 * allows.
 */
export class Pacer {
  readonly #options: PacerOptions;
  readonly #limit = new RateLimit();
  readonly #queue: Waiter[] = [];
  #active = 0;
  #isBackgroundActive = false;
  #reportedUntilMs: number | null = null;
  #timer: { readonly untilMs: number; readonly controller: AbortController } | null = null;

  constructor(options: PacerOptions) {
    this.#options = options;
  }

  /**
   * Waits for its turn, a place and the rate limit; refused requests go first. Null if the signal
   * fires before.
   */
  enter(signal: AbortSignal | undefined, turn: Turn, end: 'back' | 'front'): Promise<Slot | null> {
    return new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve(null);
        return;
      }
      const onAbort = () => {
        this.#queue.splice(this.#queue.indexOf(waiter), 1);
        resolve(null);
        this.#pump();
      };
      const waiter: Waiter = {
        turn,
        resolve,
        dispose: () => signal?.removeEventListener('abort', onAbort),
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      const rank = turns.indexOf(turn) + (end === 'front' ? 0 : 1);
      const behind = this.#queue.findIndex((other) => turns.indexOf(other.turn) >= rank);
      this.#queue.splice(behind < 0 ? this.#queue.length : behind, 0, waiter);
      this.#pump();
    });
  }

  /**
   * Starts what may start, after any change. Listeners are called last, because they may call back
   * in.
   */
  #pump(): void {
    const { clock, concurrency } = this.#options;
    let next = this.#queue[0];
    while (next !== undefined) {
      const isBackground = next.turn === 'background';
      if (isBackground ? this.#isBackgroundActive : this.#active >= concurrency) break;
      const wait = this.#limit.findWait(clock.awake(), next.turn);
      if (wait !== null) {
        this.#wakeAt(wait.untilMs);
        this.#reportWait(wait.certain && !isBackground ? wait.untilMs : null);
        return;
      }
      this.#queue.shift();
      next.dispose();
      next.resolve(this.#openSlot(next.turn));
      next = this.#queue[0];
    }
    this.#wakeAt(null);
    this.#reportWait(null);
  }

  #openSlot(turn: Turn): Slot {
    const { clock } = this.#options;
    const request = this.#limit.start(clock.awake(), turn);
    let state: 'waiting' | 'sent' | 'answered' = 'waiting';
    if (turn === 'background') this.#isBackgroundActive = true;
    else this.#active += 1;
    return {
      sent: () => (state = 'sent'),
      answered: (answer) => {
        state = 'answered';
        this.#limit.answered(request, clock.awake(), answer);
        this.#pump();
      },
      leave: () => {
        if (state !== 'answered') this.#limit.unanswered(request, clock.awake(), state === 'sent');
        if (turn === 'background') this.#isBackgroundActive = false;
        else this.#active -= 1;
        this.#pump();
      },
    };
  }

  #wakeAt(untilMs: number | null): void {
    const { clock } = this.#options;
    if (this.#timer?.untilMs === untilMs) return;
    this.#timer?.controller.abort();
    this.#timer = null;
    if (untilMs === null) return;
    const mine = { untilMs, controller: new AbortController() };
    this.#timer = mine;
    clock.sleep(Math.max(1, untilMs - clock.awake()), mine.controller.signal).then(
      () => {
        if (this.#timer === mine) this.#timer = null;
        this.#pump();
      },
      () => undefined,
    );
  }

  #reportWait(untilMs: number | null): void {
    if (untilMs === this.#reportedUntilMs) return;
    this.#reportedUntilMs = untilMs;
    const { clock, onWait } = this.#options;
    onWait(untilMs === null ? null : Math.round(untilMs - clock.awake() + clock.now()));
  }
}

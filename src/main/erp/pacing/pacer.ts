import type { Clock } from '../../os/clock.ts';
import { RateLimit, type Answer } from './rate-limit.ts';

/** One request's permission to go. It holds one of the places until `leave`, which must be called in the end. */
export interface Slot {
  /** Just before the request goes out. */
  sent(): void;
  /** As soon as status and headers are there, the body may still be coming. */
  answered(answer: Answer): void;
  leave(): void;
}

export interface Pacer {
  /**
   * Waits for a place and for the rate limit, first come first served; a request that was refused goes to the front.
   * Null when the signal fires first.
   */
  enter(signal: AbortSignal | undefined, place: 'back' | 'front'): Promise<Slot | null>;
}

export interface PacerOptions {
  readonly clock: Clock;
  readonly concurrency: number;
  /** The end of the wait (epoch ms) when the rate limit makes requests wait, and null when it is over. */
  readonly onWait: (untilMs: number | null) => void;
}

interface Waiter {
  readonly resolve: (slot: Slot | null) => void;
  readonly dispose: () => void;
}

export function createPacer(options: PacerOptions): Pacer {
  const { clock, concurrency, onWait } = options;
  const limit = new RateLimit();
  const queue: Waiter[] = [];
  let active = 0;
  let toldUntilMs: number | null = null;
  let timer: { readonly untilMs: number; readonly controller: AbortController } | null = null;

  function tell(untilMs: number | null): void {
    if (untilMs === toldUntilMs) return;
    toldUntilMs = untilMs;
    onWait(untilMs);
  }

  function wakeAt(untilMs: number | null): void {
    if (timer?.untilMs === untilMs) return;
    timer?.controller.abort();
    timer = null;
    if (untilMs === null) return;
    const mine = { untilMs, controller: new AbortController() };
    timer = mine;
    clock.sleep(Math.max(1, untilMs - clock.now()), mine.controller.signal).then(
      () => {
        if (timer === mine) timer = null;
        pump();
      },
      () => undefined,
    );
  }

  /**
   * Starts what may start. Called whenever something changed: a place, the queue, the limit, the time. Telling comes
   * last, because the listener may call back in.
   */
  function pump(): void {
    let next = queue[0];
    while (next !== undefined && active < concurrency) {
      const verdict = limit.verdict(clock.now());
      if (!verdict.go) {
        wakeAt(verdict.untilMs);
        tell(verdict.certain ? verdict.untilMs : null);
        return;
      }
      queue.shift();
      next.dispose();
      next.resolve(openSlot());
      next = queue[0];
    }
    wakeAt(null);
    tell(null);
  }

  function openSlot(): Slot {
    const request = limit.start(clock.now());
    let state: 'waiting' | 'sent' | 'answered' | 'left' = 'waiting';
    active += 1;
    return {
      sent: () => (state = 'sent'),
      answered: (answer) => {
        state = 'answered';
        limit.answered(request, clock.now(), answer);
        pump();
      },
      leave: () => {
        if (state === 'left') return;
        if (state !== 'answered') limit.unanswered(request, state === 'sent');
        state = 'left';
        active -= 1;
        pump();
      },
    };
  }

  return {
    enter: (signal, place) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) {
          resolve(null);
          return;
        }
        const onAbort = (): void => {
          queue.splice(queue.indexOf(waiter), 1);
          resolve(null);
          pump();
        };
        const waiter: Waiter = { resolve, dispose: () => signal?.removeEventListener('abort', onAbort) };
        signal?.addEventListener('abort', onAbort, { once: true });
        if (place === 'front') queue.unshift(waiter);
        else queue.push(waiter);
        pump();
      }),
  };
}

import type { Clock } from '../../os/clock.ts';

export type StallWatch = ReturnType<typeof watchStall>;

/** Reports when nothing has moved for so long, and when something moves again. */
export function watchStall(clock: Clock, afterMs: number, tell: (isStalled: boolean) => void) {
  let waiting = new AbortController();
  let isStalled = false;
  const say = (isNow: boolean): void => {
    if (isNow === isStalled) return;
    isStalled = isNow;
    tell(isNow);
  };
  const stop = (): void => waiting.abort();
  const move = (): void => {
    stop();
    say(false);
    waiting = new AbortController();
    clock.sleep(afterMs, waiting.signal).then(
      () => say(true),
      () => undefined,
    );
  };
  move();
  return { move, stop };
}

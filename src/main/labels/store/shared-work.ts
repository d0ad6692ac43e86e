import { failed, fault } from '../../../shared/index.ts';
import type { Result } from '../../../shared/index.ts';

/**
 * Runs work once for all who ask for the same key while it is under way. It stops when the last of them has gone; one
 * who leaves earlier hears `cancelled` at once and disturbs nobody.
 */
export interface SharedWork<T> {
  run(key: string, start: (signal: AbortSignal) => Promise<Result<T>>, signal?: AbortSignal): Promise<Result<T>>;
}

interface Running<T> {
  readonly result: Promise<Result<T>>;
  readonly stop: AbortController;
  waiting: number;
}

export function createSharedWork<T>(): SharedWork<T> {
  const running = new Map<string, Running<T>>();

  function join(key: string, start: (signal: AbortSignal) => Promise<Result<T>>): Running<T> {
    const known = running.get(key);
    if (known !== undefined) return known;
    const stop = new AbortController();
    const forget = (): void => {
      if (running.get(key) === work) running.delete(key);
    };
    const work: Running<T> = { result: start(stop.signal).finally(forget), stop, waiting: 0 };
    running.set(key, work);
    return work;
  }

  async function run(
    key: string,
    start: (signal: AbortSignal) => Promise<Result<T>>,
    signal?: AbortSignal,
  ): Promise<Result<T>> {
    if (signal?.aborted === true) return failed(fault('cancelled'));
    const work = join(key, start);
    work.waiting += 1;
    if (signal === undefined) return work.result;

    const left = Promise.withResolvers<Result<T>>();
    const leave = (): void => {
      work.waiting -= 1;
      if (work.waiting > 0) {
        left.resolve(failed(fault('cancelled')));
        return;
      }
      // Nobody may join work that is being stopped. The last one waits until it has cleaned up.
      if (running.get(key) === work) running.delete(key);
      work.stop.abort();
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([work.result, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  return { run };
}

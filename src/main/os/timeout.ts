import { countAwake, systemClock, type Clock } from './clock.ts';

/**
 * Ends a wait that is no longer needed; created once, because an error for each wait would cost
 * time.
 */
const inTime = new Error('in time');

/**
 * Waits for work, but no longer than `ms`: then `late` returns the result, or throws. Rejects with
 * the signal's reason if it aborts first. The work itself goes on, and a later failure of it is
 * ignored.
 */
export async function limitTime<T>(
  work: Promise<T>,
  ms: number,
  late: () => T,
  { clock = systemClock, signal }: { readonly clock?: Clock; readonly signal?: AbortSignal } = {},
): Promise<T> {
  work.catch(() => undefined);
  const over = new AbortController();
  const stop = () => over.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted === true) stop();
  const lateness = clock.sleep(ms, over.signal).then(late);
  try {
    return await Promise.race([work, lateness]);
  } finally {
    signal?.removeEventListener('abort', stop);
    over.abort(inTime);
    lateness.catch(() => undefined);
  }
}

/** Returns a signal that aborts after so much time awake. It keeps no program from ending. */
export function abortAfter(ms: number): AbortSignal {
  const time = new AbortController();
  const end = (): void => time.abort(new DOMException('time is up', 'TimeoutError'));
  countAwake(ms, end, false);
  return time.signal;
}

/**
 * Waits for work; if the signal aborts first, `leave` returns the result, or rejects, and the work
 * is ignored.
 */
export async function leaveOnAbort<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  leave: () => T | Promise<T>,
): Promise<T> {
  if (signal === undefined) return work;
  work.catch(() => undefined);
  const left = Promise.withResolvers<null>();
  const onAbort = () => left.resolve(null);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([left.promise.then(leave), work]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

import { fail, type Result } from '#shared/faults/faults.ts';

type Start<T> = (signal: AbortSignal) => Promise<Result<T>>;

interface Flight<T> {
  readonly result: Promise<Result<T>>;
  readonly stop: AbortController;
  waiting: number;
}

/**
 * Runs work once for all callers with the same key; it is aborted when the last caller has left.
 */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  async run(key: string, start: Start<T>, signal?: AbortSignal): Promise<Result<T>> {
    if (signal?.aborted === true) return fail('cancelled');
    const flight = this.#join(key, start);
    flight.waiting += 1;
    if (signal === undefined) return flight.result;

    const left = Promise.withResolvers<Result<T>>();
    const leave = () => {
      flight.waiting -= 1;
      if (flight.waiting > 0) {
        left.resolve(fail('cancelled'));
        return;
      }
      // Work that is being aborted accepts no callers. The last one waits for its clean-up.
      this.#forget(key, flight);
      flight.stop.abort();
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([flight.result, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  #join(key: string, start: Start<T>): Flight<T> {
    const known = this.#flights.get(key);
    if (known !== undefined) return known;
    const stop = new AbortController();
    const flight: Flight<T> = {
      result: start(stop.signal).finally(() => this.#forget(key, flight)),
      stop,
      waiting: 0,
    };
    this.#flights.set(key, flight);
    return flight;
  }

  #forget(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}

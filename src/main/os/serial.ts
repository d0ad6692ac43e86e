import { failed, fault, type Result } from '../../shared/index.ts';

/** Does one thing after the other, in the order in which they were asked for. One that fails does not stop the next. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Resolves when everything that was asked for so far has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}

type Start<T> = (signal: AbortSignal) => Promise<Result<T>>;

interface Flight<T> {
  readonly result: Promise<Result<T>>;
  readonly stop: AbortController;
  waiting: number;
}

/**
 * Does work once for all who ask for the same key while it is under way. It stops when the last of them has gone; one
 * who leaves earlier hears `cancelled` at once and disturbs nobody.
 */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  async run(key: string, start: Start<T>, signal?: AbortSignal): Promise<Result<T>> {
    if (signal?.aborted === true) return failed(fault('cancelled'));
    const flight = this.#join(key, start);
    flight.waiting += 1;
    if (signal === undefined) return flight.result;

    const left = Promise.withResolvers<Result<T>>();
    const leave = (): void => {
      flight.waiting -= 1;
      if (flight.waiting > 0) {
        left.resolve(failed(fault('cancelled')));
        return;
      }
      // Nobody may join work that is being stopped. The last one waits until it has cleaned up.
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

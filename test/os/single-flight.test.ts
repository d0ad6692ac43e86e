import { describe, expect, it } from 'vitest';
import { SingleFlight } from '../../src/main/os/single-flight.ts';
import { failed, fault, ok, type Result } from '#shared/faults/faults.ts';

const cancelled = { ok: false, fault: { kind: 'cancelled' } };

function startFlights() {
  const flights = new SingleFlight<number>();
  const starts: { readonly signal: AbortSignal; readonly end: (result: Result<number>) => void }[] =
    [];
  const ask = (key: string, signal?: AbortSignal) =>
    flights.run(
      key,
      (stop) => {
        const { promise, resolve } = Promise.withResolvers<Result<number>>();
        starts.push({ signal: stop, end: resolve });
        stop.addEventListener('abort', () => resolve(failed(fault('cancelled'))));
        return promise;
      },
      signal,
    );
  return { ask, starts };
}

describe('a single flight', () => {
  it('runs once for all callers while it is running, and again afterwards', async () => {
    const { ask, starts } = startFlights();
    const [one, two, other] = [ask('a'), ask('a'), ask('b')];
    expect(starts).toHaveLength(2);
    starts[0]!.end(ok(1));
    starts[1]!.end(ok(2));
    expect(await Promise.all([one, two, other])).toEqual([ok(1), ok(1), ok(2)]);
    void ask('a');
    expect(starts).toHaveLength(3);
  });

  it('continues for the remaining callers, and stops when the last one leaves', async () => {
    const { ask, starts } = startFlights();
    const [first, second] = [new AbortController(), new AbortController()];
    const one = ask('a', first.signal);
    const two = ask('a', second.signal);
    first.abort();
    expect(await one).toMatchObject(cancelled);
    expect(starts[0]!.signal.aborted).toBe(false);
    second.abort();
    expect(starts[0]!.signal.aborted).toBe(true);
    expect(await two).toMatchObject(cancelled);
  });

  it('lets no caller join stopping work', async () => {
    const { ask, starts } = startFlights();
    const stop = new AbortController();
    const left = ask('a', stop.signal);
    stop.abort();
    const fresh = ask('a');
    expect(starts).toHaveLength(2);
    starts[1]!.end(ok(7));
    expect(await fresh).toEqual(ok(7));
    expect(await left).toMatchObject(cancelled);
  });

  it('starts nothing for an aborted signal', async () => {
    const { ask, starts } = startFlights();
    expect(await ask('a', AbortSignal.abort())).toMatchObject(cancelled);
    expect(starts).toHaveLength(0);
  });
});

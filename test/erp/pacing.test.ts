import { describe, expect, it } from 'vitest';
import { run } from './support/paced-run.ts';
import { simulatedClock } from './support/simulated-clock.ts';

/** Some 100 ms there and back, unequal, so that answers overtake each other. */
const usualLatency = (request: number) =>
  [30 + ((request * 37) % 50), 20 + ((request * 53) % 60)] as const;
const usual = { limit: 120, windowMs: 60_000, latencyMs: usualLatency };

describe('200 shipments at 120 requests a minute', () => {
  // 201 requests: 120 in the first minute, and the other 81 cannot begin before it is over.
  const leastSeconds = 60 + (81 * 0.1) / 8;

  it.each([
    ['windows from the first request', { windows: 'first-request' }],
    ['windows of the clock', { windows: 'clock', offsetMs: 0 }],
    ['time left rounded down', { rounding: 'down' }],
    ['time left in fractions', { rounding: 'none' }],
  ] as const)('%s: no 429, and hardly longer than it must be', async (_name, more) => {
    const outcome = await run(simulatedClock(), { ...usual, ...more }, { shipments: 200 });
    expect(outcome).toMatchObject({ allDone: true, refused: 0, requests: 201 });
    expect(outcome.seconds).toBeLessThanOrEqual(leastSeconds * 1.05);
    expect(outcome.seconds).toBeGreaterThanOrEqual(60);
  });

  it('continues immediately in a window that was already half over', async () => {
    const more = { windows: 'clock', offsetMs: 45_000 } as const;
    const outcome = await run(simulatedClock(), { ...usual, ...more }, { shipments: 200 });
    expect(outcome).toMatchObject({ allDone: true, refused: 0 });
    expect(outcome.seconds).toBeLessThan(18);
  });
});

describe('others use the same allowance', () => {
  it.each([0.2, 0.5, 1, 1.5])(
    '%d requests a second of another client: no 429 for us',
    async (foreignPerSecond) => {
      for (const more of [
        { windows: 'first-request' },
        { windows: 'clock', offsetMs: 20_000 },
      ] as const) {
        const outcome = await run(
          simulatedClock(),
          { ...usual, ...more },
          { shipments: 200, foreignPerSecond },
        );
        expect(outcome).toMatchObject({ allDone: true, refused: 0, requests: 201 });
        expect(outcome.seconds).toBeLessThan(130);
      }
    },
  );

  it.each([2, 3, 4])('%d workstations of our own: no 429 for any', async (stations) => {
    for (const windows of ['first-request', 'clock'] as const) {
      const outcome = await run(
        simulatedClock(),
        { ...usual, windows },
        { shipments: 100, stations },
      );
      expect(outcome).toMatchObject({ allDone: true, refused: 0, requests: 101 * stations });
      // One window more than the minimum is the price of the reserve for others.
      expect(outcome.seconds).toBeLessThanOrEqual(61.5 * (Math.ceil((101 * stations) / 120) + 1));
    }
  });
});

describe('a server that announces less', () => {
  it('no limit: all places are used, after the first answer', async () => {
    const latencyMs = () => [50, 50] as const;
    const outcome = await run(
      simulatedClock(),
      { ...usual, limit: 1e6, headers: false, latencyMs },
      { shipments: 80 },
    );
    expect(outcome).toMatchObject({ allDone: true, seconds: 1.1 });
  });

  it('only Retry-After: everything ends, with one refusal for each place', async () => {
    const retryAfter = (leftMs: number) => String(Math.ceil(leftMs / 1000));
    const outcome = await run(
      simulatedClock(),
      { ...usual, headers: false, retryAfter },
      { shipments: 200 },
    );
    expect(outcome.allDone).toBe(true);
    expect(outcome.refused).toBeLessThanOrEqual(8);
    expect(outcome.seconds).toBeLessThan(64);
  });

  it('nothing at all: everything ends', async () => {
    const outcome = await run(
      simulatedClock(),
      { ...usual, limit: 30, headers: false },
      { shipments: 100 },
    );
    expect(outcome.allDone).toBe(true);
    expect(outcome.seconds).toBeLessThan(300);
  });
});

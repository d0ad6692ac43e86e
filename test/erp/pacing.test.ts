import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientFor } from './support/client.ts';
import { simulatedClock, type SimulatedClock } from './support/simulated-clock.ts';
import { simulatedServer, type SimulatedServerOptions } from './support/simulated-server.ts';

/** Some 100 ms there and back, unequal, so that answers overtake each other. */
const usualLatency = (request: number) =>
  [30 + ((request * 37) % 50), 20 + ((request * 53) % 60)] as const;
const usual = { limit: 120, windowMs: 60_000, latencyMs: usualLatency };

interface Job {
  readonly shipments: number;
  readonly stations?: number;
  readonly concurrency?: number;
  /** Requests a second by programs that do not pace themselves. */
  readonly foreignPerSecond?: number;
}

/** Each station reads the company, then all label lists together, as a dispatch does. */
async function run(clock: SimulatedClock, options: SimulatedServerOptions, job: Job) {
  const server = simulatedServer(clock, options);
  const startMs = clock.now();
  let running = true;
  let foreignRefused = 0;

  async function foreign(perSecond: number): Promise<void> {
    for (let n = 1; running; n += 1) {
      // Exponential gaps from a low-discrepancy sequence: random in kind, the same in each run.
      await clock.sleep((-Math.log(1 - ((n * 0.618_034) % 1)) * 1000) / perSecond);
      if (server.foreign() === 429) foreignRefused += 1;
    }
  }
  async function station(): Promise<boolean[]> {
    const client = clientFor('https://erp.example/v3', {
      fetch: server.fetch,
      clock,
      concurrency: job.concurrency ?? 8,
      timeoutMs: 1e8,
    });
    const first = await client.companyInfo();
    const ids = Array.from({ length: job.shipments }, (_, index) => index + 1);
    const lists = await Promise.all(ids.map((id) => client.labelUrls(1, id)));
    return [first, ...lists].map((one) => one.ok);
  }

  if (job.foreignPerSecond !== undefined) void foreign(job.foreignPerSecond);
  const results = await clock.run(Promise.all(Array.from({ length: job.stations ?? 1 }, station)));
  running = false;
  return {
    allDone: results.flat().every(Boolean),
    refused: server.refused - foreignRefused,
    requests: server.requests,
    seconds: (clock.now() - startMs) / 1000,
  };
}

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

describe('alone on the account, for any limit, latency and clock', () => {
  const fraction = fc.double({ min: 0, max: 1, noNaN: true });
  const world = fc.record({
    limit: fc.integer({ min: 1, max: 40 }),
    windowMs: fc.integer({ min: 2000, max: 70_000 }),
    windows: fc.constantFrom('first-request', 'clock'),
    offset: fc.double({ min: 0, max: 0.99, noNaN: true }),
    rounding: fc.constantFrom('up', 'down', 'none'),
    latencies: fc.array(fc.tuple(fraction, fraction), { minLength: 1, maxLength: 30 }),
    /** The longest way there and the longest way back, in windows. */
    slowness: fc.constantFrom(0.01, 0.1, 0.4),
    shipments: fc.integer({ min: 1, max: 100 }),
    concurrency: fc.integer({ min: 1, max: 12 }),
  });

  it('no request is refused, all end, and no timer is left', async () => {
    await fc.assert(
      fc.asyncProperty(
        world,
        async ({ latencies, offset, slowness, shipments, concurrency, ...server }) => {
          const clock = simulatedClock();
          const longestMs = slowness * server.windowMs;
          const latencyMs = (request: number) => {
            const [there, back] = latencies[request % latencies.length]!;
            return [Math.round(there * longestMs), Math.round(back * longestMs)] as const;
          };
          const job = { shipments: Math.min(shipments, server.limit * 4), concurrency };
          const options = { ...server, offsetMs: offset * server.windowMs, latencyMs };
          expect(await run(clock, options, job)).toMatchObject({
            allDone: true,
            refused: 0,
            requests: job.shipments + 1,
          });
          expect(clock.sleeping).toBe(0);
        },
      ),
      {
        numRuns: 300,
        // Cases in which the next window may end just when the one before it does, and in which it
        // is the same window all the time.
        examples: [
          [
            {
              ...{ limit: 2, windowMs: 2000, windows: 'clock', offset: 0, rounding: 'down' },
              ...{ latencies: [[0.936_875, 0]], slowness: 0.4, shipments: 8, concurrency: 2 },
            },
          ],
          [
            {
              ...{
                limit: 3,
                windowMs: 2000,
                windows: 'clock',
                offset: 0.500_000_061,
                rounding: 'down',
              },
              ...{
                latencies: [
                  [0, 0],
                  [0, 0.0025],
                ],
                slowness: 0.1,
                shipments: 3,
                concurrency: 2,
              },
            },
          ],
        ],
      },
    );
  });

  it('with others who use up to half of it, everything ends', async () => {
    await fc.assert(
      fc.asyncProperty(
        world,
        fraction,
        async ({ latencies, slowness, shipments, concurrency, ...server }, share) => {
          const clock = simulatedClock();
          const latencyMs = (request: number) => {
            const [there, back] = latencies[request % latencies.length]!;
            return [there * slowness * server.windowMs, back * slowness * server.windowMs] as const;
          };
          const foreignPerSecond = 0.01 + (share * server.limit * 500) / server.windowMs;
          const job = {
            shipments: Math.min(shipments, server.limit * 2),
            concurrency,
            foreignPerSecond,
          };
          expect((await run(clock, { ...server, latencyMs }, job)).allDone).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });
});

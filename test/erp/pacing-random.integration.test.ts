import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { run } from './support/paced-run.ts';
import { simulatedClock } from './support/simulated-clock.ts';

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

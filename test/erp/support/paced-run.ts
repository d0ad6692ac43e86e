import { clientFor } from './client.ts';
import type { SimulatedClock } from './simulated-clock.ts';
import { simulatedServer, type SimulatedServerOptions } from './simulated-server.ts';

interface Job {
  readonly shipments: number;
  readonly stations?: number;
  readonly concurrency?: number;
  /** Requests a second by programs that do not pace themselves. */
  readonly foreignPerSecond?: number;
}

/** Each station reads the company, then all label lists together, as a dispatch does. */
export async function run(clock: SimulatedClock, options: SimulatedServerOptions, job: Job) {
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

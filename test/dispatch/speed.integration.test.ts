import { expect, test } from 'vitest';
import { Pool } from '../../src/main/dispatch/pool.ts';
import { startBench, states } from './support/bench.ts';
import { pass } from './support/fakes.ts';

test('downloads overlap the requests for URLs: 300 shipments take hardly longer than the URLs alone', async () => {
  const latencyMs = 100;
  const bench = startBench(300);
  const erp = new Pool(8);
  const labelUrls = bench.erp.labelUrls.bind(bench.erp);
  bench.erp.labelUrls = (grouping, id, signal) =>
    erp.run(async () => {
      await pass(latencyMs);
      return labelUrls(grouping, id, signal);
    });
  bench.labels.delayMs = latencyMs;
  const job = await bench.open();
  const startedAtMs = performance.now();
  await job.collect();
  const tookMs = performance.now() - startedAtMs;
  expect(states(job).every((state) => state === 'ready')).toBe(true);
  expect(bench.labels.mostUnderWay).toBeLessThanOrEqual(8);
  expect(tookMs).toBeLessThan(1.15 * ((300 / 8) * latencyMs + 2 * latencyMs));
});

test('2,000 labels and a listener to every change', async () => {
  const bench = startBench(2000);
  const job = await bench.open();
  let notified = 0;
  job.subscribe((snapshot) => {
    notified += 1;
    expect(snapshot.shipments).toHaveLength(2000);
  });
  const startedAtMs = performance.now();
  await job.collect();
  expect(states(job).every((state) => state === 'ready')).toBe(true);
  expect(notified).toBeLessThan(8000);
  expect(performance.now() - startedAtMs).toBeLessThan(10_000);
});

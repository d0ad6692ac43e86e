import { expect, test } from 'vitest';
import { Pool } from '../../src/main/dispatch/collect/pool.ts';
import { startBench, states } from './support/bench.ts';
import { pass } from './support/fakes.ts';

test('no more downloads are under way than allowed, however fast the URLs come', async () => {
  const latencyMs = 5;
  const bench = startBench(100);
  const erp = new Pool(24);
  const labelUrls = bench.erp.labelUrls.bind(bench.erp);
  bench.erp.labelUrls = (grouping, id, signal) =>
    erp.run(async () => {
      await pass(latencyMs);
      return labelUrls(grouping, id, signal);
    });
  bench.labels.delayMs = latencyMs;
  const job = await bench.open();
  await job.collect();
  expect(states(job).every((state) => state === 'ready')).toBe(true);
  expect(bench.labels.mostUnderWay).toBe(12);
});

test('2,000 labels and a listener to every change', async () => {
  const bench = startBench(2000);
  const job = await bench.open();
  let notified = 0;
  job.subscribe((snapshot) => {
    notified += 1;
    expect(snapshot.shipments).toHaveLength(2000);
  });
  await job.collect();
  expect(states(job).every((state) => state === 'ready')).toBe(true);
  expect(notified).toBeLessThan(8000);
});

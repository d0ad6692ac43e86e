import { expect, test, vi } from 'vitest';
import { Pool } from '../../src/main/dispatch/collect/pool.ts';
import { startBench, states } from './support/bench.ts';
import { pass } from './support/fakes.ts';

test('no more downloads run than allowed, however fast the URLs come', async () => {
  const latencyMs = 50;
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
  await job.labels.collect();
  expect(states(job).every((state) => state === 'ready')).toBe(true);
  expect(bench.labels.mostUnderWay).toBe(12);
});

test('2,000 labels and a listener to every change', async () => {
  const bench = startBench(2000);
  const job = await bench.open();
  let notified = 0;
  job.subscribe(() => {
    notified += 1;
    expect(job.snapshot().shipments).toHaveLength(2000);
  });
  await job.labels.collect();
  expect(states(job).every((state) => state === 'ready')).toBe(true);
  // Located, downloading, ready, and read: each label alone, as each begins in a turn of its own.
  expect(notified).toBeLessThan(4 * 2000 + 20);
});

test('no label costs a look at all the others, be it collected, read, checked or opened again', async () => {
  const few = await countWalks(100);
  const many = await countWalks(400);
  // The number of walks through the whole list stays the same for a list that is four times as
  // long.
  expect(many - few).toBeLessThan(50);
});

/** Counts how often array methods walk through the whole list of this many labels during a job. */
async function countWalks(count: number): Promise<number> {
  const bench = startBench(count);
  const reading = {
    codes: [{ symbology: 'Code128', text: 'AA123456789BR', page: 1 }],
    pages: 1,
    dpi: 203,
    looked: true,
  };
  const codes = {
    read: () => Promise.resolve(reading),
    readText: () => Promise.resolve(''),
    close: pass,
  };
  Object.assign(bench.services, { codes });
  let walks = 0;
  const methods = [
    'every',
    'filter',
    'find',
    'flatMap',
    'forEach',
    'includes',
    'map',
    'reduce',
    'slice',
    'some',
  ] as const;
  for (const method of methods) {
    const walk = Array.prototype[method] as (...args: unknown[]) => unknown;
    vi.spyOn(Array.prototype, method).mockImplementation(function (
      this: unknown[],
      ...args: unknown[]
    ) {
      if (this.length >= count) walks += 1;
      return walk.apply(this, args) as never;
    });
  }
  try {
    const job = await bench.open();
    job.subscribe(() => job.overview());
    await job.labels.collect();
    await job.labels.finishReading();
    for (let id = 1; id <= count; id += 1) job.checks.mark(id, true);
    await job.close();
    const again = await bench.open();
    await again.labels.collect();
    await again.labels.finishReading();
    return walks;
  } finally {
    vi.restoreAllMocks();
  }
}

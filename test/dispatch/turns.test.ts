import { expect, test } from 'vitest';
import { fault, ok } from '#shared/faults/faults.ts';
import { startBench, states } from './support/bench.ts';
import { pass, refusals } from './support/fakes.ts';

test('opening and concluding are requests of a person, and labels are work', async () => {
  const bench = startBench(2);
  const { erp } = bench;
  const job = await bench.open();
  erp.urls.set(2, [refusals.noLabels]);
  await job.labels.collect();
  job.words.accept([1, 2]);
  expect(await job.conclusion.request()).toEqual(ok());
  expect(erp.turns).toEqual([
    'grouping: person',
    'label 1: work',
    'label 2: work',
    'grouping: person',
    'conclude: person',
  ]);
});

test('a conclusion before the labels asks for one as a person', async () => {
  const bench = startBench(2);
  const { erp } = bench;
  erp.labelsAfterConclusion = true;
  const job = await bench.open();
  expect(await job.conclusion.request({ beforeLabels: true })).toEqual(ok());
  expect(erp.turns.slice(1)).toEqual(['grouping: person', 'label 1: person', 'conclude: person']);
});

test('labels named for a retry have a person’s priority; a retry of all is work', async () => {
  const bench = startBench(2);
  const { erp } = bench;
  for (const id of [1, 2]) erp.urls.set(id, [fault('server', { status: 500 })]);
  const job = await bench.open();
  await job.labels.collect();
  erp.turns.length = 0;
  await job.labels.retry([2]);
  await job.labels.retry();
  expect(erp.turns).toEqual(['label 2: person', 'label 1: work', 'label 2: work']);
});

/** Collects with every label's request running or queued, until `answer` releases them. */
async function collectHeld(shipments: number, underWay: number) {
  const bench = startBench(shipments);
  const { erp } = bench;
  const job = await bench.open();
  const { promise, resolve: answer } = Promise.withResolvers<unknown>();
  erp.labelsHeld = promise;
  const collected = job.labels.collect();
  while (erp.labelRequests.length < underWay) await pass(0);
  return { erp, job, collected, answer };
}

test('a hurried label is requested immediately, beside all running requests, and once however often', async () => {
  const { erp, job, collected, answer } = await collectHeld(90, 64);
  for (let times = 0; times < 3; times += 1) job.labels.hurry(90);
  while (erp.labelRequests.length < 65) await pass(0);
  expect(erp.turns.slice(65)).toEqual(['label 90: person']);
  answer(null);
  expect(await collected).toEqual(ok());
  expect(erp.labelRequests).toHaveLength(90);
  expect(new Set(states(job))).toEqual(new Set(['ready']));
});

test('a hurried label in the queue is requested again before the others', async () => {
  const { erp, job, collected, answer } = await collectHeld(70, 64);
  job.labels.hurry(4);
  const { promise, resolve } = Promise.withResolvers<unknown>();
  erp.labelsHeld = promise;
  answer(null);
  while (!erp.turns.includes('label 4: person')) await pass(0);
  job.labels.hurry(4);
  resolve(null);
  expect(await collected).toEqual(ok());
  expect(erp.turns.filter((one) => one.startsWith('label 4:'))).toEqual([
    'label 4: work',
    'label 4: person',
  ]);
  expect(erp.turns.indexOf('label 4: person')).toBeLessThan(erp.turns.indexOf('label 70: work'));
  expect(new Set(states(job))).toEqual(new Set(['ready']));
});

test('hurrying a present label, or while no labels are being fetched, requests nothing', async () => {
  const bench = startBench(2);
  const { erp } = bench;
  const job = await bench.open();
  job.labels.hurry(1);
  await job.labels.collect();
  job.labels.hurry(1);
  await pass(10);
  expect(erp.labelRequests).toEqual([1, 2]);
});

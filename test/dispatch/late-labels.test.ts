import { expect, test } from 'vitest';
import { ok } from '#shared/faults/faults.ts';
import type { GroupingJob } from '../../src/main/dispatch/index.ts';
import { printOn } from '../support/print-on.ts';
import { manualClock } from '../desk/support/manual-clock.ts';
import { startBench, states } from './support/bench.ts';
import type { Bench } from './support/bench.ts';
import { FakePrinter, pass, refusals } from './support/fakes.ts';

type Clocked = Bench & { readonly clock: ReturnType<typeof manualClock> };

/** The ERP makes these labels only after its conclusion; the others come immediately. */
function startLate(count: number, lateIds: readonly number[]): Clocked {
  const bench = startBench(count);
  const clock = manualClock();
  bench.services = { ...bench.services, clock };
  bench.erp.labelsAfterConclusion = true;
  for (const id of lateIds) bench.erp.urls.set(id, [refusals.notConcluded]);
  return Object.assign(bench, { clock });
}

async function concluded(bench: Bench): Promise<GroupingJob> {
  const job = await bench.open();
  expect(await job.conclusion.request({ beforeLabels: true })).toEqual(ok());
  bench.erp.labelRequests = [];
  return job;
}

/** Passes the time, and the answers that come in it. */
async function wait(clock: Clocked['clock'], ms: number): Promise<void> {
  await settle();
  await clock.advance(ms);
  await settle();
}

async function settle(): Promise<void> {
  for (let turns = 0; turns < 60; turns += 1) await pass(0);
}

const kinds = (job: GroupingJob) =>
  job.snapshot().shipments.map(({ label }) => label.fault?.kind ?? null);

test('labels that the ERP is still making are requested again, at growing intervals', async () => {
  const bench = startLate(2, [1, 2]);
  const job = await concluded(bench);
  const collected = job.labels.collect();
  await settle();
  const asked: number[] = [];
  for (const seconds of [2, 4, 8, 15]) {
    expect(job.snapshot()).toMatchObject({
      step: { kind: 'ask-now', count: 2 },
      state: 'concluded',
      fault: null,
    });
    expect(states(job)).toEqual(['late', 'late']);
    expect(kinds(job)).toEqual(['label-not-yet', 'label-not-yet']);
    await wait(bench.clock, seconds * 1_000 - 1);
    asked.push(bench.erp.labelRequests.length);
    await wait(bench.clock, 1);
    asked.push(bench.erp.labelRequests.length);
  }
  expect(asked).toEqual([2, 4, 4, 6, 6, 8, 8, 10]);
  bench.erp.urls.clear();
  await wait(bench.clock, 30_000);
  expect(await collected).toEqual(ok());
  expect(states(job)).toEqual(['ready', 'ready']);
  expect(kinds(job)).toEqual([null, null]);
});

test('a label that does not come in a minute has failed, may be tried again, and is then waited for again', async () => {
  const bench = startLate(1, [1]);
  const job = await concluded(bench);
  const collected = job.labels.collect();
  for (const seconds of [2, 4, 8, 15, 30]) await wait(bench.clock, seconds * 1_000);
  expect(await collected).toEqual(ok());
  expect(job.snapshot().shipments[0]!.label).toMatchObject({
    file: 'failed',
    fault: { kind: 'label-not-yet', erpMessage: 'Agrupamento ainda não foi concluído' },
  });
  expect(job.snapshot().step).toEqual({ kind: 'retry', count: 1 });
  expect(bench.erp.labelRequests).toHaveLength(6);
  const again = job.labels.retry();
  await settle();
  expect(job.snapshot().step.kind).toBe('ask-now');
  bench.erp.urls.clear();
  await wait(bench.clock, 2_000);
  expect(await again).toEqual(ok());
  expect(states(job)).toEqual(['ready']);
});

test('a person asks now: immediately, and the pauses continue afterwards', async () => {
  const bench = startLate(1, [1]);
  const job = await concluded(bench);
  const collected = job.labels.collect();
  await settle();
  const joined = job.labels.collect();
  await settle();
  expect(bench.erp.labelRequests).toHaveLength(2);
  await wait(bench.clock, 2_000);
  expect(bench.erp.labelRequests).toHaveLength(3);
  bench.erp.urls.clear();
  await wait(bench.clock, 4_000);
  expect(await Promise.all([collected, joined])).toEqual([ok(), ok()]);
});

test('arrived labels are printed while the rest is made', async () => {
  const bench = startLate(3, [2]);
  const job = await concluded(bench);
  const collected = job.labels.collect();
  await settle();
  expect(job.snapshot().step).toEqual({ kind: 'print', count: 2, more: true });
  await printOn(job, new FakePrinter(), [1, 3]);
  expect(states(job)).toEqual(['printed', 'late', 'printed']);
  bench.erp.urls.clear();
  await wait(bench.clock, 2_000);
  expect(await collected).toEqual(ok());
  expect(states(job)).toEqual(['printed', 'ready', 'printed']);
});

test('a long list costs a few requests at each try, of other labels each time, until one comes', async () => {
  const ids = Array.from({ length: 40 }, (_, index) => index + 1);
  const bench = startLate(40, ids);
  const job = await concluded(bench);
  const collected = job.labels.collect();
  await settle();
  expect(bench.erp.labelRequests).toEqual([1, 2, 3, 4]);
  expect(new Set(kinds(job))).toEqual(new Set(['label-not-yet']));
  await wait(bench.clock, 2_000);
  expect(bench.erp.labelRequests.slice(4)).toEqual([5, 6, 7, 8]);
  for (const id of ids.slice(10)) bench.erp.urls.delete(id);
  bench.erp.labelRequests = [];
  await wait(bench.clock, 4_000);
  expect(bench.erp.labelRequests).toHaveLength(40);
  expect(states(job).filter((state) => state === 'ready')).toHaveLength(30);
  bench.erp.urls.clear();
  await wait(bench.clock, 8_000);
  expect(await collected).toEqual(ok());
  expect(new Set(states(job))).toEqual(new Set(['ready']));
});

test('the program dies in between: opened again, it is asked again', async () => {
  const bench = startLate(2, [1, 2]);
  const first = await concluded(bench);
  void first.labels.collect();
  await wait(bench.clock, 2_000);
  const after = bench.crash();
  await first.close();
  expect(kinds(first)).toEqual([null, null]);
  const job = await after.open();
  expect(kinds(job)).toEqual([null, null]);
  expect(job.snapshot().step).toEqual({ kind: 'collect', count: 2 });
  bench.erp.urls.clear();
  expect(await job.labels.collect()).toEqual(ok());
  expect(states(job)).toEqual(['ready', 'ready']);
});

test('before the conclusion nothing is waited for', async () => {
  const bench = startLate(2, []);
  const job = await bench.open();
  expect(await job.labels.collect()).toEqual(ok());
  expect(kinds(job)).toEqual(['label-after-conclusion', 'label-after-conclusion']);
  expect(job.snapshot().step.kind).toBe('conclude-first');
});

import { expect, test } from 'vitest';
import { failed, fault, ok } from '#shared/faults/faults.ts';
import type { GroupingJob } from '../../src/main/dispatch/index.ts';
import { manualClock } from '../desk/support/manual-clock.ts';
import { printOn } from '../support/print-on.ts';
import { startBench, states } from './support/bench.ts';
import type { Bench } from './support/bench.ts';
import { FakePrinter, pass, refusals } from './support/fakes.ts';

const kindOf = (result: { ok: boolean; fault?: { kind: string } }) =>
  result.ok ? 'ok' : result.fault?.kind;
const words = 'Coleta automática';
const refusal = failed(fault('validation', { status: 400, reached: 'yes', erpMessage: words }));

/** The ERP's answer is a refusal; `effect`: it has concluded all the same. */
async function startRefused(
  effect: boolean,
  count = 2,
): Promise<{ bench: Bench; job: GroupingJob }> {
  const bench = startBench(count);
  bench.erp.labelsAfterConclusion = true;
  bench.erp.conclusions = [{ answer: refusal, effect }];
  const job = await bench.open();
  await job.collect();
  bench.erp.labelRequests = [];
  return { bench, job };
}

function listKinds(bench: Bench, job: GroupingJob): readonly string[] {
  const of = bench.journal.events(job.company, job.snapshot().grouping.id).map(({ kind }) => kind);
  return of.filter((kind) => kind.startsWith('conclu'));
}

test('labels that come only afterwards prove that it is concluded', async () => {
  const { bench, job } = await startRefused(true);
  expect(await job.conclude({ beforeLabels: true })).toEqual(ok());
  expect(job.snapshot()).toMatchObject({
    state: 'concluded',
    concludedByLabels: true,
    fault: null,
  });
  expect(bench.erp.labelRequests).toEqual([1]);
  expect(listKinds(bench, job)).toEqual(['concluding', 'concluded']);
  const events = bench.journal.events(job.company, job.snapshot().grouping.id);
  expect(events.find(({ kind }) => kind === 'concluded')?.data).toMatchObject({ by: 'labels' });
  await job.collect();
  expect(states(job)).toEqual(['ready', 'ready']);
  expect(bench.erp.concludeRequests).toBe(1);
});

test('if none comes, the ERP’s words stay, also after a restart, and nothing is sent again unasked', async () => {
  const { bench, job } = await startRefused(false);
  expect(kindOf(await job.conclude({ beforeLabels: true }))).toBe('conclusion-refused');
  const asked = {
    state: 'ready',
    fault: { kind: 'conclusion-refused', erpMessage: words },
    concludedByLabels: false,
  };
  expect(job.snapshot()).toMatchObject(asked);
  expect(listKinds(bench, job)).toEqual(['concluding', 'conclusion-refused']);
  expect(bench.erp.concludeRequests).toBe(1);
  // By a person's word: again, or that it is so.
  expect(await job.conclude({ beforeLabels: true })).toEqual(ok());
  expect(job.snapshot()).toMatchObject({
    state: 'concluded',
    concludedByLabels: false,
    fault: null,
  });
});

test('a person reports that it is concluded', async () => {
  const { bench, job } = await startRefused(false);
  await job.conclude({ beforeLabels: true });
  expect(job.resolveConclusion(true)).toEqual(ok());
  expect(job.snapshot()).toMatchObject({ state: 'concluded', fault: null });
  expect(bench.erp.concludeRequests).toBe(1);
});

test('labels that were there before prove nothing about the conclusion', async () => {
  const bench = startBench(2);
  bench.erp.conclusions = [{ answer: refusal, effect: true }];
  const job = await bench.open();
  await job.collect();
  await printOn(job, new FakePrinter());
  bench.erp.labelRequests = [];
  expect(kindOf(await job.conclude())).toBe('conclusion-refused');
  expect(bench.erp.labelRequests).toEqual([]);
  expect(job.snapshot()).toMatchObject({ state: 'printed', fault: { kind: 'conclusion-refused' } });
});

test('a grouping that is empty by now is reported as empty', async () => {
  const { bench, job } = await startRefused(false);
  bench.erp.onConclude = () => {
    bench.erp.list = [];
  };
  expect(await job.conclude({ beforeLabels: true })).toMatchObject({
    fault: { kind: 'grouping-empty', erpMessage: words },
  });
  expect(bench.erp.labelRequests).toEqual([]);
});

test('labels are requested anyway, as after a conclusion: if they come, it is concluded', async () => {
  const { bench, job } = await startRefused(false);
  const clock = manualClock();
  Object.assign(bench.services, { clock });
  await job.conclude({ beforeLabels: true });
  bench.erp.urls.set(1, [refusals.notConcluded]).set(2, [refusals.notConcluded]);
  bench.erp.isConcluded = true;
  const asked = job.labelsAnyway();
  await turns();
  expect(job.snapshot()).toMatchObject({
    state: 'collecting',
    step: { kind: 'ask-now', count: 2 },
  });
  bench.erp.urls.clear();
  await clock.advance(2_000);
  expect(await asked).toEqual(ok());
  expect(job.snapshot()).toMatchObject({
    state: 'concluded',
    concludedByLabels: true,
    fault: null,
  });
  expect(states(job)).toEqual(['ready', 'ready']);
  expect(bench.erp.concludeRequests).toBe(1);
});

test('labels are requested anyway, and none comes: the state is unchanged', async () => {
  const { bench, job } = await startRefused(false);
  const clock = manualClock();
  Object.assign(bench.services, { clock });
  await job.conclude({ beforeLabels: true });
  const asked = job.labelsAnyway();
  for (const seconds of [2, 4, 8, 15, 30]) {
    await turns();
    await clock.advance(seconds * 1_000);
  }
  expect(await asked).toEqual(ok());
  expect(job.snapshot()).toMatchObject({
    state: 'ready',
    labelsAfterConclusion: true,
    fault: { kind: 'conclusion-refused', erpMessage: words },
    step: { kind: 'conclude-first' },
  });
  expect(bench.erp.concludeRequests).toBe(1);
});

async function turns(): Promise<void> {
  for (let left = 25; left > 0; left -= 1) await pass(0);
}

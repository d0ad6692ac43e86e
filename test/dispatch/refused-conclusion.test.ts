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
  await job.labels.collect();
  bench.erp.labelRequests = [];
  return { bench, job };
}

function listKinds(bench: Bench, job: GroupingJob): readonly string[] {
  const of = bench.journal.past
    .events(job.company, job.snapshot().grouping.id)
    .map(({ kind }) => kind);
  return of.filter((kind) => kind.startsWith('conclu'));
}

/** The state in which a person says whether the ERP concluded. */
const question = {
  state: 'conclusion-unknown',
  fault: { kind: 'conclusion-doubted', status: 400, erpMessage: words },
};

test('after a refusal, labels that come now are shown, and a person says whether it is concluded', async () => {
  const { bench, job } = await startRefused(true);
  expect(kindOf(await job.conclusion.request({ beforeLabels: true }))).toBe('conclusion-doubted');
  expect(job.snapshot()).toMatchObject(question);
  expect(bench.erp.labelRequests).toEqual([1]);
  expect(listKinds(bench, job)).toEqual(['concluding', 'conclusion-unknown']);
  // Neither a restart nor fetching the labels that come answers it, or loses the ERP's words.
  await job.close();
  const again = await bench.open();
  await again.labels.collect();
  expect(again.snapshot()).toMatchObject(question);
  expect(kindOf(await again.conclusion.request())).toBe('conclusion-unknown');
  expect(again.conclusion.resolve(true)).toEqual(ok());
  await again.labels.collect();
  expect(again.snapshot()).toMatchObject({ state: 'concluded', fault: null });
  expect(states(again)).toEqual(['ready', 'ready']);
  expect(bench.erp.concludeRequests).toBe(1);
});

test.each([
  ['another paper comes first', { erpMessage: 'A nota fiscal ainda não foi finalizada' }],
  ['it is to be waited for', { erpMessage: 'Aguarde: finalize a separação primeiro' }],
])('a refusal of labels whose words only resemble one until then, %s', async (_, more) => {
  const bench = startBench(2);
  const before = { ...refusals.notConcluded, ...more };
  bench.erp.urls.set(1, [before]).set(2, [before]);
  const words400 = 'Forma de frete sem contrato ativo';
  const answer = failed(fault('validation', { status: 400, reached: 'yes', erpMessage: words400 }));
  bench.erp.conclusions = [{ answer, effect: false }];
  const job = await bench.open();
  await job.labels.collect();
  // Meanwhile, in the ERP: the labels are there, and the grouping is open.
  bench.erp.onConclude = () => bench.erp.urls.clear();
  expect((await job.conclusion.request({ beforeLabels: true })).ok).toBe(false);
  expect(job.snapshot()).toMatchObject({
    state: 'conclusion-unknown',
    fault: { erpMessage: words400 },
  });
});

test('a fault that passes says nothing about the conclusion, where labels come after it by a person’s word', async () => {
  const bench = startBench(2);
  const settings = {
    ...bench.services.settings(),
    concludeFirst: [{ id: 3, name: 'Transportadora' }],
  };
  Object.assign(bench.services, { settings: () => settings });
  const busy = fault('server', { status: 503, reached: 'yes' });
  bench.erp.urls.set(1, [busy]).set(2, [busy]);
  bench.erp.conclusions = [{ answer: refusal, effect: false }];
  const job = await bench.open();
  await job.labels.collect();
  bench.erp.onConclude = () => bench.erp.urls.clear();
  expect(kindOf(await job.conclusion.request({ beforeLabels: true }))).toBe('conclusion-doubted');
  expect(job.snapshot()).toMatchObject(question);
});

test('if none comes, the ERP’s words stay, also after a restart, and nothing is sent again unasked', async () => {
  const { bench, job } = await startRefused(false);
  expect(kindOf(await job.conclusion.request({ beforeLabels: true }))).toBe('conclusion-refused');
  const asked = {
    state: 'ready',
    fault: { kind: 'conclusion-refused', erpMessage: words },
  };
  expect(job.snapshot()).toMatchObject(asked);
  expect(listKinds(bench, job)).toEqual(['concluding', 'conclusion-refused']);
  await job.close();
  const again = await bench.open();
  expect(again.snapshot()).toMatchObject(asked);
  expect(bench.erp.concludeRequests).toBe(1);
  // By a person's word: again, or that it is so.
  expect(await again.conclusion.request({ beforeLabels: true })).toEqual(ok());
  expect(again.snapshot()).toMatchObject({ state: 'concluded', fault: null });
});

test('a person reports that it is concluded', async () => {
  const { bench, job } = await startRefused(false);
  await job.conclusion.request({ beforeLabels: true });
  expect(job.conclusion.resolve(true)).toEqual(ok());
  expect(job.snapshot()).toMatchObject({ state: 'concluded', fault: null });
  expect(bench.erp.concludeRequests).toBe(1);
});

test('labels that were there before prove nothing about the conclusion', async () => {
  const bench = startBench(2);
  bench.erp.conclusions = [{ answer: refusal, effect: true }];
  const job = await bench.open();
  await job.labels.collect();
  await printOn(job, new FakePrinter());
  bench.erp.labelRequests = [];
  expect(kindOf(await job.conclusion.request())).toBe('conclusion-refused');
  expect(bench.erp.labelRequests).toEqual([]);
  expect(job.snapshot()).toMatchObject({ state: 'printed', fault: { kind: 'conclusion-refused' } });
});

test('a grouping that is empty by now is reported as empty', async () => {
  const { bench, job } = await startRefused(false);
  bench.erp.onConclude = () => {
    bench.erp.list = [];
  };
  expect(await job.conclusion.request({ beforeLabels: true })).toMatchObject({
    fault: { kind: 'grouping-empty', erpMessage: words },
  });
  expect(bench.erp.labelRequests).toEqual([]);
});

test('labels are requested anyway, as after a conclusion: if they come, a person is asked', async () => {
  const { bench, job } = await startRefused(false);
  const clock = manualClock();
  Object.assign(bench.services, { clock });
  await job.conclusion.request({ beforeLabels: true });
  bench.erp.urls.set(1, [refusals.notConcluded]).set(2, [refusals.notConcluded]);
  bench.erp.isConcluded = true;
  const asked = job.conclusion.askAnyway();
  await turns();
  expect(job.snapshot()).toMatchObject({
    state: 'collecting',
    step: { kind: 'ask-now', count: 2 },
  });
  bench.erp.urls.clear();
  await clock.advance(2_000);
  expect(await asked).toEqual(ok());
  expect(job.snapshot()).toMatchObject(question);
  expect(states(job)).toEqual(['ready', 'ready']);
  expect(listKinds(bench, job)).toEqual(['concluding', 'conclusion-refused', 'conclusion-unknown']);
  expect(bench.erp.concludeRequests).toBe(1);
});

test('labels are requested anyway, and none comes: the state is unchanged', async () => {
  const { bench, job } = await startRefused(false);
  const clock = manualClock();
  Object.assign(bench.services, { clock });
  await job.conclusion.request({ beforeLabels: true });
  const asked = job.conclusion.askAnyway();
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

test('the ERP’s words on a refusal stay after a restart, though its invoices are asked for again', async () => {
  const bench = startBench(1);
  bench.erp.conclusions = [{ answer: refusal, effect: false }];
  const job = await bench.open();
  await job.labels.collect();
  await printOn(job, new FakePrinter());
  expect(kindOf(await job.conclusion.request())).toBe('conclusion-refused');
  await job.close();
  const again = await bench.open();
  expect(again.labels.needsInvoices()).toBe(true);
  await again.labels.collect();
  expect(again.snapshot().fault).toMatchObject({ kind: 'conclusion-refused', erpMessage: words });
});

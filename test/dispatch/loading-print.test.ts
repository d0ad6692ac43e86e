import { expect, test } from 'vitest';
import type { GroupingJob } from '../../src/main/dispatch/index.ts';
import type { CodeReader } from '../../src/main/labels/index.ts';
import { FaultError } from '../../src/main/os/errors.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import type { Clock } from '../../src/main/os/clock.ts';
import type { Printer } from '../../src/main/printing/index.ts';
import type { LabelReading, Shipment } from '#shared/domain/records.ts';
import { failed, fault, type FaultKind, ok, type Result } from '#shared/faults/faults.ts';
import { startBench, states } from './support/bench.ts';
import type { Bench } from './support/bench.ts';
import { FakePrinter, plainLogistics, shipment } from './support/fakes.ts';
import { withSettings } from './support/services.ts';
import { printOn } from '../support/print-on.ts';

/** A minute takes 60 ms. */
const quickClock: Clock = {
  now: () => Date.now() * 1000,
  awake: () => Date.now() * 1000,
  sleep: (ms, signal) => systemClock.sleep(ms / 1000, signal),
};

/**
 * A bench whose labels come when the test says so; the ERP is asked for them in the list's order.
 */
function startSlowBench(list: number | Shipment[], clock: Clock = systemClock) {
  const bench = startBench(list);
  bench.services = { ...bench.services, clock };
  const gates = new Map(bench.erp.list.map(({ id }) => [id, Promise.withResolvers<undefined>()]));
  const answer = bench.erp.labelUrls.bind(bench.erp);
  bench.erp.labelUrls = async (grouping, id, signal) => {
    const aborted = new Promise<void>((resolve) =>
      signal?.addEventListener('abort', () => resolve()),
    );
    await Promise.race([gates.get(id)?.promise, aborted]);
    return answer(grouping, id, signal);
  };
  const bring = (...ids: number[]): void => ids.forEach((id) => gates.get(id)?.resolve(undefined));
  const fail = (id: number, kind: FaultKind): void => {
    bench.labels.hosts.set(`https://labels.test/${id}`, [kind]);
    bring(id);
  };
  return { bench, bring, fail };
}

function printLoading(
  job: GroupingJob,
  printer: Printer,
  ids = job.snapshot().shipments.map(({ shipment }) => shipment.id),
  {
    signal,
    labelsPerJob = null,
  }: { readonly signal?: AbortSignal; readonly labelsPerJob?: number | null } = {},
): Promise<Result<void>> {
  return printOn(job, printer, ids, signal, { labelsPerJob, whileLoading: true });
}

const sentBy = ({ sent }: FakePrinter): number[][] =>
  sent.map(({ text }) => [...text.matchAll(/\/(\d+)$/gm)].map(([, id]) => Number(id)));

const eventually = (job: GroupingJob, state: string[]) =>
  expect.poll(() => states(job), { interval: 1 }).toEqual(state);

async function open(
  bench: Bench,
): Promise<{ readonly job: GroupingJob; readonly collected: Promise<Result<void>> }> {
  const job = await bench.open();
  const collected = job.labels.collect();
  await expect.poll(() => job.overview().collecting, { interval: 1 }).toBe(true);
  return { job, collected };
}

test('prints the first label as soon as it is there, then in each spool job what has come, in the list’s order', async () => {
  const { bench, bring } = startSlowBench(6);
  const { job, collected } = await open(bench);
  const printer = new FakePrinter();
  const printed = printLoading(job, printer);
  bring(3);
  await eventually(job, ['coming', 'coming', 'ready', 'coming', 'coming', 'coming']);
  // It waits for the first, and nothing is under way until it is there.
  expect(job.snapshot()).toMatchObject({ state: 'collecting', printProgress: null });
  printer.during = async () => {
    bring(2, 4);
    await expect.poll(() => states(job)[3], { interval: 1 }).toBe('ready');
    printer.during = () => Promise.resolve();
  };
  bring(1);
  await eventually(job, ['printed', 'printed', 'printed', 'printed', 'coming', 'coming']);
  expect(job.snapshot()).toMatchObject({
    state: 'printing',
    printProgress: { printed: 4, of: 6 },
    printVerdict: null,
  });
  bring(5, 6);
  expect(await printed).toEqual(ok());
  expect(await collected).toEqual(ok());
  expect(sentBy(printer).flat()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(sentBy(printer).slice(0, 2)).toEqual([[1], [2, 3, 4]]);
  // Each is a file of its own: a print system may still read the one before.
  expect(printer.sent.slice(0, 2).map(({ path }) => path.replace(/.*-71/, ''))).toEqual([
    '-1.pdf',
    '-2.pdf',
  ]);
  expect(job.snapshot()).toMatchObject({ state: 'printed', printVerdict: null, fault: null });
});

test('leaves the place of a label open that does not come, says so, and prints it later', async () => {
  const { bench, bring, fail } = startSlowBench(4);
  const { job } = await open(bench);
  const printer = new FakePrinter();
  const seen: unknown[] = [];
  printer.during = () => {
    seen.push(job.snapshot().printProgress);
    return Promise.resolve();
  };
  const printed = printLoading(job, printer);
  fail(2, 'label-empty');
  await expect.poll(() => states(job)[1], { interval: 1 }).toBe('failed');
  bring(1, 3, 4);
  expect(await printed).toEqual(ok());
  expect(sentBy(printer).flat()).toEqual([1, 3, 4]);
  expect(seen.at(-1)).toMatchObject({ of: 4, open: [2] });
  expect(job.snapshot()).toMatchObject({
    fault: null,
    printProgress: null,
    printVerdict: { printed: [1, 3, 4], perhaps: [], not: [2] },
  });
  bench.labels.hosts.delete('https://labels.test/2');
  await job.labels.retry([2]);
  expect(await printOn(job, printer)).toEqual(ok());
  expect(sentBy(printer).flat()).toEqual([1, 3, 4, 2]);
  expect(job.snapshot()).toMatchObject({ state: 'printed', printVerdict: null });
});

test('a late label holds its place only so long after others have passed it', async () => {
  const { bench, bring } = startSlowBench(5, quickClock);
  const { job } = await open(bench);
  const printer = new FakePrinter();
  const printed = printLoading(job, printer);
  bring(1, 3, 4);
  await eventually(job, ['printed', 'coming', 'printed', 'printed', 'coming']);
  // It came while the last one is awaited: its place is passed.
  bring(2);
  await eventually(job, ['printed', 'ready', 'printed', 'printed', 'coming']);
  bring(5);
  expect(await printed).toEqual(ok());
  expect(sentBy(printer).flat()).toEqual([1, 3, 4, 5]);
  expect(job.snapshot()).toMatchObject({
    printVerdict: { not: [2] },
    step: { kind: 'print', count: 1 },
  });
});

test('labels that were there before, or that a person waited for, make no other one late', async () => {
  const { bench, bring } = startSlowBench(5, quickClock);
  const job = await bench.open();
  bring(4);
  const first = new AbortController();
  const interrupted = job.labels.collect(first.signal);
  await expect.poll(() => states(job)[3], { interval: 1 }).toBe('ready');
  first.abort();
  await interrupted;
  const collected = job.labels.collect();
  const printer = new FakePrinter();
  const printed = printLoading(job, printer);
  bring(1);
  await expect.poll(() => states(job)[0], { interval: 1 }).toBe('printed');
  job.labels.hurry(5);
  bring(5);
  await expect.poll(() => states(job)[4], { interval: 1 }).toBe('ready');
  await systemClock.sleep(60);
  expect(states(job).filter((state) => state === 'printed')).toEqual(['printed']);
  bring(2, 3);
  expect(await printed).toEqual(ok());
  await collected;
  expect(sentBy(printer).flat()).toEqual([1, 2, 3, 4, 5]);
});

test('stops when it is cancelled, in a spool job or while it waits; the rest is simply not printed', async () => {
  const { bench, bring } = startSlowBench(4);
  const { job, collected } = await open(bench);
  const printer = new FakePrinter();
  const printed = printLoading(job, printer);
  bring(1, 2);
  await eventually(job, ['printed', 'printed', 'coming', 'coming']);
  job.cancel();
  expect(await printed).toMatchObject({ fault: { kind: 'cancelled' } });
  expect(await collected).toMatchObject({ fault: { kind: 'cancelled' } });
  expect(states(job)).toEqual(['printed', 'printed', 'missing', 'missing']);
  expect(job.snapshot()).toMatchObject({
    fault: null,
    printVerdict: { printed: [1, 2], perhaps: [], not: [3, 4] },
  });
  // As does a program that is opened again.
  await job.close();
  const again = await bench.open();
  expect(again.snapshot()).toMatchObject({
    fault: null,
    printVerdict: { printed: [1, 2], perhaps: [], not: [3, 4] },
  });
});

test('a program that dies between two spool jobs asks nothing: the rest is not printed', async () => {
  const { bench, bring } = startSlowBench(4);
  const { job } = await open(bench);
  const printed = printLoading(job, new FakePrinter());
  bring(1, 2);
  await eventually(job, ['printed', 'printed', 'coming', 'coming']);
  const crashed = bench.crash();
  const again = await crashed.open();
  expect(again.snapshot()).toMatchObject({
    fault: null,
    printVerdict: { printed: [1, 2], perhaps: [], not: [3, 4] },
  });
  bring(3, 4);
  expect(await printed).toEqual(ok());
  await again.labels.collect();
  const printer = new FakePrinter();
  expect(await printOn(again, printer)).toEqual(ok());
  expect(sentBy(printer)).toEqual([[3, 4]]);
});

test.each([
  [
    'failed',
    failed(fault('print-failed', { reached: 'no', detail: 'jam' })),
    { perhaps: [], not: [2, 3, 4] },
  ],
  ['unknown', ok('unknown' as const), { perhaps: [2], not: [3, 4] }],
])(
  'sends nothing after a spool job that %s, with one verdict on all of it',
  async (_, outcome, rest) => {
    const { bench, bring } = startSlowBench(4);
    const { job } = await open(bench);
    const printer = new FakePrinter();
    printer.outcomes = [ok('done'), outcome];
    const printed = printLoading(job, printer);
    bring(1);
    await expect.poll(() => states(job)[0], { interval: 1 }).toBe('printed');
    bring(2);
    expect(await printed).toMatchObject({ ok: false });
    bring(3, 4);
    await eventually(job, ['printed', 'ready', 'ready', 'ready']);
    expect(sentBy(printer)).toEqual([[1], [2]]);
    expect(job.snapshot().printVerdict).toEqual({ printed: [1], ...rest });
    // No other print waits behind a question.
    const others = printLoading(job, printer, [3, 4]);
    expect(await others).toMatchObject(
      rest.perhaps.length > 0 ? { fault: { kind: 'print-unknown' } } : ok(),
    );
  },
);

test('a label that turns out to be a duplicate leaves its place open; the others go on', async () => {
  const { bench, bring } = startSlowBench(4);
  for (const id of [1, 3]) bench.labels.hosts.set(`https://labels.test/${id}`, ['same/1']);
  const { job } = await open(bench);
  const printer = new FakePrinter();
  const printed = printLoading(job, printer);
  bring(1, 2);
  await eventually(job, ['printed', 'printed', 'coming', 'coming']);
  bring(3, 4);
  expect(await printed).toEqual(ok());
  expect(sentBy(printer).flat()).toEqual([1, 2, 4]);
  expect(job.snapshot()).toMatchObject({ printVerdict: { not: [3] } });
  expect(states(job)[2]).toBe('failed');
});

test('a late label with the file of one that is being printed is the duplicate of the two', async () => {
  const { bench, bring } = startSlowBench(3, quickClock);
  for (const id of [2, 3]) bench.labels.hosts.set(`https://labels.test/${id}`, ['same/3']);
  const { job } = await open(bench);
  const printer = new FakePrinter();
  printer.during = async () => {
    if (printer.sent.length < 2) return;
    bring(2);
    await expect.poll(() => states(job)[1], { interval: 1 }).toBe('failed');
  };
  const printed = printLoading(job, printer);
  bring(1, 3);
  expect(await printed).toEqual(ok());
  expect(sentBy(printer)).toEqual([[1], [3]]);
  expect(states(job)).toEqual(['printed', 'failed', 'printed']);
});

test('a label that cannot be drawn for the printer leaves its place open', async () => {
  const { bench, bring } = startSlowBench(3);
  bench.labels.hosts.set('https://labels.test/2', ['^XA^FDundrawable^FS^XZ']);
  bench.services = { ...bench.services, drawsZplAhead: () => Promise.resolve(false) };
  const { job } = await open(bench);
  const printer = new FakePrinter();
  const printed = printLoading(job, printer);
  bring(1, 2, 3);
  expect(await printed).toEqual(ok());
  expect(sentBy(printer).flat()).toEqual([1, 3]);
  expect(job.snapshot()).toMatchObject({ printVerdict: { not: [2] } });
});

test('a shipment whose order was cancelled leaves its place open, also if its label comes during the print', async () => {
  const cancelled = { id: 2, number: 9002, date: null, status: 'cancelled' } as const;
  const { bench, bring } = startSlowBench([
    shipment(1),
    shipment(2, { sale: cancelled }),
    shipment(3),
  ]);
  const { job } = await open(bench);
  const printer = new FakePrinter();
  const printed = printLoading(job, printer);
  bring(1);
  await eventually(job, ['printed', 'coming', 'coming']);
  bring(2, 3);
  expect(await printed).toEqual(ok());
  expect(sentBy(printer).flat()).toEqual([1, 3]);
  expect(states(job)).toEqual(['printed', 'failed', 'printed']);
});

test('a label whose codes are another shipment’s is stopped before it is sent', async () => {
  const list = ['AA123456781BR', 'AA123456782BR', 'AA123456783BR'].map((trackingCode, index) =>
    shipment(index + 1, { logistics: { ...plainLogistics, trackingCode } }),
  );
  const { bench, bring } = startSlowBench(list);
  const reads = Promise.withResolvers<undefined>();
  const codes: CodeReader = {
    read: async (path): Promise<LabelReading> => {
      const isSecond = path.includes('-2-0-');
      if (isSecond) await reads.promise;
      const text = isSecond ? 'AA123456783BR' : 'AA123456781BR';
      return { codes: [{ symbology: 'Code128', text, page: 1 }], pages: 1, dpi: 203, looked: true };
    },
    readText: () => Promise.resolve(''),
    close: () => Promise.resolve(),
  };
  bench.services = { ...bench.services, codes };
  const { job } = await open(bench);
  const printer = new FakePrinter();
  const printed = printLoading(job, printer, [1, 2]);
  bring(1);
  await eventually(job, ['printed', 'coming', 'coming']);
  bring(2);
  await eventually(job, ['printed', 'ready', 'coming']);
  await systemClock.sleep(5);
  expect(printer.sent).toHaveLength(1);
  reads.resolve(undefined);
  expect(await printed).toEqual(ok());
  expect(sentBy(printer).flat()).toEqual([1]);
  expect(job.snapshot()).toMatchObject({ printVerdict: { printed: [1], not: [2] } });
  expect(job.snapshot().shipments[1]?.label.fault?.kind).toBe('label-of-another');
  bring(3);
});

test('ends without waiting when nothing more can come, and prints nothing if nothing came', async () => {
  const { bench, bring } = startSlowBench(3);
  const { job, collected } = await open(bench);
  const printer = new FakePrinter();
  const printed = printLoading(job, printer);
  bench.erp.token = 'bad';
  bring(1, 2, 3);
  expect(await printed).toMatchObject({ fault: { kind: 'not-ready' } });
  expect(job.snapshot()).toMatchObject({ step: { kind: 'give-token' }, printVerdict: null });
  bench.erp.token = 'good';
  job.tokenChanged();
  await collected;
  // A plain print still takes only what is there.
  expect(await printLoading(job, printer, undefined, { labelsPerJob: 2 })).toEqual(ok());
  expect(sentBy(printer)).toEqual([[1, 2], [3]]);
});

test('gives way to another print that begins while it waits for its first label, and leaves that alone', async () => {
  const { bench, bring } = startSlowBench(4);
  for (const id of [2, 4]) bench.labels.hosts.set(`https://labels.test/${id}`, ['same/4']);
  const { job, collected } = await open(bench);
  const waiting = printLoading(job, new FakePrinter(), [3]);
  bring(4);
  await expect.poll(() => states(job)[3], { interval: 1 }).toBe('ready');
  const printer = new FakePrinter();
  printer.during = async () => {
    bring(3);
    expect(await waiting).toMatchObject({ fault: { kind: 'not-ready' } });
    bring(2);
    await expect.poll(() => states(job)[1], { interval: 1 }).toBe('failed');
  };
  expect(await printOn(job, printer, [4])).toEqual(ok());
  expect(states(job)).toEqual(['coming', 'failed', 'ready', 'printed']);
  bring(1);
  await collected;
});

test('an invoice’s paper follows the print that brought its label out, and no other', async () => {
  const { bench, bring } = startSlowBench(2);
  const papers: (readonly number[] | undefined)[] = [];
  bench.services = {
    ...withSettings(bench.services, { danfePrinter: 'Laser' }),
    printing: {
      ...bench.services.printing,
      openPaperWay: (_name, _subject, about) => {
        papers.push(about?.ids);
        return Promise.reject(new FaultError(fault('no-printer')));
      },
    },
  };
  const { job, collected } = await open(bench);
  const waiting = printLoading(job, new FakePrinter());
  bring(2);
  await expect.poll(() => states(job)[1], { interval: 1 }).toBe('ready');
  expect(await printOn(job, new FakePrinter(), [2])).toEqual(ok());
  bring(1);
  expect(await waiting).toEqual(ok());
  expect(papers).toEqual([[2], [1]]);
  await collected;
});

test('a plain print takes no label that is still fetched', async () => {
  const { bench, bring } = startSlowBench(2);
  const { job, collected } = await open(bench);
  expect(await printOn(job, new FakePrinter(), [1, 2])).toMatchObject({
    fault: { kind: 'not-ready' },
  });
  bring(1, 2);
  await collected;
});

import { expect, test } from 'vitest';
import { matchScan } from '../../src/main/dispatch/index.ts';
import { Extensions } from '../../src/main/erp/index.ts';
import type { LabelSlot } from '../../src/main/labels/index.ts';
import type { GroupingJob } from '../../src/main/dispatch/index.ts';
import type { Shipment } from '#shared/domain/records.ts';
import { failed, type Fault, fault, ok } from '#shared/faults/faults.ts';
import { plainRecipient } from '../support/plain-recipient.ts';
import { describeLabels, printOn } from '../support/print-on.ts';
import { type Bench, startBench, states } from './support/bench.ts';
import { FakeBook, FakePrinter, plainLogistics, shipment, volumesOf } from './support/fakes.ts';

/*
 * A shipment's id says nothing about its label: contract 2.6 lets the ERP change the recipient, the
 * tracking code, the invoice and the volumes of a dispatch that stays in its grouping.
 */

const tracked = (trackingCode: string) => ({ logistics: { ...plainLogistics, trackingCode } });
const invoiced = (id: number) => ({ invoice: { id, number: id, date: null, status: null } });
const living = (street: string): Partial<Shipment> => ({
  recipient: {
    ...plainRecipient,
    name: 'Ana',
    address: {
      street,
      number: '1',
      complement: null,
      district: null,
      city: 'Campinas',
      postalCode: '13010000',
      state: 'SP',
      country: null,
    },
  },
});

async function openAgain(bench: Bench, job: GroupingJob, ...list: Shipment[]) {
  await job.close();
  bench.erp.list = list;
  for (const { id } of list) bench.erp.urls.set(id, [[`https://labels.test/${id}-new`]]);
  const again = await bench.open();
  await again.labels.collect();
  return again;
}

const checked = (job: GroupingJob) =>
  job.snapshot().shipments.map(({ checkedAtMs }) => checkedAtMs !== null);

test.each<[string, Partial<Shipment>, Partial<Shipment>]>([
  ['another tracking code', {}, tracked('BR777777777XX')],
  ['another address', living('Rua Errada'), living('Rua Certa')],
  ['another invoice', invoiced(8), invoiced(9)],
  ['another volume', { volume: volumesOf(1) }, { volume: volumesOf(2) }],
])('%s is another label: it is fetched, printed and checked anew', async (_name, before, now) => {
  const bench = startBench([shipment(1, before), shipment(2)]);
  let job = await bench.open();
  await job.labels.collect();
  await printOn(job, new FakePrinter());
  job.checks.mark(1, true);
  job.checks.mark(2, true);
  job = await openAgain(bench, job, shipment(1, now), shipment(2));
  expect(bench.labels.downloads).toContain('https://labels.test/1-new');
  expect(states(job)).toEqual(['ready', 'printed']);
  expect(checked(job)).toEqual([false, true]);
  expect(job.snapshot().difference?.changed).toMatchObject([{ id: 1 }]);
  await printOn(job, new FakePrinter());
  expect(job.snapshot().step).toEqual({ kind: 'check', count: 1 });
  const concluded = await job.conclusion.request({ seen: [], mustBeChecked: true });
  expect(concluded).toMatchObject({ ok: false, fault: { kind: 'unchecked' } });
  // The journal says so too.
  await job.close();
  expect(checked(await bench.open())).toEqual([false, true]);
});

test('a label that is fetched again after a fault of its file is checked anew if it is another', async () => {
  const bench = startBench(2);
  bench.labels.hosts.set('https://labels.test/1', ['labels:20', 'labels:20', 'another']);
  const job = await bench.open();
  await job.labels.collect();
  job.checks.mark(1, true, 'unprinted');
  await job.labels.retry([1]);
  expect(job.snapshot().shipments[0]!.label.fault?.kind).toBe('label-many-pages');
  expect(checked(job)).toEqual([true, false]);
  await job.labels.retry([1]);
  expect(states(job)).toEqual(['ready', 'ready']);
  expect(checked(job)).toEqual([false, false]);
});

test('a printed label that comes back as another is so although the first try to fetch it failed', async () => {
  const bench = startBench(1);
  bench.labels.hosts.set('https://labels.test/1', ['one', 'label-network', 'another']);
  const before = await bench.open();
  await before.labels.collect();
  await printOn(before, new FakePrinter());
  before.checks.mark(1, true);
  await before.close();
  bench.labels.files.clear();
  const job = await bench.open();
  expect((await describeLabels(job, [1])).ok).toBe(false);
  await describeLabels(job, [1]);
  expect(job.snapshot().difference?.changed.map(({ id }) => id)).toEqual([1]);
  expect(checked(job)).toEqual([false]);
});

test('a label that is fetched again after a failed attempt is checked anew if it is another', async () => {
  const bench = startBench(1);
  bench.labels.hosts.set('https://labels.test/1', ['one', 'label-network', 'another']);
  let job = await bench.open();
  await job.labels.collect();
  job.checks.mark(1, true, 'unprinted');
  await job.close();
  // Somebody has emptied the folder of labels.
  bench.labels.files.clear();
  job = await bench.open();
  await job.labels.collect();
  expect(job.snapshot().shipments[0]!.label.fault?.kind).toBe('label-network');
  expect(checked(job)).toEqual([true]);
  await job.labels.retry([1]);
  expect(states(job)).toEqual(['ready']);
  expect(checked(job)).toEqual([false]);
});

test('a file that its row has no more makes no other label a duplicate', async () => {
  const bench = startBench(2);
  const url = 'https://labels.test/2';
  bench.erp.urls.set(1, [[url], []]);
  bench.labels.hosts.set(url, ['bad:label-corrupt', 'whole']);
  const job = await bench.open();
  await job.labels.collect();
  const kinds = () => job.snapshot().shipments.map(({ label }) => label.fault?.kind);
  expect(kinds()).toEqual(['label-corrupt', 'label-duplicate']);
  // The ERP listed it for the first one by mistake.
  await job.labels.retry([1]);
  await job.labels.retry([2]);
  expect(kinds()).toEqual(['label-missing', undefined]);
});

test('scanned volumes are those of the label that is there', async () => {
  const bench = startBench([shipment(1, { volume: volumesOf(3) })]);
  let job = await bench.open();
  await job.labels.collect();
  job.checks.markVolumes(1, { codes: ['JDA000000001', 'JDA000000002'], of: 3 });
  job = await openAgain(
    bench,
    job,
    shipment(1, { volume: volumesOf(3), ...tracked('BR777777777XX') }),
  );
  expect(job.snapshot().shipments[0]!.scannedVolumes).toBeNull();
  expect(
    matchScan('BR777777777XX', job.snapshot().shipments, bench.journal.facts.findIssuers('x')),
  ).toMatchObject({ kind: 'match' });
});

test("a person's word does not pass to the next label", async () => {
  const bench = startBench([shipment(1)]);
  let job = await bench.open();
  bench.erp.urls.set(1, []);
  await job.labels.collect();
  job.words.accept([1]);
  job = await openAgain(bench, job, shipment(1, tracked('BR777777777XX')));
  expect(job.snapshot().shipments[0]!.label).toMatchObject({
    file: 'ready',
    block: null,
    timesPrinted: 0,
    waived: null,
  });
});

test('a shipment that left and came back corrected has no label of before', async () => {
  const bench = startBench([shipment(1, living('Rua Errada')), shipment(2)]);
  let job = await bench.open();
  await job.labels.collect();
  job = await openAgain(bench, job, shipment(2));
  job = await openAgain(bench, job, shipment(1, living('Rua Certa')), shipment(2));
  expect(bench.labels.downloads).toContain('https://labels.test/1-new');
  expect(job.snapshot().difference).toBeNull();
  await printOn(job, new FakePrinter());
  job = await openAgain(bench, job, shipment(2));
  job = await openAgain(bench, job, shipment(1, living('Rua Nova')), shipment(2));
  expect(job.snapshot().difference).toMatchObject({ added: [], changed: [{ id: 1 }] });
});

test('a correction while the label comes: the label of the code before is not kept', async () => {
  const bench = startBench(1);
  Object.assign(bench.erp.extras, {
    correctShipment: () => {
      // From now on the ERP has another label.
      bench.erp.urls.set(1, [['https://labels.test/new']]);
      return Promise.resolve(ok());
    },
  });
  extend(bench, 'corrections');
  const downloading = Promise.withResolvers<undefined>();
  const download = bench.labels.download.bind(bench.labels);
  let isFirst = true;
  bench.labels.download = async (...input) => {
    const waits = isFirst;
    isFirst = false;
    if (waits) downloading.resolve(undefined);
    if (waits)
      await new Promise((resolve) => {
        input[2]!.addEventListener('abort', resolve);
      });
    return download(...input);
  };
  const job = await bench.open();
  const collected = job.labels.collect();
  await downloading.promise;
  expect(await job.labels.correct(1, { trackingCode: 'BR777777777XX' })).toEqual(ok());
  await collected;
  expect(states(job)).toEqual(['ready']);
  expect(bench.labels.downloads.at(-1)).toBe('https://labels.test/new');
});

test('what happens while old files are removed is not undone by the list', async () => {
  const bench = startBench([shipment(1), shipment(2)]);
  const job = await bench.open();
  await job.labels.collect();
  bench.erp.list = [shipment(1, tracked('BR777777777XX')), shipment(2)];
  const discard = bench.labels.discard.bind(bench.labels);
  bench.labels.discard = async (slot) => {
    // The packer goes on meanwhile.
    job.words.accept([1]);
    job.checks.mark(2, true);
    return discard(slot);
  };
  await job.labels.reread();
  expect(checked(job)).toEqual([false, true]);
  expect(job.snapshot().shipments[0]!.label).toMatchObject({ file: 'missing', waived: null });
});

function extend(bench: Bench, extension: 'corrections' | 'invoice-xmls'): void {
  const extensions = new Extensions([
    ['grouping-labels', false],
    ['invoices', false],
    [extension, true],
  ]);
  Object.assign(bench.services, { extensions });
}

/** The XML of an invoice is refused in the ERP's own words, or comes. */
function startDanfes(list: Shipment[] | number, answer: (id: number) => object) {
  const bench = startBench(list);
  const asked: number[] = [];
  const notices: Fault[] = [];
  Object.assign(bench.erp.extras, {
    invoiceXml: (id: number) => {
      asked.push(id);
      return Promise.resolve(answer(id));
    },
  });
  extend(bench, 'invoice-xmls');
  const settings = bench.services.settings();
  Object.assign(bench.services, {
    settings: () => ({ ...settings, danfeWithLabel: true, danfePrinter: null }),
    notice: (told: Fault) => notices.push(told),
  });
  return { bench, asked, notices };
}

test('a paper that the ERP refuses is asked for once in a print, and again in the next', async () => {
  const refusal = failed(fault('validation', { status: 400, reached: 'yes' }));
  const { bench, asked, notices } = startDanfes(20, () => refusal);
  const job = await bench.open();
  await job.labels.collect();
  const ids = job.snapshot().shipments.map(({ shipment: one }) => one.id);
  // The plan beside the key, then the print in two spool jobs.
  await describeLabels(job, ids);
  await printOn(job, new FakePrinter(), undefined, undefined, { labelsPerJob: 10 });
  expect(asked).toHaveLength(20);
  expect(notices).toMatchObject([{ kind: 'danfe-missing' }]);
  await describeLabels(job, ids);
  expect(asked).toHaveLength(40);
});

test('a paper that the invoice itself does not allow is asked for once in a print', async () => {
  const { bench, asked } = startDanfes(4, () => ok({ xml: '<nfe/>', isCancelled: false }));
  class Book extends FakeBook {
    override readonly drawDanfe = () =>
      Promise.resolve(failed(fault('danfe-refused', { detail: 'cStat 110' }))) as never;
  }
  Object.assign(bench.services, { openBook: () => new Book(bench.labels) });
  const job = await bench.open();
  await job.labels.collect();
  await printOn(job, new FakePrinter(), undefined, undefined, { labelsPerJob: 2 });
  expect(asked).toHaveLength(4);
});

test('the paper of the invoice before does not go behind the label of another', async () => {
  const { bench, asked } = startDanfes([shipment(1, invoiced(8))], () =>
    ok({ xml: '<nfe/>', isCancelled: false }),
  );
  class Book extends FakeBook {
    override readonly drawDanfe = () => Promise.resolve(ok()) as never;
  }
  Object.assign(bench.labels, {
    adopt: (slot: LabelSlot) => bench.labels.download(slot, 'labels:1'),
  });
  Object.assign(bench.services, { openBook: () => new Book(bench.labels) });
  const job = await bench.open();
  await job.labels.collect();
  await describeLabels(job, [1]);
  bench.erp.list = [shipment(1, invoiced(9))];
  await job.labels.reread();
  await job.labels.collect();
  await describeLabels(job, [1]);
  expect(asked).toEqual([8, 9]);
});

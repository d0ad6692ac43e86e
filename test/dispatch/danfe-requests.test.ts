import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { Extensions } from '../../src/main/erp/index.ts';
import { failed, type Fault, fault, ok } from '#shared/faults/faults.ts';
import { describeLabels, printOn } from '../support/print-on.ts';
import { startBench } from './support/bench.ts';
import { FakePrinter } from './support/fakes.ts';
import { withSettings } from './support/services.ts';
import { list } from './support/tracked.ts';

const labels = 6;

/** A service that gives none of the invoices' XML, as the contract's refusals are described. */
async function start(kind: 'unavailable' | 'validation') {
  const bench = startBench(list(labels));
  const asked: number[] = [];
  Object.assign(bench.erp.extras, {
    invoiceXml: (id: number) => {
      asked.push(id);
      return Promise.resolve(failed(fault(kind, { status: 400, erpMessage: 'Nota sem XML' })));
    },
  });
  const extensions = new Extensions([['invoice-xmls', true]]);
  const settings = { ...bench.services.settings(), danfeWithLabel: true, danfePrinter: null };
  const notices: Fault[] = [];
  const notice = (told: Fault) => notices.push(told);
  Object.assign(bench.services, { settings: () => settings, extensions, notice });
  const job = await bench.open();
  await job.labels.collect();
  const ids = job.snapshot().shipments.map(({ shipment }) => shipment.id);
  const print = async (): Promise<number> => {
    await describeLabels(job, ids);
    await printOn(job, new FakePrinter(), ids, undefined, { labelsPerJob: 2 });
    return asked.length;
  };
  return { notices, print, job, ids };
}

test('a paper that the ERP refuses is asked for once, from the plan to the end of the print', async () => {
  const { notices, print } = await start('validation');
  expect(await print()).toBe(labels);
  expect(notices).toMatchObject([{ kind: 'danfe-missing' }]);
  // A person has heard of it: the next print asks again.
  expect(await print()).toBe(2 * labels);
});

test('nobody hears of lacking papers while nothing came out', async () => {
  const { notices, job, ids } = await start('validation');
  await describeLabels(job, ids);
  const printer = new FakePrinter();
  printer.outcomes = [failed(fault('printer-unavailable', { reached: 'no' }))];
  expect(await printOn(job, printer, ids)).toMatchObject({ ok: false });
  expect(notices).toEqual([]);
  expect(await printOn(job, printer, ids)).toEqual(ok());
  expect(notices).toMatchObject([{ kind: 'danfe-missing' }]);
});

test('a passing fault is no answer', async () => {
  const { print } = await start('unavailable');
  expect(await print()).toBeGreaterThan(labels);
});

test('a paper behind a label that was lost in the label process is drawn again at the next print', async () => {
  const bench = startBench(list(1));
  Object.assign(bench.erp.extras, {
    invoiceXml: () => Promise.resolve(ok({ xml: Buffer.from('<x/>'), isCancelled: false })),
  });
  const extensions = new Extensions([['invoice-xmls', true]]);
  const settings = { ...bench.services.settings(), danfeWithLabel: true, danfePrinter: null };
  Object.assign(bench.services, { settings: () => settings, extensions });
  Object.assign(bench.labels, {
    adopt: async (_: unknown, path: string) => {
      bench.labels.contents.set('/paper', await readFile(path, 'utf8'));
      return ok({ path: '/paper' });
    },
  });
  const job = await bench.open();
  await job.labels.collect();
  const book = bench.books[0]!;
  Object.assign(book, {
    drawDanfe: async (_: string, path: string) => {
      await writeFile(path, 'danfe');
      return ok();
    },
  });
  expect(await job.prints.merge()).toMatchObject({ ok: true });
  book.lost.add('/paper');
  expect(await job.prints.merge()).toMatchObject({ ok: true });
  expect(book.lost.size).toBe(0);
});

test('a defect on the way of a paper is told and logged', async () => {
  const bench = startBench(list(1));
  const notices: Fault[] = [];
  const warnings: string[] = [];
  bench.services = {
    ...withSettings(bench.services, { danfePrinter: 'Laser' }),
    notice: (told) => notices.push(told),
    log: { info: () => undefined, warn: (event) => warnings.push(event) },
    printing: {
      ...bench.services.printing,
      openPaperWay: () => Promise.reject(new TypeError('a name')),
    },
  };
  const job = await bench.open();
  await job.labels.collect();
  expect(await printOn(job, new FakePrinter())).toEqual(ok());
  await expect
    .poll(() => notices)
    .toMatchObject([{ kind: 'internal', detail: 'danfe: TypeError' }]);
  expect(warnings).toContain('defect');
});

import { describe, expect, test } from 'vitest';
import { ok } from '../../src/shared/index.ts';
import type { PageChoice, Volume } from '../../src/shared/index.ts';
import { printOn } from '../support/print-on.ts';
import { startBench } from './support/bench.ts';
import type { Bench } from './support/bench.ts';
import { FakePrinter, shipment } from './support/fakes.ts';

const kindOf = (result: { ok: boolean; fault?: { kind: string } }) => (result.ok ? 'ok' : result.fault?.kind);

function makeVolumes(quantity: number): Volume {
  const unknown = { packaging: null, width: null, height: null, length: null, diameter: null, grossWeight: null };
  return { ...unknown, quantity };
}

const all: PageChoice = { pages: 'all', crop: 'auto' };

/** Of the first of two shipments there are two volumes, and its file has two A4 pages. */
function startWithTwo(): Bench {
  const bench = startBench([shipment(1, { volume: makeVolumes(2) }), shipment(2, { volume: makeVolumes(1) })]);
  bench.labels.hosts.set('https://labels.test/1', ['pages:2']);
  return bench;
}

async function openPrinted(bench: Bench): Promise<Awaited<ReturnType<Bench['open']>>> {
  const job = await bench.open();
  await job.collect();
  await printOn(job, new FakePrinter());
  return job;
}

const labelOf = (job: Awaited<ReturnType<Bench['open']>>, position = 1) =>
  job.snapshot().shipments[position - 1]!.label;

describe('fewer labels than volumes', () => {
  test('the label says how many of its pages were chosen, and nothing is concluded over it', async () => {
    const bench = startWithTwo();
    const job = await openPrinted(bench);
    expect(labelOf(job)).toMatchObject({ state: 'printed', pages: 1, filePages: 2, choice: { pages: 'auto' } });
    expect(kindOf(await job.conclude())).toBe('fewer-labels');
    expect(bench.erp.concludeRequests).toBe(0);
    expect(job.snapshot()).toMatchObject({ state: 'printed', fault: null });
  });

  test("the packer's word is for these numbers, and is remembered", async () => {
    const bench = startWithTwo();
    const job = await openPrinted(bench);
    expect(kindOf(job.acceptFewer([2]))).toBe('invalid-input');
    expect(job.acceptFewer([1])).toEqual(ok());
    const again = await bench.crash().open();
    expect(labelOf(again).fewerSeen).toEqual({ volumes: 2, pages: 1 });

    bench.erp.list = [shipment(1, { volume: makeVolumes(3) }), shipment(2, { volume: makeVolumes(1) })];
    expect(kindOf(await job.conclude())).toBe('grouping-changed');
    await job.collect();
    await printOn(job, new FakePrinter());
    expect(kindOf(await job.conclude())).toBe('fewer-labels');
    expect(job.acceptFewer([1])).toEqual(ok());
    expect(await job.conclude()).toEqual(ok());
  });

  test('a quantity that the ERP does not tell asks nothing', async () => {
    const job = await openPrinted(startBench(1));
    expect(await job.conclude()).toEqual(ok());
  });
});

describe('chosen pages', () => {
  test('are read from the file that is there, are another print, and are enough to conclude', async () => {
    const bench = startWithTwo();
    const job = await openPrinted(bench);
    expect(await job.choosePages([1], all)).toEqual(ok());
    expect(labelOf(job)).toMatchObject({ state: 'ready', pages: 2, timesPrinted: 0, ownChoice: all, choice: all });
    expect(labelOf(job, 2)).toMatchObject({ state: 'printed', timesPrinted: 1 });
    expect(bench.labels.downloads).toHaveLength(2);
    expect(kindOf(await job.conclude())).toBe('not-ready');
    const printer = new FakePrinter();
    await printOn(job, printer);
    expect(printer.printed).toHaveLength(1);
    expect(await job.conclude()).toEqual(ok());
  });

  test('survive the program, before and after their print', async () => {
    const bench = startWithTwo();
    const job = await bench.open();
    await job.collect();
    await job.choosePages([1], { pages: [2], crop: 'whole' });
    const second = bench.crash();
    const again = await second.open();
    expect(labelOf(again)).toMatchObject({ pages: 1, ownChoice: { pages: [2], crop: 'whole' } });
    await again.collect();
    expect(second.books[0]!.choices).toContainEqual([2]);
  });

  test('of a shipping method hold for all of its labels that were not printed before', async () => {
    const bench = startWithTwo();
    const job = await openPrinted(bench);
    bench.services = { ...bench.services, pageRule: (method) => (method?.id === 3 ? all : null) };
    await job.close();
    const later = await bench.open();
    await later.merge();
    expect(labelOf(later)).toMatchObject({ state: 'printed', pages: 1, choice: { pages: 'auto' } });

    await later.choosePages([1], null);
    expect(labelOf(later)).toMatchObject({ state: 'ready', pages: 2, ownChoice: null, choice: all });
  });

  test('count through all files of a label; numbers that it does not have choose nothing', async () => {
    const bench = startWithTwo();
    bench.erp.urls.set(1, [['https://labels.test/a', 'https://labels.test/b']]);
    bench.labels.hosts.set('https://labels.test/a', ['pages:2']);
    bench.labels.hosts.set('https://labels.test/b', ['pages:3']);
    const job = await bench.open();
    await job.collect();
    expect(labelOf(job)).toMatchObject({ pages: 2, filePages: 5 });
    await job.choosePages([1], { pages: [2, 4], crop: 'auto' });
    expect(labelOf(job)).toMatchObject({ pages: 2, choice: { pages: [2, 4] } });
    expect(bench.books[0]!.choices.slice(-2)).toEqual([[2, 4], [2]]);
    await job.choosePages([1], { pages: [9], crop: 'auto' });
    expect(labelOf(job)).toMatchObject({ pages: 2, choice: { pages: 'auto' }, ownChoice: { pages: [9] } });
  });

  test('are refused while it is not known what is on paper, and of what has no label', async () => {
    const bench = startWithTwo();
    const job = await bench.open();
    expect(kindOf(await job.choosePages([1], all))).toBe('invalid-input');
    await job.collect();
    const printer = new FakePrinter();
    printer.outcomes = [ok('unknown')];
    await printOn(job, printer);
    expect(job.snapshot().printVerdict?.perhaps.length).toBeGreaterThan(0);
    expect(kindOf(await job.choosePages([1], all))).toBe('print-unknown');
  });
});

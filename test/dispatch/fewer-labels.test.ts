import { describe, expect, test } from 'vitest';
import type { PageChoice, Volume } from '#shared/domain/records.ts';
import { ok } from '#shared/faults/faults.ts';
import { printOn } from '../support/print-on.ts';
import { startBench } from './support/bench.ts';
import type { Bench } from './support/bench.ts';
import { countFakePages, FakePrinter, shipment } from './support/fakes.ts';
import { withSettings } from './support/services.ts';

const kindOf = (result: { ok: boolean; fault?: { kind: string } }) =>
  result.ok ? 'ok' : result.fault?.kind;

function makeVolumes(quantity: number): Volume {
  const unknown = {
    packaging: null,
    width: null,
    height: null,
    length: null,
    diameter: null,
    grossWeight: null,
  };
  return { ...unknown, quantity };
}

const all: PageChoice = { pages: 'all', crop: 'auto' };
const ruleFor = (choice: PageChoice) => [{ method: { id: 3, name: null }, choice }];

/** The first of two shipments has two volumes, and its file has two A4 pages. */
function startWithTwo(): Bench {
  const bench = startBench([
    shipment(1, { volume: makeVolumes(2) }),
    shipment(2, { volume: makeVolumes(1) }),
  ]);
  bench.labels.hosts.set('https://labels.test/1', ['pages:2']);
  return bench;
}

async function openPrinted(bench: Bench): Promise<Awaited<ReturnType<Bench['open']>>> {
  const job = await bench.open();
  await job.labels.collect();
  await printOn(job, new FakePrinter());
  return job;
}

const labelOf = (job: Awaited<ReturnType<Bench['open']>>, position = 1) =>
  job.snapshot().shipments[position - 1]!.label;

const ready = { file: 'ready', block: null, timesPrinted: 0 };
const printed = { ...ready, timesPrinted: 1 };

describe('fewer labels than volumes', () => {
  test('the label has the number of its chosen pages, and the conclusion is blocked', async () => {
    const bench = startWithTwo();
    const job = await openPrinted(bench);
    expect(labelOf(job)).toMatchObject({
      ...printed,
      pages: 1,
      filePages: 2,
      choice: { pages: 'auto' },
    });
    expect(kindOf(await job.conclusion.request())).toBe('fewer-labels');
    expect(bench.erp.concludeRequests).toBe(0);
    expect(job.snapshot()).toMatchObject({ state: 'printed', fault: null });
  });

  test("the packer's word is for these numbers, and is remembered", async () => {
    const bench = startWithTwo();
    const job = await openPrinted(bench);
    expect(kindOf(job.words.acceptFewer([2]))).toBe('invalid-input');
    expect(job.words.acceptFewer([1])).toEqual(ok());
    const again = await bench.crash().open();
    expect(labelOf(again).fewerSeen).toEqual({ volumes: 2, pages: 1 });

    bench.erp.list = [
      shipment(1, { volume: makeVolumes(3) }),
      shipment(2, { volume: makeVolumes(1) }),
    ];
    expect(kindOf(await job.conclusion.request())).toBe('grouping-changed');
    await job.labels.collect();
    await printOn(job, new FakePrinter());
    expect(kindOf(await job.conclusion.request())).toBe('fewer-labels');
    expect(job.words.acceptFewer([1])).toEqual(ok());
    expect(await job.conclusion.request()).toEqual(ok());
  });

  test('a quantity that the ERP omits asks nothing', async () => {
    const job = await openPrinted(startBench(1));
    expect(await job.conclusion.request()).toEqual(ok());
  });
});

describe('chosen pages', () => {
  test('are read from the present file, are another print, and suffice for the conclusion', async () => {
    const bench = startWithTwo();
    const job = await openPrinted(bench);
    expect(await job.labels.choosePages([1], all)).toEqual(ok());
    expect(labelOf(job)).toMatchObject({
      ...ready,
      pages: 2,
      ownChoice: all,
      choice: all,
    });
    expect(labelOf(job, 2)).toMatchObject(printed);
    expect(bench.labels.downloads).toHaveLength(2);
    expect(kindOf(await job.conclusion.request())).toBe('not-ready');
    const printer = new FakePrinter();
    await printOn(job, printer);
    expect(printer.printed).toHaveLength(1);
    expect(await job.conclusion.request()).toEqual(ok());
  });

  test('survive the program, before and after their print', async () => {
    const bench = startWithTwo();
    const job = await bench.open();
    await job.labels.collect();
    await job.labels.choosePages([1], { pages: [2], crop: 'whole' });
    const second = bench.crash();
    const again = await second.open();
    expect(labelOf(again)).toMatchObject({ pages: 1, ownChoice: { pages: [2], crop: 'whole' } });
    await again.labels.collect();
    expect(second.books[0]!.choices).toContainEqual([2]);
  });

  test('of a shipping method hold for all of its labels that were not printed before', async () => {
    const bench = startWithTwo();
    const job = await openPrinted(bench);
    bench.services = withSettings(bench.services, { pageRules: ruleFor(all) });
    await job.close();
    const later = await bench.open();
    await later.prints.merge();
    expect(labelOf(later)).toMatchObject({
      ...printed,
      pages: 1,
      choice: { pages: 'auto' },
    });

    await later.labels.choosePages([1], null);
    expect(labelOf(later)).toMatchObject({
      ...ready,
      pages: 2,
      ownChoice: null,
      choice: all,
    });
  });

  test('count through all files of a label; missing numbers choose nothing', async () => {
    const bench = startWithTwo();
    bench.erp.urls.set(1, [['https://labels.test/a', 'https://labels.test/b']]);
    bench.labels.hosts.set('https://labels.test/a', ['pages:2']);
    bench.labels.hosts.set('https://labels.test/b', ['pages:3']);
    const job = await bench.open();
    await job.labels.collect();
    expect(labelOf(job)).toMatchObject({ pages: 2, filePages: 5 });
    await job.labels.choosePages([1], { pages: [2, 4], crop: 'auto' });
    expect(labelOf(job)).toMatchObject({ pages: 2, choice: { pages: [2, 4] } });
    expect(bench.books[0]!.choices.slice(-2)).toEqual([[2, 4], [2]]);
    await job.labels.choosePages([1], { pages: [9], crop: 'auto' });
    expect(labelOf(job)).toMatchObject({
      pages: 2,
      choice: { pages: 'auto' },
      ownChoice: { pages: [9] },
    });
  });

  test('are refused while the paper is in doubt, and for a shipment without label', async () => {
    const bench = startWithTwo();
    const job = await bench.open();
    expect(kindOf(await job.labels.choosePages([1], all))).toBe('invalid-input');
    await job.labels.collect();
    const printer = new FakePrinter();
    printer.outcomes = [ok('unknown')];
    await printOn(job, printer);
    expect(job.snapshot().printVerdict?.perhaps.length).toBeGreaterThan(0);
    expect(kindOf(await job.labels.choosePages([1], all))).toBe('print-unknown');
  });
});

describe('far more pages than volumes', () => {
  const url = 'https://labels.test/1';
  const many: readonly (readonly [name: string, pages: number, files: readonly string[]])[] = [
    ['ZPL of 3,000 formats', 3000, ['^XA^FDx^FS^XZ'.repeat(3000)]],
    ['a PDF of 900 labels', 900, ['labels:900']],
    ['links to more than is plausible together', 8, ['labels:3', 'labels:4', '^XA^FDx^FS^XZ']],
  ];

  function startWithMany(files: readonly string[]): Bench {
    const bench = startBench([
      shipment(1, { volume: makeVolumes(1) }),
      shipment(2, { volume: makeVolumes(1) }),
    ]);
    bench.erp.urls.set(1, [files.map((_, index) => `${url}?${index}`)]);
    for (const [index, file] of files.entries()) bench.labels.hosts.set(`${url}?${index}`, [file]);
    return bench;
  }

  async function collected(bench: Bench): Promise<Awaited<ReturnType<Bench['open']>>> {
    const job = await bench.open();
    expect(await job.labels.collect()).toEqual(ok());
    return job;
  }

  /** Returns the number of pages of a print of all open labels. */
  async function countPaper(
    job: Awaited<ReturnType<Bench['open']>>,
    ids?: readonly number[],
  ): Promise<number> {
    const printer = new FakePrinter();
    await printOn(job, printer, ids);
    return printer.sent.reduce((sum, { text }) => sum + countFakePages(text), 0);
  }

  test.each(many)('%s: stopped, until a person has seen it and chosen', async (_, pages, files) => {
    const bench = startWithMany(files);
    const job = await collected(bench);
    const stopped = {
      block: 'label-many-pages',
      pages,
      fault: { kind: 'label-many-pages', detail: `${pages} pages` },
    };
    expect(labelOf(job)).toMatchObject(stopped);
    expect((await job.prints.showPages(1)).ok).toBe(true);
    expect(await countPaper(job)).toBe(1);
    expect(await countPaper(job, [1])).toBe(0);
    expect(kindOf(await job.conclusion.request())).toBe('label-many-pages');

    const later = await collected(bench.crash());
    expect(labelOf(later)).toMatchObject(stopped);
    expect(later.words.confirm([1])).toEqual(ok());
    const afterwards = await collected(bench.crash());
    expect(labelOf(afterwards)).toMatchObject(stopped);
    expect(job.words.confirm([1])).toEqual(ok());
    const chosen = await collected(bench.crash());
    expect(labelOf(chosen)).toMatchObject(ready);
    expect(await countPaper(chosen)).toBe(pages);
    expect(await chosen.conclusion.request()).toEqual(ok());
  });

  test.each([
    ['its label, its DANFE and a declaration, beside three sheets for all', 6, 1],
    ['three for each of two volumes, beside three', 9, 2],
  ])('%s are plausible', async (_, pages, volumes) => {
    const bench = startWithMany([`labels:${pages}`]);
    bench.erp.list = [shipment(1, { volume: makeVolumes(volumes) })];
    expect(labelOf(await collected(bench))).toMatchObject({ ...ready, pages });
    const more = startWithMany([`labels:${pages + 1}`]);
    more.erp.list = bench.erp.list;
    expect(labelOf(await collected(more))).toMatchObject({
      block: 'label-many-pages',
      pages: pages + 1,
    });
  });

  test('named pages are a person’s choice, for this label or for all of its method', async () => {
    const bench = startWithMany(['pages:900']);
    bench.services = withSettings(bench.services, { pageRules: ruleFor(all) });
    const job = await collected(bench);
    expect(labelOf(job)).toMatchObject({ block: 'label-many-pages', pages: 900 });
    expect(await job.labels.choosePages([1], { pages: [1], crop: 'auto' })).toEqual(ok());
    expect(labelOf(job)).toMatchObject({ ...ready, pages: 1, fault: null });
    expect(await job.labels.choosePages([1], all)).toEqual(ok());
    expect(labelOf(job)).toMatchObject({ block: 'label-many-pages', pages: 900 });
    const named = startWithMany(['pages:900']);
    const choice: PageChoice = { pages: [1, 2, 3, 4, 5, 6, 7, 8], crop: 'auto' };
    named.services = withSettings(named.services, { pageRules: ruleFor(choice) });
    expect(labelOf(await collected(named))).toMatchObject({ ...ready, pages: 8 });
  });

  test('the word is of these bytes: another file is asked about, before it is printed too', async () => {
    const bench = startWithMany(['labels:900']);
    const job = await collected(bench);
    expect(job.words.confirm([1])).toEqual(ok());
    bench.labels.files.clear();
    bench.labels.hosts.set(`${url}?0`, ['labels:900 and others']);
    const again = await bench.crash().open();
    expect(kindOf(await printOn(again, new FakePrinter(), [1]))).toBe('label-many-pages');
    expect(labelOf(again)).toMatchObject({
      file: 'ready',
      block: 'label-many-pages',
      fault: { kind: 'label-many-pages' },
    });
  });

  test('fewer volumes in the list of today make plausible pages implausible', async () => {
    const bench = startWithMany(['labels:9']);
    bench.erp.list = [shipment(1, { volume: makeVolumes(2) })];
    const job = await collected(bench);
    expect(labelOf(job)).toMatchObject(ready);
    bench.erp.list = [shipment(1, { volume: makeVolumes(1) })];
    const today = await collected(bench.crash());
    expect(labelOf(today)).toMatchObject({
      file: 'ready',
      block: 'label-many-pages',
      fault: { kind: 'label-many-pages' },
    });
  });

  test('goes without it if a person decides so', async () => {
    const job = await collected(startWithMany(['labels:900']));
    expect(job.words.accept([1])).toEqual(ok());
    expect(await countPaper(job)).toBe(1);
    expect(await job.conclusion.request()).toEqual(ok());
  });
});

test('two links to the same bytes are one label, and the second file does not count afterwards', async () => {
  const bench = startBench([shipment(1)]);
  bench.erp.urls.set(1, [
    ['https://labels.test/a', 'https://labels.test/b', 'https://labels.test/c'],
  ]);
  for (const name of ['a', 'b'])
    bench.labels.hosts.set(`https://labels.test/${name}`, ['labels:1']);
  const job = await bench.open();
  await job.labels.collect();
  expect(labelOf(job)).toMatchObject({ ...ready, pages: 2, twins: 1 });
  expect([...bench.labels.files.keys()].map((key) => key.slice(-1))).toEqual(['0', '2']);
  const printer = new FakePrinter();
  await printOn(job, printer);
  expect(printer.sent.map(({ text }) => text.trimEnd().split('\n'))).toEqual([
    ['labels:1', 'https://labels.test/c'],
  ]);
  const again = await bench.crash().open();
  await again.labels.collect();
  expect(labelOf(again)).toMatchObject({ ...printed, pages: 2 });
});

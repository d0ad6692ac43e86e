import { tellState } from '../support/tell-state.ts';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { failed, fault, ok } from '#shared/faults/faults.ts';
import { startBench } from './support/bench.ts';
import { FakePrinter } from './support/fakes.ts';
import { printBy, printOn } from '../support/print-on.ts';

const options = { copies: 1, sheet: null, labelsPerJob: 2 } as const;

async function ready(count: number) {
  const bench = startBench(count);
  const job = await bench.open();
  await job.labels.collect();
  return { bench, job };
}

/** The labels of each spool job, in the order in which they were sent. */
const sentBy = ({ sent }: FakePrinter): string[][] =>
  sent.map(({ text }) => [...text.matchAll(/\/(\d+)$/gm)].map(([, id]) => id ?? ''));

const statesOf = (job: Awaited<ReturnType<typeof ready>>['job']): string[] =>
  job.snapshot().shipments.map(({ label }) => tellState(label));

describe('a batch in several spool jobs', () => {
  test('sends every label once, in order, and marks each as its own spool job ends', async () => {
    const { job } = await ready(5);
    const printer = new FakePrinter();
    const seen: string[] = [];
    printer.during = () => {
      seen.push(
        `${job.snapshot().state} ${statesOf(job).filter((state) => state === 'printed').length}`,
      );
      return Promise.resolve();
    };
    expect(await printOn(job, printer, undefined, undefined, options)).toEqual(ok());
    expect(sentBy(printer)).toEqual([['1', '2'], ['3', '4'], ['5']]);
    expect(seen).toEqual(['printing 0', 'printing 2', 'printing 4']);
    expect(job.snapshot().state).toBe('printed');
  });

  test('shows the printer’s count while it prints, label by label, and never more', async () => {
    const { bench, job } = await ready(5);
    const printer = new FakePrinter();
    const seen: unknown[] = [];
    const look = (): void => {
      const { shipments, printProgress } = job.snapshot();
      const printed = shipments
        .filter(({ label }) => label.timesPrinted > 0)
        .map(({ shipment: { id } }) => id);
      seen.push([printed, printProgress]);
    };
    printer.during = async (say) => {
      look();
      say({ printed: 1, perhaps: 1, not: 0 });
      look();
      // A count that does not match this file says nothing about its labels.
      say({ printed: 2, perhaps: 5, not: 0 });
      look();
      await Promise.resolve();
    };
    printer.outcomes = [
      ok('done'),
      { result: ok('unknown'), tally: { printed: 1, perhaps: 1, not: 0 } },
    ];
    await printOn(job, printer, undefined, undefined, options);
    const at = (printed: number) => ({ printed, of: 5 });
    expect(seen).toEqual([
      [[], at(0)],
      [[1], at(1)],
      [[], at(0)],
      [[1, 2], at(2)],
      [[1, 2, 3], at(3)],
      [[1, 2], at(2)],
    ]);
    expect(job.snapshot()).toMatchObject({
      printProgress: null,
      printVerdict: { printed: [1, 2, 3], perhaps: [4] },
    });
    // The intermediate counts are not recorded: each label was printed once.
    await job.close();
    const times = (await bench.open()).snapshot().shipments.map(({ label }) => label.timesPrinted);
    expect(times).toEqual([1, 1, 1, 0, 0]);
  });

  test('stops after a failed spool job; its labels and the later ones stay ready', async () => {
    const { job } = await ready(6);
    const printer = new FakePrinter();
    printer.outcomes = [
      ok('done'),
      failed(fault('print-failed', { reached: 'no', detail: 'jam' })),
    ];
    const result = await printOn(job, printer, undefined, undefined, options);
    expect(result).toMatchObject({ ok: false, fault: { kind: 'print-failed', detail: 'jam' } });
    expect(sentBy(printer)).toHaveLength(2);
    expect(statesOf(job)).toEqual(['printed', 'printed', 'ready', 'ready', 'ready', 'ready']);
    expect(job.snapshot().fault).toMatchObject({ detail: 'jam' });
    expect(await printOn(job, printer, undefined, undefined, options)).toEqual(ok());
    expect(sentBy(printer).slice(2)).toEqual([
      ['3', '4'],
      ['5', '6'],
    ]);
  });

  test.each([true, false])(
    'asks about the labels of the unknown spool job alone (%s)',
    async (printed) => {
      const { bench, job } = await ready(6);
      const printer = new FakePrinter();
      printer.outcomes = [ok('done'), ok('unknown')];
      expect(await printOn(job, printer, undefined, undefined, options)).toMatchObject({
        fault: { kind: 'print-unknown' },
      });
      // As after a crash in the second spool job: the first is known, the second a question, the
      // third never sent.
      await job.close();
      const again = await bench.open();
      expect(statesOf(again)).toEqual(['printed', 'printed', 'ready', 'ready', 'ready', 'ready']);
      expect(await again.prints.resolve(printed)).toEqual(ok());
      const second = printed ? 'printed' : 'ready';
      expect(statesOf(again)).toEqual(['printed', 'printed', second, second, 'ready', 'ready']);
    },
  );

  test('answers the question in the same run of the program, too', async () => {
    const { job } = await ready(4);
    const printer = new FakePrinter();
    printer.outcomes = [ok('unknown')];
    await printOn(job, printer, undefined, undefined, options);
    expect(await job.prints.resolve(true)).toEqual(ok());
    expect(statesOf(job)).toEqual(['printed', 'printed', 'ready', 'ready']);
  });

  test('stops between two spool jobs when it is cancelled', async () => {
    const { job } = await ready(4);
    const printer = new FakePrinter();
    const cancel = new AbortController();
    printer.during = () => {
      cancel.abort();
      return Promise.resolve();
    };
    const result = await printOn(job, printer, undefined, cancel.signal, options);
    expect(result).toMatchObject({ fault: { kind: 'cancelled' } });
    expect(statesOf(job)).toEqual(['printed', 'printed', 'ready', 'ready']);
    expect(job.snapshot()).toMatchObject({ state: 'ready', fault: null });
  });

  test('does not cut sheets of stickers', async () => {
    const { job } = await ready(5);
    const printer = new FakePrinter();
    await printOn(job, printer, undefined, undefined, {
      ...options,
      sheet: { perSheet: 4, start: 2 },
    });
    expect(sentBy(printer)).toEqual([['1', '2', '3', '4', '5']]);
  });
});

describe('a printer that takes only ZPL', () => {
  const zpl = { ...options, labelsPerJob: null, language: 'zpl', copies: 3 } as const;

  test('gets labels that came as ZPL as they are, copies counted by the spooler', async () => {
    const bench = startBench(2);
    for (const id of [1, 2]) bench.labels.hosts.set(`https://labels.test/${id}`, [`^XA${id}^XZ`]);
    const job = await bench.open();
    await job.labels.collect();
    const printer = new FakePrinter();
    expect(await printOn(job, printer, undefined, undefined, zpl)).toEqual(ok());
    expect(printer.sent).toMatchObject([{ kind: 'zpl', copies: 3 }]);
    expect(printer.sent[0]!.text).toBe('^XA1^XZ\n^XA2^XZ');
  });

  test('gets a file of its own for each spool job', async () => {
    const bench = startBench(2);
    for (const id of [1, 2]) bench.labels.hosts.set(`https://labels.test/${id}`, [`^XA${id}^XZ`]);
    const job = await bench.open();
    await job.labels.collect();
    const printer = new FakePrinter();
    expect(await printOn(job, printer, undefined, undefined, { ...zpl, labelsPerJob: 1 })).toEqual(
      ok(),
    );
    expect(printer.sent.map(({ text }) => text)).toEqual(['^XA1^XZ', '^XA2^XZ']);
    expect(new Set(printer.printed).size).toBe(2);
    expect(printer.printed.filter((path) => existsSync(path))).toEqual([]);
  });

  test('gets labels that cannot be drawn, also after their preview was refused', async () => {
    const bench = startBench(2);
    for (const [id, text] of [
      [1, 'undrawable'],
      [2, '2'],
    ] as const)
      bench.labels.hosts.set(`https://labels.test/${id}`, [`^XA^FD${text}^FS^XZ`]);
    bench.services = { ...bench.services, drawsZplAhead: () => Promise.resolve(false) };
    const job = await bench.open();
    await job.labels.collect();
    expect(statesOf(job)).toEqual(['ready', 'ready']);
    expect(bench.books[0]!.drawn).toEqual([]);

    const preview = await job.prints.preview([1, 2], { copies: 1, sheet: null });
    expect(preview).toMatchObject({ ok: false, fault: { kind: 'label-unrenderable' } });
    const printer = new FakePrinter();
    expect(await printOn(job, printer, [1], undefined, zpl)).toEqual(ok());
    expect(printer.sent).toMatchObject([{ kind: 'zpl', text: '^XA^FDundrawable^FS^XZ' }]);
    expect(statesOf(job)).toEqual(['printed', 'ready']);
  });

  test('gets all pages of a drawn label, its paper of an invoice included', async () => {
    const bench = startBench(2);
    const [pdf, withDanfe, zplFile] = [
      'pages:1',
      '^XA^FDa^FS^XZ^XA^FDdanfe^FS^XZ',
      '^XA^FDb^FS^XZ',
    ];
    bench.erp.urls.set(1, [['https://labels.test/pdf', 'https://labels.test/zpl']]);
    bench.labels.hosts.set('https://labels.test/pdf', [pdf]);
    bench.labels.hosts.set('https://labels.test/zpl', [withDanfe]);
    bench.labels.hosts.set('https://labels.test/2', [zplFile]);
    const job = await bench.open();
    await job.labels.collect();
    const printer = new FakePrinter();
    const plan = () => ok([{ printer, kind: 'zpl' as const, shipmentIds: [1, 2] }]);
    expect(await printBy(job, plan)).toEqual(ok());
    expect(printer.sent).toMatchObject([
      { text: zplFile, drawn: { places: [{ at: 0, pages: 3 }] } },
    ]);
  });

  test('leaves a label that cannot be drawn out of a printed PDF, and names it', async () => {
    const bench = startBench(2);
    bench.labels.hosts.set('https://labels.test/1', ['^XA^FDundrawable^FS^XZ']);
    bench.services = { ...bench.services, drawsZplAhead: () => Promise.resolve(false) };
    const job = await bench.open();
    await job.labels.collect();
    const printer = new FakePrinter();
    const result = await printOn(job, printer, [1, 2], undefined, options);
    expect(result).toMatchObject({ ok: false, fault: { kind: 'label-unrenderable' } });
    expect(printer.sent).toEqual([]);
    expect(statesOf(job)).toEqual(['failed', 'ready']);
    expect(await printOn(job, printer, undefined, undefined, options)).toEqual(ok());
    expect(statesOf(job)).toEqual(['failed', 'printed']);
  });

  test('still refuses a label that cannot be drawn immediately if it will be drawn', async () => {
    const bench = startBench(2);
    bench.labels.hosts.set('https://labels.test/1', ['^XA^FDundrawable^FS^XZ']);
    const job = await bench.open();
    await job.labels.collect();
    expect(statesOf(job)).toEqual(['failed', 'ready']);
  });
});

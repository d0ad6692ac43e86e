import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GroupingJob } from '../../src/main/dispatch/index.ts';
import { JournalError } from '../../src/main/journal/index.ts';
import type { LabelTally, Printer } from '../../src/main/printing/index.ts';
import { labelPaper } from '#shared/domain/labels.ts';
import { failed, fault, type FaultKind, ok, type Result } from '#shared/faults/faults.ts';
import { startBench, states } from './support/bench.ts';
import { FakePrinter, groupingId } from './support/fakes.ts';
import { describeLabels, type Plan, printBy, printOn, testPrinting } from '../support/print-on.ts';

const plain = { copies: 1, sheet: null } as const;
const pairs = { ...plain, labelsPerJob: 2 } as const;

async function ready(
  count: number,
  zpl: readonly number[] = [],
  printing: Partial<typeof testPrinting> = {},
) {
  const bench = startBench(count);
  bench.services = { ...bench.services, printing: { ...testPrinting, ...printing } };
  for (const id of zpl) bench.labels.hosts.set(`https://labels.test/${id}`, [`^XA^FD${id}^FS^XZ`]);
  const job = await bench.open();
  await job.labels.collect();
  return { bench, job };
}

const broken = (kind: FaultKind, reached: 'no' | 'maybe', tally?: LabelTally) => ({
  result: failed(fault(kind, { detail: 'paper-out', reached })),
  ...(tally === undefined ? {} : { tally }),
});

const verdictOf = (job: GroupingJob) => job.snapshot().printVerdict;

/** Spool jobs of these sizes, to these printers in turn. */
const inJobs =
  (...jobs: readonly { printer: FakePrinter; count: number; kind?: 'pdf' | 'zpl' }[]): Plan =>
  (labels) => {
    let from = 0;
    return ok(
      jobs.map(({ printer, count, kind = 'pdf' }) => {
        const shipmentIds = labels.slice(from, (from += count)).map(({ shipmentId }) => shipmentId);
        return { printer, kind, shipmentIds };
      }),
    );
  };

describe('the report of a failed print', () => {
  test('is exactly the printer’s count; sure labels are printed, and a restart does not change it', async () => {
    const { bench, job } = await ready(8);
    const printer = new FakePrinter();
    const tally = { printed: 1, perhaps: 1, not: 1 };
    printer.outcomes = [ok('done'), broken('print-failed', 'maybe', tally)];
    const result = await printOn(job, printer, undefined, undefined, { ...plain, labelsPerJob: 3 });
    expect(result).toMatchObject({
      fault: { kind: 'print-unknown', detail: 'paper-out', reached: 'maybe' },
    });
    const verdict = { printed: [1, 2, 3, 4], perhaps: [5], not: [6, 7, 8] };
    const after = ['printed', 'printed', 'printed', 'printed', 'ready', 'ready', 'ready', 'ready'];
    expect(verdictOf(job)).toEqual(verdict);
    expect(states(job)).toEqual(after);
    expect(job.snapshot().fault).toMatchObject({ kind: 'print-unknown', detail: 'paper-out' });
    expect(await printOn(job, printer)).toMatchObject({ fault: { kind: 'print-unknown' } });
    await job.close();

    const again = await bench.open();
    expect(verdictOf(again)).toEqual(verdict);
    expect(states(again)).toEqual(after);
    expect(again.snapshot().fault).toMatchObject({ kind: 'print-unknown', detail: 'paper-out' });
    expect(printer.printed).toHaveLength(2);
  });

  test.each([true, false])('asks only about labels in doubt (%s)', async (out) => {
    const { bench, job } = await ready(6);
    const printer = new FakePrinter();
    printer.outcomes = [broken('print-failed', 'maybe', { printed: 2, perhaps: 2, not: 2 })];
    await printOn(job, printer, undefined, undefined, plain);
    expect(await job.prints.resolve(out)).toEqual(ok());
    const middle = out ? 'printed' : 'ready';
    const verdict = out
      ? { printed: [1, 2, 3, 4], perhaps: [], not: [5, 6] }
      : { printed: [1, 2], perhaps: [], not: [3, 4, 5, 6] };
    expect(states(job)).toEqual(['printed', 'printed', middle, middle, 'ready', 'ready']);
    expect(verdictOf(job)).toEqual(verdict);
    expect(job.snapshot().fault).toBeNull();
    expect(await job.prints.resolve(out)).toMatchObject({ fault: { kind: 'not-ready' } });
    await job.close();
    const again = await bench.open();
    expect(verdictOf(again)).toEqual(verdict);
    expect(await printOn(again, new FakePrinter())).toEqual(ok());
    expect(verdictOf(again)).toBeNull();
    expect(again.snapshot().state).toBe('printed');
  });

  test('is gone when the packer answers that all of it is printed', async () => {
    const { job } = await ready(2);
    const printer = new FakePrinter();
    printer.outcomes = [ok('unknown')];
    await printOn(job, printer);
    expect(verdictOf(job)).toEqual({ printed: [], perhaps: [1, 2], not: [] });
    await job.prints.resolve(true);
    expect(verdictOf(job)).toBeNull();
    expect(job.snapshot().state).toBe('printed');
  });

  test.each<[string, ReturnType<typeof broken>, 'perhaps' | 'not', FaultKind]>([
    [
      'a printer that was not reached',
      broken('printer-unavailable', 'no'),
      'not',
      'printer-unavailable',
    ],
    ['a failure before any paper', broken('print-failed', 'no'), 'not', 'print-failed'],
    ['a failure with paper out', broken('print-failed', 'maybe'), 'perhaps', 'print-unknown'],
    ['a cancelled job that had begun', broken('cancelled', 'maybe'), 'perhaps', 'print-unknown'],
    [
      'a count of another file',
      broken('print-failed', 'maybe', { printed: 9, perhaps: 0, not: 0 }),
      'perhaps',
      'print-unknown',
    ],
    [
      'a count of nothing sent',
      broken('print-failed', 'maybe', { printed: 0, perhaps: 0, not: 0 }),
      'not',
      'print-failed',
    ],
    [
      'an end that only the count knows',
      broken('print-unknown', 'maybe', { printed: 0, perhaps: 0, not: 2 }),
      'not',
      'print-failed',
    ],
  ])('%s', async (_name, end, stand, kind) => {
    const { job } = await ready(2);
    const printer = new FakePrinter();
    printer.outcomes = [end];
    expect(await printOn(job, printer)).toMatchObject({ fault: { kind, detail: 'paper-out' } });
    expect(verdictOf(job)).toEqual({ printed: [], perhaps: [], not: [], [stand]: [1, 2] });
    expect((await job.prints.resolve(false)).ok).toBe(stand === 'perhaps');
    expect(states(job)).toEqual(['ready', 'ready']);
  });

  test('a job that the system cancelled is in doubt only once it was seen printing', async () => {
    for (const [state, stand] of [
      ['queued', 'not'],
      ['printing', 'perhaps'],
    ] as const) {
      const { job } = await ready(1);
      const printer = {
        name: 'queue',
        print: (
          _file: unknown,
          _signal: unknown,
          onEvent?: FakeListener,
        ): Promise<Result<'cancelled'>> => {
          onEvent?.({ jobId: '9', state, conditions: [], reason: null, labels: null });
          return Promise.resolve(ok('cancelled'));
        },
      };
      expect((await printOn(job, printer)).ok).toBe(false);
      expect(verdictOf(job)?.[stand]).toEqual([1]);
    }
  });

  test('covers labels that were never sent because a file could not be written', async () => {
    const { bench, job } = await ready(4);
    const printer = new FakePrinter();
    printer.during = () => {
      bench.books[0]!.writeFault = 'disk-full';
      return Promise.resolve();
    };
    expect(await printOn(job, printer, undefined, undefined, pairs)).toMatchObject({
      fault: { kind: 'disk-full' },
    });
    expect(verdictOf(job)).toEqual({ printed: [1, 2], perhaps: [], not: [3, 4] });
    expect(job.snapshot().fault).toMatchObject({ kind: 'disk-full' });
  });

  test.each(['noteTally', 'noteSpoolJob'] as const)(
    'lets nothing more go out that %s cannot write down',
    async (note) => {
      const { bench, job } = await ready(4);
      let sent = 0;
      const printer: Printer = {
        name: 'counts',
        print: (_file, signal, onEvent) => {
          for (; sent < 4; sent += 1) {
            const labels = { printed: sent, perhaps: 1, not: 3 - sent };
            onEvent?.({ jobId: '7', state: 'printing', conditions: [], reason: null, labels });
            if (signal?.aborted !== true) continue;
            onEvent?.({
              jobId: '7',
              state: 'cancelled',
              conditions: [],
              reason: null,
              labels: { ...labels, perhaps: 0, not: 4 - sent },
            });
            return Promise.resolve(
              failed(fault('cancelled', { reached: sent === 0 ? 'no' : 'maybe' })),
            );
          }
          return Promise.resolve(ok('done'));
        },
      };
      const write = bench.journal[note].bind(bench.journal) as (...args: unknown[]) => void;
      bench.journal[note] = (...args: unknown[]) => {
        if (note === 'noteSpoolJob' || sent === 2) throw new JournalError(fault('disk-full'), null);
        write(...args);
      };
      expect(await printOn(job, printer)).toMatchObject({ fault: { kind: 'disk-full' } });
      expect(sent).toBe(note === 'noteTally' ? 2 : 0);
      expect(verdictOf(job)).toEqual(
        note === 'noteTally'
          ? { printed: [1, 2], perhaps: [], not: [3, 4] }
          : { printed: [], perhaps: [], not: [1, 2, 3, 4] },
      );
    },
  );

  test('does not show while the next print runs', async () => {
    const { job } = await ready(2);
    const printer = new FakePrinter();
    printer.outcomes = [broken('print-failed', 'no')];
    await printOn(job, printer);
    printer.during = () => {
      expect(job.snapshot()).toMatchObject({ state: 'printing', printVerdict: null });
      return Promise.resolve();
    };
    expect(await printOn(job, printer)).toEqual(ok());
    expect(verdictOf(job)).toBeNull();
  });

  test('counts ZPL as the printer does: setup formats print nothing, a label may print twice, copies repeat', async () => {
    const bench = startBench(3);
    const texts = [
      '^XA^PW800^XZ^XA^FD1^FS^XZ',
      '^XA^FD2^FS^XZ^XA^FD2b^FS^XZ^XA^JUS^XZ',
      '^XA^FD3^FS^XZ',
    ];
    for (const [index, text] of texts.entries())
      bench.labels.hosts.set(`https://labels.test/${index + 1}`, [text]);
    const job = await bench.open();
    await job.labels.collect();
    const printer = new FakePrinter();
    // Two copies of four labels: the first copy is out, of the second the first label and perhaps
    // one more.
    printer.outcomes = [broken('print-failed', 'maybe', { printed: 5, perhaps: 1, not: 2 })];
    await printOn(job, printer, undefined, undefined, { copies: 2, sheet: null, language: 'zpl' });
    expect(verdictOf(job)).toEqual({ printed: [1], perhaps: [2, 3], not: [] });
  });
});

type FakeListener = NonNullable<Parameters<FakePrinter['print']>[2]>;

describe('planned spool jobs', () => {
  test('go to their printers in order, each with a file of its own that is deleted afterwards', async () => {
    const { bench, job } = await ready(5, [3]);
    await job.prints.merge();
    const merged = job.snapshot().pdfPath;
    const [zebra, office] = [new FakePrinter('zebra'), new FakePrinter('office')];
    const order: string[] = [];
    for (const printer of [zebra, office])
      printer.during = () => {
        order.push(`${printer.name}: ${existsSync(printer.printed.at(-1)!)}`);
        return Promise.resolve();
      };
    const plan = inJobs(
      { printer: office, count: 2 },
      { printer: zebra, count: 1, kind: 'zpl' },
      { printer: office, count: 2 },
    );
    expect(await printBy(job, plan, [1, 2, 3, 5, 4])).toEqual(ok());
    expect(order).toEqual(['office: true', 'zebra: true', 'office: true']);
    expect(zebra.sent).toMatchObject([{ kind: 'zpl', text: '^XA^FD3^FS^XZ', copies: 1 }]);
    expect(office.sent.map(({ text }) => text)).toEqual([
      'https://labels.test/1\nhttps://labels.test/2',
      'https://labels.test/5\nhttps://labels.test/4',
    ]);
    const names = [...office.printed, ...zebra.printed].map((path) => basename(path));
    expect(new Set(names).size).toBe(3);
    expect(names.every((name) => name.includes(String(groupingId)))).toBe(true);
    expect(job.snapshot()).toMatchObject({ state: 'printed', pdfPath: merged });
    expect(readdirSync(bench.services.outDir).sort()).toEqual(
      [merged, job.snapshot().zplPath].map((path) => basename(path!)).sort(),
    );
  });

  test('keep the file in doubt until the packer has answered, and never write over it', async () => {
    const { bench, job } = await ready(4);
    const printer = new FakePrinter();
    printer.outcomes = [ok('unknown')];
    await printOn(job, printer, undefined, undefined, pairs);
    const [path] = printer.printed;
    expect(existsSync(path!)).toBe(true);
    await job.close();
    const again = await bench.open();
    await again.prints.resolve(false);
    await printOn(again, printer, undefined, undefined, pairs);
    expect(printer.printed.slice(1)).not.toContain(path);
    printer.outcomes = [ok('unknown')];
    await printOn(again, printer, [1, 2, 3], undefined, pairs);
    const last = printer.printed.at(-1)!;
    expect(existsSync(last)).toBe(true);
    await again.prints.resolve(true);
    await expect.poll(() => existsSync(last)).toBe(false);
  });

  test('see the properties of each label for a printer', async () => {
    const { job } = await ready(2, [2]);
    const routed = [
      { shipmentId: 2, paper: labelPaper, pages: 1, hasZpl: true },
      { shipmentId: 1, paper: labelPaper, pages: 1, hasZpl: false },
    ];
    expect(await describeLabels(job, [2, 1])).toEqual(ok(routed));
    expect(await describeLabels(job, [3])).toMatchObject({ fault: { kind: 'invalid-input' } });
    let seen: unknown;
    const plan: Plan = (labels) => {
      seen = labels;
      return failed(fault('printer-unavailable', { reached: 'no', detail: 'no route' }));
    };
    expect(await printBy(job, plan, [2, 1])).toMatchObject({
      fault: { kind: 'printer-unavailable' },
    });
    expect(seen).toEqual(routed);
    expect(job.snapshot()).toMatchObject({
      state: 'ready',
      printVerdict: null,
      fault: { detail: 'no route' },
    });
  });

  test('are all or none: if one label has no printer, none is sent', async () => {
    const printer = new FakePrinter();
    const jobs = [{ printer, kind: 'pdf', shipmentIds: [1] }] as const;
    const plan = () => Promise.resolve({ info: { jobs: [], unrouted: [2] }, jobs });
    const { job } = await ready(2, [], { plan });
    expect(await printOn(job, printer)).toMatchObject({ fault: { kind: 'no-printer' } });
    expect(printer.sent).toEqual([]);
  });

  test('are confirmed a last time before anything is sent', async () => {
    const { job } = await ready(2);
    const printer = new FakePrinter();
    const asked: (readonly number[])[] = [];
    const isWanted = (ids: readonly number[]) => {
      asked.push(ids);
      return false;
    };
    const plan = inJobs({ printer, count: 2 });
    expect(await printBy(job, plan, [2, 1], { isWanted })).toMatchObject({
      fault: { kind: 'cancelled' },
    });
    expect(asked).toEqual([[2, 1]]);
    expect(printer.sent).toEqual([]);
  });

  test('a failed plan keeps the report of the print before', async () => {
    const { job } = await ready(2);
    const printer = new FakePrinter();
    printer.outcomes = [broken('print-failed', 'no')];
    await printOn(job, printer);
    await printBy(job, () => failed(fault('not-ready')), [1]);
    expect(verdictOf(job)).toEqual({ printed: [], perhaps: [], not: [1, 2] });
  });
});

describe('the journal of prints', () => {
  test('names each shipment’s last spool job, also after a restart, and records job and printer in the history', async () => {
    const { bench, job } = await ready(5);
    const [zebra, office] = [new FakePrinter('zebra'), new FakePrinter('office')];
    await printBy(
      job,
      inJobs({ printer: zebra, count: 2 }, { printer: office, count: 2 }),
      [1, 2, 3, 4],
    );
    zebra.outcomes = [broken('print-failed', 'no')];
    await printOn(job, zebra, [2]);
    await printOn(job, office, [1]);
    const numbers = (one: GroupingJob) =>
      one.snapshot().shipments.map(({ label }) => label.printRunId);
    expect(numbers(job)).toEqual([4, 3, 2, 2, null]);
    await job.close();
    expect(numbers(await bench.open())).toEqual([4, 3, 2, 2, null]);
    const printed = bench.journal.past
      .events('https://erp.test', groupingId)
      .filter(({ kind }) => kind === 'printed' || kind === 'reprinted')
      .map(({ kind, shipmentId, data }) => [kind, shipmentId, data]);
    expect(printed).toMatchObject([
      ['printed', 1, { run: 1, printer: 'zebra' }],
      ['printed', 2, { run: 1, printer: 'zebra' }],
      ['printed', 3, { run: 2, printer: 'office' }],
      ['printed', 4, { run: 2, printer: 'office' }],
      ['reprinted', 1, { run: 4, printer: 'office' }],
    ]);
  });

  test('a reprint carries its mark, a first print none', async () => {
    let isMarking = false;
    const markReprint = (times: number) => (isMarking && times > 0 ? `copy ${times + 1}` : null);
    const { job } = await ready(3, [3], { markReprint });
    const printer = new FakePrinter();
    await printOn(job, printer, [1, 3]);
    await printOn(job, printer, [1]);
    isMarking = true;
    await printBy(
      job,
      inJobs({ printer, count: 2 }, { printer, count: 1, kind: 'zpl' }),
      [1, 2, 3],
    );
    expect(printer.sent.slice(2).map(({ text }) => text)).toEqual([
      'https://labels.test/1 (copy 3)\nhttps://labels.test/2',
      '^XA^FD3^FS^XZ (copy 2)',
    ]);
    isMarking = false;
    await printOn(job, printer, [1]);
    expect(printer.sent.at(-1)!.text).toBe('https://labels.test/1');
  });
});

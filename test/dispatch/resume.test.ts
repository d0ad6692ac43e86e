import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { JournalError } from '../../src/main/journal/index.ts';
import { failed, fault, ok } from '#shared/faults/faults.ts';
import { startBench, states } from './support/bench.ts';
import { FakeBook, FakePrinter, pass, refusals, shipment, shipments } from './support/fakes.ts';
import { printOn } from '../support/print-on.ts';
import { listExceptions } from '#shared/domain/job.ts';

describe('a killed process', () => {
  test('in the middle of collecting: present labels are not fetched again', async () => {
    const bench = startBench(40);
    bench.labels.delayMs = 3;
    const job = await bench.open();
    void job.labels.collect();
    while (bench.labels.files.size < 10) await pass(1);
    const after = bench.crash();
    await job.close();
    const onDisk = bench.labels.files.size;
    bench.labels.downloads = [];
    const again = await after.open();
    expect(again.snapshot().state).toBe('loaded');
    expect(states(again).filter((state) => state !== 'ready' && state !== 'missing')).toEqual([]);
    await again.labels.collect();
    expect(states(again).every((state) => state === 'ready')).toBe(true);
    expect(bench.labels.downloads).toHaveLength(40 - onDisk);
  });

  test.each(['and before the journal knew', 'and before they were read'])(
    'after the files were there %s: issued anew meanwhile, they are fetched again',
    async (when) => {
      const bench = startBench(3);
      const job = await bench.open();
      let left = bench.crash();
      if (when === 'and before they were read') {
        const read = Promise.withResolvers<never>();
        const prepare = vi.spyOn(FakeBook.prototype, 'prepare').mockReturnValue(read.promise);
        onTestFinished(() => read.reject(new Error('killed')));
        void job.labels.collect();
        while (bench.labels.files.size < 3 || prepare.mock.calls.length === 0) await pass(1);
        left = bench.crash();
        prepare.mockRestore();
      } else await job.labels.collect();
      bench.erp.list = bench.erp.list.map((one) =>
        one.id === 2
          ? { ...one, logistics: { ...one.logistics!, trackingCode: 'BR000000099XX' } }
          : one,
      );
      bench.labels.downloads = [];
      const again = await left.open();
      await again.labels.collect();
      expect(states(again)).toEqual(['ready', 'ready', 'ready']);
      const all = ['https://labels.test/1', 'https://labels.test/2', 'https://labels.test/3'];
      expect(bench.labels.downloads).toEqual(
        when === 'and before they were read' ? ['https://labels.test/2'] : all,
      );
    },
  );

  // They may be of a label that was reissued since. Found by the soak: a journal was lost, and an
  // old label was printed.
  test('after the files arrived, with a journal that does not know them: they are fetched again', async () => {
    const bench = startBench(3);
    const job = await bench.open();
    const before = bench.crash();
    await job.labels.collect();
    const again = await before.open();
    expect(states(again)).toEqual(['missing', 'missing', 'missing']);
    await again.labels.collect();
    expect(states(again)).toEqual(['ready', 'ready', 'ready']);
    expect(bench.labels.downloads).toHaveLength(6);
  });

  test('after a label was there but before it was seen to be a duplicate: it is one', async () => {
    const bench = startBench(2);
    bench.labels.hosts.set('https://labels.test/2', ['https://labels.test/1']);
    await (await bench.open()).labels.collect();
    const again = bench.crash((dir) => {
      const journal = new DatabaseSync(join(dir, 'journal.db'));
      journal.exec("UPDATE shipments SET file = 'ready', fault = NULL");
      journal.close();
    });
    expect(states(await again.open())).toEqual(['ready', 'failed']);
  });

  test('between the files of one label: only the missing one is fetched', async () => {
    const bench = startBench(1);
    bench.erp.urls.set(1, [['https://labels.test/a', 'https://labels.test/b']]);
    bench.labels.hosts.set('https://labels.test/b', ['label-network', 'there']);
    const job = await bench.open();
    await job.labels.collect();
    const again = await bench.crash().open();
    expect(states(again)).toEqual(['failed']);
    await again.labels.retry();
    expect(bench.labels.downloads).toEqual([
      'https://labels.test/a',
      'https://labels.test/b',
      'https://labels.test/b',
    ]);
    expect(states(again)).toEqual(['ready']);
  });

  test('a list of another length is another label: no part of the old one is kept', async () => {
    const bench = startBench(1);
    bench.erp.urls.set(1, [
      ['https://labels.test/a', 'https://labels.test/b'],
      ['https://labels.test/c'],
    ]);
    bench.labels.hosts.set('https://labels.test/b', ['label-network']);
    const job = await bench.open();
    await job.labels.collect();
    await job.labels.retry();
    expect(states(job)).toEqual(['ready']);
    expect(job.snapshot().shipments[0]!.label.pages).toBe(1);
    expect(bench.labels.downloads.at(-1)).toBe('https://labels.test/c');
  });

  test('after all printed labels were issued anew: the papers are still said to be old', async () => {
    const bench = startBench(2);
    const job = await bench.open();
    await job.labels.collect();
    await printOn(job, new FakePrinter());
    const renumber = (code: string) =>
      bench.erp.list.map((one) => {
        return { ...one, logistics: { ...one.logistics!, trackingCode: `${code}${one.id}XX` } };
      });
    bench.erp.list = renumber('BR00000009');
    await job.labels.reread();
    expect(job.snapshot().difference?.changed.map(({ id }) => id)).toEqual([1, 2]);
    const again = await bench.crash().open();
    expect(again.snapshot().difference?.changed.map(({ id }) => id)).toEqual([1, 2]);
  });

  test('while printing: the result is unknown, the packer is asked', async () => {
    const bench = startBench(2);
    const job = await bench.open();
    await job.labels.collect();
    const printer = new FakePrinter();
    let after: ReturnType<typeof bench.crash> | null = null;
    printer.during = () => {
      after = bench.crash();
      return Promise.resolve();
    };
    await printOn(job, printer, [1]);
    const again = await after!.open();
    expect(again.snapshot()).toMatchObject({ state: 'ready', fault: { kind: 'print-unknown' } });
    expect(states(again)).toEqual(['ready', 'ready']);
    expect((await printOn(again, new FakePrinter())).ok).toBe(false);
    expect(await again.prints.resolve(true)).toEqual(ok());
    expect(states(again)).toEqual(['printed', 'ready']);
  });

  test('while concluding: never sent again before the packer has looked', async () => {
    const bench = startBench(1);
    const job = await bench.open();
    await job.labels.collect();
    await printOn(job, new FakePrinter());
    let after: ReturnType<typeof bench.crash> | null = null;
    bench.erp.onConclude = () => {
      after = bench.crash();
    };
    await job.conclusion.request();
    const again = await after!.open();
    expect(again.snapshot()).toMatchObject({
      state: 'conclusion-unknown',
      fault: { kind: 'conclusion-unknown', reached: 'maybe' },
    });
    expect((await again.conclusion.request()).ok).toBe(false);
    expect(bench.erp.concludeRequests).toBe(1);
    expect(again.conclusion.resolve(true)).toEqual(ok());
    expect(again.snapshot().state).toBe('concluded');
  });

  test('failed, accepted and missing labels keep their states', async () => {
    const bench = startBench(3);
    bench.erp.urls.set(1, [refusals.noLabels]);
    bench.erp.urls.set(2, [fault('server', { status: 500 })]);
    const job = await bench.open();
    await job.labels.collect();
    job.words.accept([1]);
    const before = job.snapshot().shipments.map(({ label }) => label);
    const again = await bench.crash().open();
    expect(again.snapshot().shipments.map(({ label }) => label)).toEqual(before);
  });
});

describe('opening again', () => {
  test('a concluded job opens as concluded without asking the ERP, and can be printed again', async () => {
    const bench = startBench(2);
    const job = await bench.open();
    await job.labels.collect();
    await printOn(job, new FakePrinter());
    await job.conclusion.request();
    await job.close();
    bench.erp.groupingFault = fault('network');
    const asked = bench.erp.groupingRequests;
    const again = await bench.open();
    expect(again.snapshot()).toMatchObject({ state: 'concluded', fault: null });
    expect(bench.erp.groupingRequests).toBe(asked);
    expect(await again.labels.collect()).toEqual(ok());
    expect(await printOn(again, new FakePrinter(), [2])).toEqual(ok());
    expect(again.snapshot().shipments.map(({ label }) => label.timesPrinted)).toEqual([1, 2]);
    expect(again.snapshot().state).toBe('concluded');
  });

  test('without the ERP the journal is enough, and the fault is shown', async () => {
    const bench = startBench(2);
    const job = await bench.open();
    await job.labels.collect();
    await job.close();
    bench.erp.groupingFault = fault('network');
    const again = await bench.open();
    expect(again.snapshot()).toMatchObject({ state: 'ready', fault: { kind: 'network' } });
    expect(await printOn(again, new FakePrinter())).toEqual(ok());
  });

  test('before anything was printed, additions and removals count without a question', async () => {
    const bench = startBench(3);
    const job = await bench.open();
    await job.labels.collect();
    await job.close();
    bench.erp.list = [shipment(4), shipment(3), shipment(1)];
    const again = await bench.open();
    expect(again.snapshot().difference).toBeNull();
    expect(
      again.snapshot().shipments.map(({ position, shipment: { id } }) => [position, id]),
    ).toEqual([
      [1, 4],
      [2, 3],
      [3, 1],
    ]);
    expect(states(again)).toEqual(['missing', 'ready', 'ready']);
  });

  test('after printing it is a difference; a shipment that comes back is as it was', async () => {
    const bench = startBench(3);
    const job = await bench.open();
    await job.labels.collect();
    await printOn(job, new FakePrinter());
    await job.close();
    bench.erp.list = [shipment(1), shipment(3), shipment(4)];
    const changed = await bench.open();
    expect(changed.snapshot().difference).toMatchObject({
      added: [{ id: 4 }],
      removed: [{ id: 2 }],
    });
    expect(states(changed)).toEqual(['printed', 'printed', 'missing']);
    await changed.close();
    bench.erp.list = shipments(3);
    const back = await bench.open();
    expect(back.snapshot().difference).toBeNull();
    expect(states(back)).toEqual(['printed', 'printed', 'printed']);
    expect(await back.conclusion.request()).toEqual(ok());
  });

  test('a shipment that returns after its removal was accepted is shown again, printed or not', async () => {
    const bench = startBench(2);
    const job = await bench.open();
    await job.labels.collect();
    await printOn(job, new FakePrinter());
    bench.erp.list = [shipment(1)];
    bench.erp.conclusions = [
      { answer: failed(fault('validation', { status: 400, reached: 'yes' })), effect: false },
    ];
    expect((await job.conclusion.request()).ok).toBe(false);
    expect((await job.conclusion.request({ seen: listExceptions(job.snapshot()) })).ok).toBe(false);
    expect(job.snapshot()).toMatchObject({
      difference: null,
      fault: { kind: 'conclusion-refused' },
    });
    bench.erp.list = shipments(2);
    expect(await job.conclusion.request()).toMatchObject({
      ok: false,
      fault: { kind: 'grouping-changed' },
    });
    expect(job.snapshot().difference!.added.map(({ id }) => id)).toEqual([2]);
    expect(states(job)).toEqual(['printed', 'printed']);
    expect(await job.conclusion.request({ seen: listExceptions(job.snapshot()) })).toEqual(ok());
  });

  test('a duplicate whose other half left the grouping is collected after all', async () => {
    const bench = startBench(2);
    bench.erp.urls.set(2, [['https://labels.test/1']]);
    const job = await bench.open();
    await job.labels.collect();
    expect(states(job)).toEqual(['ready', 'failed']);
    await job.close();
    bench.erp.list = [shipment(2)];
    const again = await bench.open();
    await again.labels.collect();
    expect(states(again)).toEqual(['ready']);
  });

  test('a disk that refuses the journal stops the work with a report; nothing is sent', async () => {
    const bench = startBench(2);
    const job = await bench.open();
    await job.labels.collect();
    await printOn(job, new FakePrinter());
    const commit = bench.journal.commit.bind(bench.journal);
    const broken = { ...fault('disk-full') };
    bench.journal.commit = (id, change, options) => {
      if (options?.durable === true) throw new JournalError(broken, null);
      commit(id, change, options);
    };
    expect(await job.conclusion.request()).toEqual(failed(broken));
    expect(bench.erp.concludeRequests).toBe(0);
    expect(job.snapshot()).toMatchObject({ state: 'printed', fault: { kind: 'disk-full' } });
    bench.journal.commit = commit;
    expect(await job.conclusion.request()).toEqual(ok());
  });

  test('a disk that fills up while labels come: the run ends with the fault, and continues later', async () => {
    const bench = startBench(10);
    const job = await bench.open();
    const commit = bench.journal.commit.bind(bench.journal);
    let left = 8;
    bench.journal.commit = (id, change, options) => {
      left -= 1;
      if (left < 0) throw new JournalError(fault('disk-full'), null);
      commit(id, change, options);
    };
    const stopped = await job.labels.collect();
    expect(stopped).toMatchObject({ ok: false, fault: { kind: 'disk-full' } });
    expect(job.snapshot()).toMatchObject({ state: 'loaded', fault: { kind: 'disk-full' } });
    bench.journal.commit = commit;
    expect(await job.labels.collect()).toEqual(ok());
    expect(states(job).every((state) => state === 'ready')).toBe(true);
  });

  test('a disk that fills up while a label cannot be read: the packer hears of the disk', async () => {
    const bench = startBench(2);
    const before = await bench.open();
    await before.labels.collect();
    await before.close();
    const job = await bench.open();
    vi.spyOn(FakeBook.prototype, 'prepare').mockResolvedValueOnce(failed(fault('label-corrupt')));
    onTestFinished(() => void vi.restoreAllMocks());
    const commit = bench.journal.commit.bind(bench.journal);
    bench.journal.commit = (id, change, options) => {
      if (change.labels?.some(({ shipmentId }) => shipmentId === 2) === true)
        throw new JournalError(fault('disk-full'), null);
      commit(id, change, options);
    };
    expect(await job.prints.merge()).toMatchObject({ ok: false, fault: { kind: 'disk-full' } });
    expect(states(job)).toEqual(['failed', 'ready']);
    expect(job.snapshot().fault?.kind).toBe('disk-full');
  });

  test('the paper is out and the disk is full: the print is an open question, not a loss', async () => {
    const bench = startBench(1);
    const job = await bench.open();
    await job.labels.collect();
    const commit = bench.journal.commit.bind(bench.journal);
    const printer = new FakePrinter();
    printer.during = () => {
      bench.journal.commit = () => {
        throw new JournalError(fault('disk-full'), null);
      };
      return Promise.resolve();
    };
    expect(await printOn(job, printer)).toMatchObject({ ok: false, fault: { kind: 'disk-full' } });
    expect(job.snapshot().fault!.kind).toBe('print-unknown');
    bench.journal.commit = commit;
    expect(await job.prints.resolve(true)).toEqual(ok());
    expect(states(job)).toEqual(['printed']);
  });
});

describe('the process that reads labels', () => {
  test('is requested before the list of a grouping is there, and released if there is none', async () => {
    const bench = startBench(2);
    const seen: (boolean | undefined)[] = [];
    bench.erp.grouping = () => {
      seen.push(bench.books.at(-1)?.isWarm);
      return Promise.resolve(failed(fault('server')));
    };
    await expect(bench.open()).rejects.toThrow('server');
    expect(seen).toEqual([true]);
    expect(bench.books.at(-1)?.closed).toBe(true);
  });

  test('is requested ahead if a label is to be read, and not for a job that is only checked and concluded', async () => {
    const bench = startBench(2);
    const job = await bench.open();
    await job.labels.collect();
    const collected = bench.crash();
    await printOn(job, new FakePrinter());
    const printed = bench.crash();
    await Promise.all([collected.open(), printed.open()]);
    expect(bench.books.at(-1)?.isWarm).toBe(true);
    expect(collected.books.at(-1)?.isWarm).toBe(true);
    expect(states(job)).toEqual(['printed', 'printed']);
    expect(printed.books.at(-1)?.isWarm).toBe(false);
  });
});

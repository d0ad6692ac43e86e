import { tellState } from '../support/tell-state.ts';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listUnaskedPrints } from '../../src/main/dispatch/index.ts';
import { salvage } from '../../src/main/journal/salvage.ts';
import { GroupingGuard } from '../../src/main/journal/station/guards.ts';
import type { GroupingJob } from '../../src/main/dispatch/index.ts';
import { failed, fault } from '#shared/faults/faults.ts';
import { printOn } from '../support/print-on.ts';
import { startBench, startJournal, states, tempDir } from './support/bench.ts';
import type { Bench } from './support/bench.ts';
import { FakePrinter, shipment, shipments } from './support/fakes.ts';

const loseJournal = (dir: string): void => {
  for (const name of readdirSync(dir)) if (name.startsWith('journal.db')) rmSync(join(dir, name));
};

async function print(
  job: GroupingJob,
  shipmentIds?: readonly number[],
): Promise<readonly string[]> {
  const printer = new FakePrinter();
  await job.labels.collect();
  await printOn(job, printer, shipmentIds);
  return printer.sent.flatMap(({ text }) => text.split('\n'));
}

/** A grouping of three whose labels 1 and 3 were printed. */
async function benchAfterPrint(): Promise<Bench> {
  const bench = startBench(3);
  const job = await bench.open();
  expect(await print(job, [1, 3])).toHaveLength(2);
  await job.close();
  return bench;
}

const labelOf = (id: number): string => `https://labels.test/${id}`;

test('after a loss of the journal the packer is asked about the paper, and only missing labels are printed', async () => {
  const before = await benchAfterPrint();
  const after = before.crash(loseJournal);
  const job = await after.open();
  expect(job.snapshot()).toMatchObject({
    state: 'loaded',
    fault: { kind: 'paper-unknown' },
    printVerdict: { printed: [], perhaps: [1, 2, 3], not: [] },
  });
  expect(await print(job)).toEqual([]);
  expect(await printOn(job, new FakePrinter())).toMatchObject({ fault: { kind: 'paper-unknown' } });
  expect(await job.conclusion.request()).toMatchObject({ fault: { kind: 'paper-unknown' } });
  expect(job.snapshot().fault?.kind).toBe('paper-unknown');
  // The question survives unchanged.
  const again = await after.crash().open();
  expect(again.snapshot()).toMatchObject({
    fault: { kind: 'paper-unknown' },
    printVerdict: { perhaps: [1, 2, 3] },
  });
  expect((await again.prints.resolve([1, 3])).ok).toBe(true);
  expect(again.snapshot()).toMatchObject({ fault: null, printVerdict: null });
  expect(states(again)).toEqual(['printed', 'ready', 'printed']);
  // It is not new to the automatic print either.
  expect(listUnaskedPrints({ ...again.snapshot(), state: 'ready' })).toEqual([]);
  expect(await print(again)).toEqual([labelOf(2)]);
  expect((await again.conclusion.request()).ok).toBe(true);
});

test('killed between a guard and its row, it asks about that spool job alone, and forgets no paper', async () => {
  const bench = startBench(6);
  const job = await bench.open();
  await job.labels.collect();
  const writeGuard = Reflect.get(GroupingGuard.prototype, 'write') as (
    ...args: readonly unknown[]
  ) => void;
  let prints = 0;
  const write = vi.spyOn(GroupingGuard.prototype, 'write').mockImplementation(function (
    this: GroupingGuard,
    ...args
  ) {
    writeGuard.apply(this, args);
    prints += 1;
    if (prints === 2) throw new Error('killed');
  });
  onTestFinished(() => {
    write.mockRestore();
  });
  await expect(
    printOn(job, new FakePrinter(), undefined, undefined, { labelsPerJob: 2 }),
  ).rejects.toThrow('killed');
  const again = await bench.crash().open();
  expect(again.snapshot()).toMatchObject({
    fault: { kind: 'paper-unknown' },
    printVerdict: { printed: [1, 2], perhaps: [3, 4], not: [5, 6] },
  });
});

test('a label reported as on paper before its files are here is printed when they arrive', async () => {
  const before = await benchAfterPrint();
  const after = before.crash(loseJournal);
  const job = await after.open();
  expect((await job.prints.resolve([1, 3])).ok).toBe(true);
  expect(states(job)).toEqual(['missing', 'missing', 'missing']);
  // In another process, so that the journal has to know it.
  const again = await after.crash().open();
  expect(again.snapshot().fault).toBeNull();
  expect(await print(again)).toEqual([labelOf(2)]);
  expect(
    again
      .snapshot()
      .shipments.map(({ label }) => [tellState(label), label.timesPrinted, label.pages]),
  ).toEqual([
    ['printed', 1, 1],
    ['printed', 1, 1],
    ['printed', 1, 1],
  ]);
});

test('the guard alone proves that something was printed, and that no conclusion was requested', async () => {
  const before = await benchAfterPrint();
  before.labels.files.clear();
  const job = await before.crash(loseJournal).open();
  expect(job.snapshot()).toMatchObject({ state: 'loaded', fault: { kind: 'paper-unknown' } });
  expect((await job.prints.resolve(false)).ok).toBe(true);
  expect(await print(job)).toEqual([1, 2, 3].map(labelOf));
});

test('a journal from before the print asks about unprinted labels, and about later ones', async () => {
  const bench = startBench(3);
  const job = await bench.open();
  await print(job, [1]);
  const backup = bench.crash();
  backup.journal.close();
  bench.erp.list = shipments(4);
  await job.close();
  const later = await bench.open();
  expect(await print(later)).toHaveLength(3);
  await later.close();
  const after = bench.crash((dir) => {
    loseJournal(dir);
    cpSync(join(backup.dir, 'journal.db'), join(dir, 'journal.db'));
  });
  const again = await after.open();
  expect(again.snapshot()).toMatchObject({
    fault: { kind: 'paper-unknown' },
    printVerdict: { printed: [], perhaps: [2, 3, 4], not: [] },
  });
  expect((await again.prints.resolve(true)).ok).toBe(true);
  expect(await print(again)).toEqual([]);
  await again.close();
  // It knows of that print now.
  expect((await after.open()).snapshot().fault).toBeNull();
});

test('the conclusion is asked about first, then the paper', async () => {
  const before = await benchAfterPrint();
  const after = before.crash((dir) => {
    loseJournal(dir);
    rmSync(join(dir, 'station'), { recursive: true });
  });
  const job = await after.open();
  expect(job.snapshot()).toMatchObject({
    state: 'conclusion-unknown',
    fault: { kind: 'conclusion-unknown' },
  });
  expect(job.conclusion.resolve(false).ok).toBe(true);
  expect(job.snapshot()).toMatchObject({ fault: { kind: 'paper-unknown' } });
});

test('a label that was reissued since does not count as printed, whatever was answered about the earlier one', async () => {
  const before = await benchAfterPrint();
  const after = before.crash(loseJournal);
  const job = await after.open();
  expect((await job.prints.resolve(true)).ok).toBe(true);
  await job.close();
  after.erp.list = [shipment(1, { logistics: { ...shipment(1).logistics!, trackingCode: 'NEW' } })];
  const again = await after.open();
  expect(again.snapshot().difference?.changed.map(({ id }) => id)).toEqual([1]);
  expect(await print(again)).toEqual([labelOf(1)]);
});

test('of labels that are the same, one is printed after the answer', async () => {
  const before = await benchAfterPrint();
  before.erp.urls.set(2, [[labelOf(1)]]);
  before.labels.hosts.set(labelOf(3), [labelOf(1)]);
  before.labels.files.clear();
  const job = await before.crash(loseJournal).open();
  await job.labels.collect();
  expect((await job.prints.resolve(false)).ok).toBe(true);
  expect(await print(job)).toEqual([labelOf(1)]);
});

test('a salvaged job without the row of its open print asks about that print; its count is salvaged with it', async () => {
  const bench = startBench(3);
  const printer = new FakePrinter();
  let died: Bench | null = null;
  printer.during = () => {
    const { journal } = bench;
    journal.noteTally(1, { printed: 1, perhaps: 1, not: 0 });
    died = bench.crash();
    died.journal.close();
    return Promise.resolve();
  };
  printer.outcomes = [failed(fault('print-failed', { reached: 'maybe' }))];
  const job = await bench.open();
  await job.labels.collect();
  await printOn(job, printer, [1, 2]);
  const path = join(died!.dir, 'journal.db');
  const salvageInto = (dir: string): DatabaseSync => {
    startJournal(dir).close();
    const target = new DatabaseSync(join(dir, 'journal.db'), { enableForeignKeyConstraints: true });
    salvage(path, target);
    return target;
  };
  const whole = salvageInto(tempDir());
  expect(whole.prepare('SELECT * FROM print_tallies').all()).toEqual([
    { runId: 1, tally: JSON.stringify({ printed: 1, perhaps: 1, not: 0 }) },
  ]);
  whole.close();

  const damaged = new DatabaseSync(path);
  damaged.exec('DELETE FROM print_runs');
  damaged.close();
  for (const hasGuard of [true, false]) {
    const after = bench.crash((dir) => {
      loseJournal(dir);
      if (!hasGuard) rmSync(join(dir, 'station'), { recursive: true });
      salvageInto(dir).close();
    });
    expect((await after.open()).snapshot()).toMatchObject({
      fault: { kind: 'paper-unknown' },
      printVerdict: { printed: [], perhaps: [1, 2], not: [] },
    });
  }
});

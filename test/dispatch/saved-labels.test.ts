import { expect, test } from 'vitest';
import type { GroupingJob } from '../../src/main/dispatch/index.ts';
import { filePrinterName } from '#shared/domain/printing.ts';
import { printOn } from '../support/print-on.ts';
import { startBench } from './support/bench.ts';
import { FakePrinter } from './support/fakes.ts';

const savedOf = (job: GroupingJob): readonly boolean[] =>
  job.snapshot().shipments.map(({ label }) => label.isSaved);

test('a label that went only into a folder is saved, and printed once a printer got it', async () => {
  const bench = startBench(3);
  const job = await bench.open();
  await job.labels.collect();
  expect(savedOf(job)).toEqual([false, false, false]);
  const folder = new FakePrinter(filePrinterName);
  const printer = new FakePrinter('Argox OS-214');
  await printOn(job, folder, [1, 2]);
  await printOn(job, printer, [2, 3]);
  await printOn(job, folder, [1, 3]);
  expect(savedOf(job)).toEqual([true, false, false]);
  expect(savedOf(await bench.crash().open())).toEqual([true, false, false]);
});

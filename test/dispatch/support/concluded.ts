import { expect } from 'vitest';
import type { GroupingJob } from '../../../src/main/dispatch/index.ts';
import { printOn } from '../../support/print-on.ts';
import { startBench } from './bench.ts';
import type { Bench } from './bench.ts';
import { FakePrinter, shipment } from './fakes.ts';

/**
 * Does all work before a conclusion that the job allows. Returns the number of files that went to
 * the printer.
 */
export async function prepare(job: GroupingJob): Promise<number> {
  const printer = new FakePrinter();
  await job.labels.collect();
  await printOn(job, printer);
  return printer.sent.length;
}

/** A bench whose grouping was concluded, or whose process died while the ERP worked on it. */
export async function benchAfter(what: 'concluded' | 'concluding'): Promise<Bench> {
  const bench = startBench(3);
  for (let id = 100; id < 130; id += 1) fillJournal(bench, id);
  let died: Bench | null = null;
  bench.erp.onConclude = () => {
    died ??= bench.crash();
  };
  const job = await bench.open();
  await prepare(job);
  await job.conclusion.request();
  await job.close();
  expect(bench.erp.concludeRequests).toBe(1);
  return what === 'concluded' ? bench : died!;
}

export function fillJournal({ journal }: Bench, id: number): void {
  const grouping = { id, identification: `G${id}`, date: null, shippingMethod: null };
  const list = [shipment(id), shipment(id + 1)];
  journal.create('https://erp.test', { grouping, state: 'loaded' }, list);
}

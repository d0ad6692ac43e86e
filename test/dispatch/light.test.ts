import { describe, expect, it } from 'vitest';
import { failed, fault, ok } from '#shared/faults/faults.ts';
import type { GroupingJob } from '../../src/main/dispatch/index.ts';
import { followJob } from '../../src/main/desk/jobs/opened-job.ts';
import { freshMs, leavingIntervalMs } from '../../src/main/dispatch/model/problems.ts';
import { silentLog } from '../../src/main/os/log.ts';
import { manualClock } from '../desk/support/manual-clock.ts';
import { shipment } from '../desk/support/snapshots.ts';
import { printOn } from '../support/print-on.ts';
import { StoredOutbox } from '../../src/main/floor/job/stored-outbox.ts';
import { ModelServer } from '../floor/model/model-server.ts';
import { startBench } from './support/bench.ts';
import { FakePrinter, pass } from './support/fakes.ts';
import { listAgainstLeaving } from '#shared/faults/problems.ts';

const shipments = (count: number) =>
  Array.from({ length: count }, (_, index) => shipment(index + 1));

/**
 * The engine with its own journal, and an ERP as the contract describes it: the light of a grouping
 * that is done but for the conclusion.
 */
async function startDone(count = 2) {
  const clock = manualClock(1_000_000);
  const bench = startBench(shipments(count), clock);
  const job = await bench.open();
  await job.labels.collect();
  await printOn(job, new FakePrinter());
  for (const row of job.snapshot().shipments) job.checks.mark(row.shipment.id, true);
  return { bench, job, clock };
}

const toneOf = (job: GroupingJob): string => job.snapshot().light;
const reasonsOf = (job: GroupingJob) =>
  listAgainstLeaving(job.snapshot().problems).map(({ kind, detail }) =>
    detail === null ? kind : `${kind} ${detail}`,
  );

function follow(job: GroupingJob, clock: ReturnType<typeof manualClock>) {
  const nothing = (): void => undefined;
  return followJob(job, {
    clock,
    log: silentLog,
    changed: nothing,
    collecting: nothing,
    collected: nothing,
    notice: nothing,
  });
}

describe('the light of a job', () => {
  it('is green before the conclusion and after it, if all is done', async () => {
    const { job } = await startDone();
    expect(reasonsOf(job)).toEqual([]);
    expect(toneOf(job)).toBe('green');
    expect(await job.conclusion.request()).toEqual(ok());
    expect(toneOf(job)).toBe('green');
  });

  it('is not green without labels, papers and checks that come after the conclusion', async () => {
    const bench = startBench(shipments(2));
    bench.erp.labelsAfterConclusion = true;
    const job = await bench.open();
    await job.labels.collect();
    expect(job.snapshot().step.kind).toBe('conclude-first');
    expect(toneOf(job)).toBe('work');
    expect(reasonsOf(job)).toEqual(['unchecked', 'label-after-conclusion']);
  });

  it('stays amber after a refused conclusion, whatever is printed since, also after a restart', async () => {
    const { bench, job } = await startDone();
    const refusal = fault('validation', {
      status: 400,
      reached: 'yes',
      erpMessage: 'Sem contrato',
    });
    bench.erp.conclusions = [{ answer: failed(refusal), effect: false }];
    expect((await job.conclusion.request()).ok).toBe(false);
    expect(reasonsOf(job)).toEqual(['conclusion-refused']);
    await printOn(job, new FakePrinter(), [1]);
    expect(job.snapshot().fault).toBeNull();
    expect(reasonsOf(job)).toEqual(['conclusion-refused']);
    const again = await bench.crash().open();
    expect(reasonsOf(again)).toContain('conclusion-refused');
    expect(await again.conclusion.request()).toEqual(ok());
    expect(reasonsOf(again)).toEqual([]);
  });

  it('is no refusal’s if the ERP was not reached', async () => {
    const { bench, job } = await startDone();
    bench.erp.conclusions = [{ answer: failed(fault('network')), effect: false }];
    await job.conclusion.request();
    expect(reasonsOf(job)).toEqual(['trouble network']);
    await printOn(job, new FakePrinter(), [1]);
    expect(toneOf(job)).toBe('green');
  });
});

describe('the list behind the light', () => {
  it('is read anew before it is too old, and two shipments that the ERP added are named', async () => {
    const { bench, job, clock } = await startDone(8);
    const opened = follow(job, clock);
    const before = bench.erp.groupingRequests;
    bench.erp.list = shipments(10);
    for (let at = 0; at < freshMs + leavingIntervalMs; at += leavingIntervalMs) {
      await clock.advance(leavingIntervalMs);
      await pass(5);
    }
    expect(bench.erp.groupingRequests - before).toBe(1);
    expect(job.snapshot().shipments).toHaveLength(10);
    expect(toneOf(job)).toBe('amber');
    expect(reasonsOf(job)).toContain('added');
    await opened.close();
  });

  it('is of no age while the clock shows a time before it, and the light is not green', async () => {
    const { job, clock } = await startDone();
    expect(toneOf(job)).toBe('green');
    clock.set(clock.now() - 3_600_000);
    expect(toneOf(job)).not.toBe('green');
  });

  it('keeps the light green with a request every few minutes', async () => {
    const { bench, job, clock } = await startDone();
    const opened = follow(job, clock);
    const before = bench.erp.groupingRequests;
    for (let minute = 0; minute < 20; minute += 1) {
      await clock.advance(leavingIntervalMs);
      await pass(5);
      expect(toneOf(job)).toBe('green');
    }
    expect(bench.erp.groupingRequests - before).toBe(5);
    await opened.close();
  });

  it.each([
    ['a refused token', fault('unauthorized', { status: 401 }), 'unauthorized'],
    ['a grouping that is gone', fault('not-found', { status: 404 }), 'not-found'],
    ['no network', fault('network'), 'network'],
  ])('is not known with %s', async (_name, refusal, kind) => {
    const { bench, job } = await startDone();
    bench.erp.groupingFault = refusal;
    await job.labels.reread();
    expect(reasonsOf(job)).toEqual([`trouble ${kind}`]);
    expect(toneOf(job)).toBe('amber');
    bench.erp.groupingFault = null;
    await job.labels.reread();
    expect(toneOf(job)).toBe('green');
  });

  it('is too old while nobody reads it', async () => {
    const { job, clock } = await startDone();
    await clock.advance(freshMs + 1);
    expect(reasonsOf(job)).toEqual(['unread']);
    expect(toneOf(job)).toBe('work');
  });

  it('is not known in a concluded grouping that is opened again, until it was read', async () => {
    const { bench, job } = await startDone();
    await job.conclusion.request();
    await job.close();
    const again = await bench.open();
    expect(reasonsOf(again)).toEqual(['unread']);
    await again.labels.reread();
    expect(toneOf(again)).toBe('green');
    bench.erp.list = shipments(3);
    await again.labels.reread();
    expect(reasonsOf(again)).toEqual(['trouble grouping-changed']);
    // Nothing is fetched or printed for it.
    expect(again.snapshot().shipments).toHaveLength(2);
  });

  it('is read once the ERP is back, if it was opened without it, and the fault is gone', async () => {
    const { bench, job, clock } = await startDone();
    await job.close();
    bench.erp.groupingFault = fault('network');
    const again = await bench.open();
    expect(reasonsOf(again)).toEqual(['trouble network']);
    const opened = follow(again, clock);
    for (const next of [fault('timeout'), null]) {
      bench.erp.groupingFault = next;
      await clock.advance(leavingIntervalMs);
      await pass(5);
      expect(again.snapshot().fault?.kind).toBe(next?.kind);
    }
    expect(toneOf(again)).toBe('green');
    await opened.close();
  });

  it('does not name a fault of the opening any more once labels were fetched', async () => {
    const bench = startBench(shipments(2));
    await (await bench.open()).close();
    bench.erp.groupingFault = fault('network');
    const job = await bench.open();
    expect(reasonsOf(job)).toContain('trouble network');
    bench.erp.groupingFault = null;
    expect(await job.labels.collect()).toEqual(ok());
    expect(reasonsOf(job)).toEqual(['unchecked', 'unprinted']);
    await printOn(job, new FakePrinter());
    for (const row of job.snapshot().shipments) job.checks.mark(row.shipment.id, true);
    expect(reasonsOf(job)).toEqual(['unread']);
  });

  it('is not read while work is under way', async () => {
    const { bench, job } = await startDone();
    bench.erp.list = shipments(3);
    bench.erp.delayMs = 5;
    const reading = job.labels.reread();
    const concluding = job.conclusion.request();
    await Promise.all([reading, concluding]);
    expect(job.snapshot().difference?.added.map(({ id }) => id)).toEqual([3]);
  });
});

describe('what else stands against a green light', () => {
  it('is a full disk', async () => {
    const { bench, job } = await startDone();
    bench.books[0]!.writeFault = 'disk-full';
    await printOn(job, new FakePrinter(), [1]);
    expect(reasonsOf(job)).toEqual(['trouble disk-full']);
  });

  it('is a print in doubt', async () => {
    const { job } = await startDone();
    const printer = new FakePrinter();
    printer.outcomes = [failed(fault('print-unknown', { reached: 'maybe' }))];
    await printOn(job, printer, [1]);
    expect(job.snapshot().step.kind).toBe('resolve-print');
    expect(reasonsOf(job)).toEqual(['trouble print-unknown']);
  });

  it('is a conclusion in doubt, also after a restart', async () => {
    const { bench, job } = await startDone();
    const lost = failed(fault('network', { reached: 'maybe' }));
    bench.erp.conclusions = [{ answer: lost, effect: true }];
    await job.conclusion.request();
    expect(reasonsOf(job)).toContain('trouble conclusion-unknown');
    expect(toneOf(job)).toBe('amber');
    expect(toneOf(await bench.crash().open())).toBe('amber');
  });

  it('is the other stations’ server that does not answer', async () => {
    const server = new ModelServer();
    const bench = startBench(shipments(2));
    const floor = server.join('A', new StoredOutbox(bench.journal));
    bench.services = { ...bench.services, floor };
    const job = await bench.open();
    await job.labels.collect();
    await printOn(job, new FakePrinter());
    for (const row of job.snapshot().shipments) job.checks.mark(row.shipment.id, true);
    expect(toneOf(job)).toBe('green');
    server.isAway = true;
    expect(reasonsOf(job)).toEqual(['trouble floor-away']);
    server.isAway = false;
    expect(toneOf(job)).toBe('green');
  });
});

import { describe, expect, test } from 'vitest';
import { Extensions, type InvoiceDetails } from '../../src/main/erp/index.ts';
import type { DocumentStatus, Shipment } from '#shared/domain/records.ts';
import { failed, fault, ok, type Result } from '#shared/faults/faults.ts';
import { Emitter } from '../../src/main/os/emitter.ts';
import { leaveOnAbort } from '../../src/main/os/timeout.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import type { Clock } from '../../src/main/os/clock.ts';
import type { ProblemKind } from '#shared/faults/problems.ts';
import type { GroupingJob } from '../../src/main/dispatch/index.ts';
import { printOn } from '../support/print-on.ts';
import { SetClock, startBench, states } from './support/bench.ts';
import { FakePrinter, shipment } from './support/fakes.ts';

/** Shipments whose invoice status the grouping's list omits, as in its fakes. */
function list(count: number, change: (one: Shipment) => Shipment = (one) => one): Shipment[] {
  return Array.from({ length: count }, (_, index) => change(shipment(index + 1)));
}

const details = (id: number, status: DocumentStatus | null = 'other'): InvoiceDetails => {
  return { id, number: 500 + id, accessKey: null, status };
};

type Answer = Result<InvoiceDetails>;

/** Waits of twenty seconds end after twenty milliseconds, unless it is not quick any more. */
class QuickClock implements Clock {
  isQuick = true;

  now(): number {
    return systemClock.now();
  }

  awake(): number {
    return systemClock.awake();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(this.isQuick ? ms / 1000 : ms, signal);
  }
}

/** `areKnown`: the service had invoices before. */
function startInvoices(
  shipments: Shipment[],
  tell: (id: number) => Answer | Promise<Answer>,
  { clock = systemClock, areKnown = false }: { clock?: Clock; areKnown?: boolean } = {},
) {
  const bench = startBench(shipments, clock);
  const asked: number[] = [];
  Object.assign(bench.erp.extras, {
    invoice: async (id: number, signal?: AbortSignal) => {
      asked.push(id);
      return leaveOnAbort(Promise.resolve(tell(id)), signal, () => failed(fault('cancelled')));
    },
  });
  const known = areKnown ? ([['invoices', true]] as const) : [];
  const extensions = new Extensions([['grouping-labels', false], ...known]);
  Object.assign(bench.services, { extensions });
  const collect = async () => {
    const job = await bench.open();
    await job.labels.collect();
    return job;
  };
  return { bench, asked, collect };
}

/** The rows that the light names for this reason. */
function listAgainst(job: GroupingJob, kind: ProblemKind): readonly number[] {
  return job.snapshot().problems.find((problem) => problem.kind === kind)?.shipmentIds ?? [];
}

const never = new Promise<never>(() => undefined);

describe('invoices with too little data in the list', () => {
  test('are requested, and a void one is noticed before its label is printed', async () => {
    const { collect, asked } = startInvoices(list(3), (id) =>
      ok(details(id, id === 2 ? 'cancelled' : 'other')),
    );
    const job = await collect();
    expect(asked).toEqual([1, 2, 3]);
    expect(states(job)).toEqual(['ready', 'failed', 'ready']);
    const { label, shipment: second } = job.snapshot().shipments[1]!;
    expect(label.fault).toMatchObject({ kind: 'shipment-cancelled', detail: 'invoice-cancelled' });
    expect(second.invoice).toMatchObject({ status: 'cancelled', number: 502 });
  });

  test('stay known when the grouping is opened again and its list still omits them', async () => {
    const { collect, asked } = startInvoices(list(3), (id) =>
      ok(details(id, id === 2 ? 'cancelled' : 'other')),
    );
    await (await collect()).close();
    const again = await collect();
    expect(states(again)).toEqual(['ready', 'failed', 'ready']);
    expect(asked).toEqual([1, 2, 3, 1, 2, 3]);
  });

  test('may have been cancelled since, in an opened grouping as well once that is old', async () => {
    const statuses: DocumentStatus[] = ['other', 'other', 'other'];
    const clock = new SetClock();
    const { collect, asked } = startInvoices(list(3), (id) => ok(details(id, statuses[id - 1])), {
      clock,
    });
    await (await collect()).close();
    statuses[0] = 'cancelled';
    const again = await collect();
    expect(states(again)).toEqual(['failed', 'ready', 'ready']);
    statuses[2] = 'cancelled';
    await again.labels.collect();
    expect(asked).toHaveLength(6);
    expect(again.labels.needsInvoices()).toBe(false);
    clock.set(301_000);
    expect(again.labels.needsInvoices()).toBe(true);
    await again.labels.collect();
    expect(states(again)).toEqual(['failed', 'ready', 'failed']);
    expect(asked).toHaveLength(9);
  });

  test('are asked for at each fetch until they are authorised, and then no more', async () => {
    const one = { status: 'awaiting-protocol' as DocumentStatus };
    const { collect, asked } = startInvoices(list(2), (id) =>
      ok(details(id, id === 1 ? one.status : 'other')),
    );
    const job = await collect();
    expect(states(job)).toEqual(['failed', 'ready']);
    one.status = 'sent';
    await job.labels.retry();
    expect(states(job)).toEqual(['failed', 'ready']);
    one.status = 'other';
    await job.labels.collect();
    await job.labels.collect();
    expect(states(job)).toEqual(['ready', 'ready']);
    expect(asked).toEqual([1, 2, 1, 1]);
  });

  test('are asked for again although their labels were printed by a word, until they are authorised', async () => {
    const one = { status: 'awaiting-protocol' as DocumentStatus };
    const { bench, collect, asked } = startInvoices(list(1), () => ok(details(1, one.status)));
    const job = await collect();
    expect(job.words.confirm([1])).toEqual(ok());
    await printOn(job, new FakePrinter());
    expect(listAgainst(job, 'invoice-unauthorised')).toEqual([1]);
    await job.close();
    one.status = 'other';
    const again = await bench.open();
    expect(again.labels.needsInvoices()).toBe(true);
    await again.labels.collect();
    expect(listAgainst(again, 'invoice-unauthorised')).toEqual([]);
    expect(states(again)).toEqual(['printed']);
    expect(again.labels.needsInvoices()).toBe(false);
    expect(asked).toEqual([1, 1]);
  });

  test('are asked for again after the fetch was stopped before their answers', async () => {
    let answers: Promise<unknown> = never;
    const { bench, collect } = startInvoices(
      list(3),
      (id) => answers.then(() => ok(details(id, id === 2 ? 'cancelled' : 'other'))),
      { areKnown: true },
    );
    const job = await bench.open();
    const first = job.labels.collect();
    await systemClock.sleep(20);
    expect(job.overview().collecting).toBe(true);
    job.cancel();
    expect(await first).toMatchObject({ fault: { kind: 'cancelled' } });
    answers = Promise.resolve();
    await job.labels.collect();
    expect(states(job)).toEqual(['ready', 'failed', 'ready']);
    await job.close();
    await collect();
  });

  // Contract 7: the ERP refuses one invoice with 404, and others not.
  test('are all asked for although one was deleted, which is told', async () => {
    const { collect, asked } = startInvoices(list(3), (id) => {
      if (id === 1) return failed(fault('not-found', { status: 404, reached: 'yes' }));
      return ok(details(id, id === 2 ? 'cancelled' : 'other'));
    });
    const job = await collect();
    expect(states(job)).toEqual(['ready', 'failed', 'ready']);
    expect(listAgainst(job, 'invoice-unread')).toEqual([1]);
    await job.labels.collect();
    expect(asked).toEqual([1, 2, 3]);
    expect(listAgainst(job, 'invoice-unread')).toEqual([1]);
  });

  // An empty 403 is what a missing permission looks like, and a passing fault of the ERP's too.
  test('are all asked for although one was forbidden, which is told', async () => {
    const { collect } = startInvoices(list(3), (id) => {
      if (id === 1) return failed(fault('forbidden', { status: 403, reached: 'yes' }));
      return ok(details(id, id === 2 ? 'cancelled' : 'other'));
    });
    const job = await collect();
    expect(states(job)).toEqual(['ready', 'failed', 'ready']);
    expect(listAgainst(job, 'invoice-unread')).toEqual([1]);
  });

  test('contain the number that an access key is checked against', async () => {
    const without = list(1, (one) => ({
      ...one,
      invoice: one.invoice && { ...one.invoice, number: null, status: 'other' as const },
    }));
    const { collect } = startInvoices(without, (id) => ok(details(id)));
    expect((await collect()).snapshot().shipments[0]?.shipment.invoice?.number).toBe(501);
  });

  test('are not requested if the list has all data', async () => {
    const told = list(3, (one) => ({
      ...one,
      invoice: one.invoice && { ...one.invoice, status: 'other' as const },
    }));
    const { collect, asked } = startInvoices(told, (id) => ok(details(id)));
    await collect();
    expect(asked).toEqual([]);
  });

  test('are not requested under no number', async () => {
    const odd = list(2, (one) => ({
      ...one,
      invoice: one.invoice && { ...one.invoice, id: one.id === 1 ? null : 504 },
    }));
    const { collect, asked } = startInvoices(odd, (id) => ok(details(id)));
    await collect();
    expect(asked).toEqual([504]);
  });

  test('cost three requests if the service does not have them, and no label', async () => {
    const { collect, asked } = startInvoices(list(20), () =>
      failed(fault('not-found', { status: 404, reached: 'yes' })),
    );
    const job = await collect();
    expect(asked).toEqual([1, 2, 3]);
    expect(new Set(states(job))).toEqual(new Set(['ready']));
    expect(listAgainst(job, 'invoice-unread')).toEqual([]);
  });
});

describe('invoices that the service does not tell', () => {
  test('are not asked for one by one, and the others neither, if it fails', async () => {
    const { collect, asked } = startInvoices(list(100), () =>
      failed(fault('server', { status: 500, reached: 'maybe' })),
    );
    const job = await collect();
    expect(asked.length).toBeLessThan(6);
    expect(new Set(states(job))).toEqual(new Set(['ready']));
    expect(listAgainst(job, 'invoice-unread')).toHaveLength(100);
  });

  test.each([false, true])(
    'keep no label from being fetched if it is silent (%s)',
    async (areKnown) => {
      const clock = new QuickClock();
      const told = { answers: never as Promise<unknown> };
      const { bench, asked } = startInvoices(
        list(60),
        (id) => told.answers.then(() => ok(details(id, id === 2 ? 'cancelled' : 'other'))),
        { clock, areKnown },
      );
      const job = await bench.open();
      await job.labels.collect();
      expect(bench.erp.labelRequests).toHaveLength(60);
      expect(asked).toHaveLength(areKnown ? 32 : 1);
      expect(new Set(states(job))).toEqual(new Set(['ready']));
      expect(listAgainst(job, 'invoice-unread')).toHaveLength(60);
      clock.isQuick = false;
      told.answers = Promise.resolve();
      await job.labels.collect();
      expect(states(job)[1]).toBe('failed');
      expect(listAgainst(job, 'invoice-unread')).toEqual([]);
    },
  );

  test('because of the rate limit are waited for, whatever it takes', async () => {
    const told = Promise.withResolvers<undefined>();
    const { bench, asked } = startInvoices(
      list(3),
      (id) => told.promise.then(() => ok(details(id, 'cancelled'))),
      { clock: new QuickClock(), areKnown: true },
    );
    const limit = new Emitter<number | null>();
    Object.assign(bench.services, { rateLimit: limit });
    const job = await bench.open();
    const collected = job.labels.collect();
    limit.emit(systemClock.now() + 60_000);
    await systemClock.sleep(100);
    told.resolve(undefined);
    await collected;
    expect(asked).toEqual([1, 2, 3]);
    expect(states(job)).toEqual(['failed', 'failed', 'failed']);
  });

  test.each([false, true])(
    'let no label be printed before (while fetching: %s)',
    async (whileLoading) => {
      const told = Promise.withResolvers<undefined>();
      const { bench } = startInvoices(
        list(3),
        (id) => told.promise.then(() => ok(details(id, id === 2 ? 'cancelled' : 'other'))),
        { areKnown: true },
      );
      const job = await bench.open();
      const collected = job.labels.collect();
      while (job.overview().tally.ready < 3) await systemClock.sleep(1);
      const printer = new FakePrinter();
      const printed = printOn(job, printer, undefined, undefined, { whileLoading });
      await systemClock.sleep(20);
      expect(printer.sent).toEqual([]);
      told.resolve(undefined);
      expect(await printed).toEqual(ok());
      await collected;
      expect(states(job)).toEqual(['printed', 'failed', 'printed']);
      expect(printer.sent.map(({ text }) => text).join()).not.toContain('labels.test/2');
    },
  );

  test('are asked for once more although their labels are printed', async () => {
    let answer: Answer = failed(fault('server', { status: 500, reached: 'maybe' }));
    const { bench, collect, asked } = startInvoices(list(2), () => answer);
    const job = await collect();
    await printOn(job, new FakePrinter());
    expect(listAgainst(job, 'invoice-unread')).toEqual([1, 2]);
    answer = ok(details(1, 'cancelled'));
    bench.erp.list = list(2);
    expect(job.labels.needsInvoices()).toBe(true);
    await job.labels.collect();
    expect(listAgainst(job, 'invoice-unread')).toEqual([]);
    expect(asked).toHaveLength(4);
    expect(job.labels.needsInvoices()).toBe(false);
    expect(await job.conclusion.request()).toMatchObject({ fault: { kind: 'shipment-cancelled' } });
  });

  test('are asked for again after a restart although their labels are printed', async () => {
    let answer: Answer = failed(fault('server', { status: 500, reached: 'maybe' }));
    const { bench, collect } = startInvoices(list(2), (id) => (id === 1 ? answer : ok(details(2))));
    const job = await collect();
    await printOn(job, new FakePrinter());
    expect(listAgainst(job, 'invoice-unread')).toEqual([1]);
    await job.close();
    const again = await bench.open();
    expect(again.labels.needsInvoices()).toBe(true);
    answer = ok(details(1, 'cancelled'));
    await again.labels.collect();
    expect(await again.conclusion.request()).toMatchObject({
      fault: { kind: 'shipment-cancelled' },
    });
    expect(again.labels.needsInvoices()).toBe(false);
  });

  test('end with the fetch, and not before a label that is corrected meanwhile', async () => {
    const told = Promise.withResolvers<undefined>();
    const { bench } = startInvoices(list(1), (id) => told.promise.then(() => ok(details(id))), {
      areKnown: true,
    });
    Object.assign(bench.erp.extras, { correctShipment: () => Promise.resolve(ok()) });
    const known = ['invoices', 'corrections'] as const;
    const extensions = new Extensions(known.map((name) => [name, true]));
    Object.assign(bench.services, { extensions });
    const job = await bench.open();
    const collected = job.labels.collect();
    while (job.overview().tally.ready < 1) await systemClock.sleep(1);
    const removed = Promise.withResolvers<undefined>();
    const discard = bench.labels.discard.bind(bench.labels);
    bench.labels.discard = async (slot) => {
      await removed.promise;
      return discard(slot);
    };
    const corrected = job.labels.correct(1, { trackingCode: 'BR777777777XX' });
    await systemClock.sleep(10);
    told.resolve(undefined);
    await systemClock.sleep(30);
    removed.resolve(undefined);
    expect(await corrected).toEqual(ok());
    expect(await collected).toEqual(ok());
    expect(states(job)).toEqual(['ready']);
  });

  test('let their labels be printed after a short time', async () => {
    const { bench } = startInvoices(list(3), () => never, { clock: new QuickClock() });
    const job = await bench.open();
    const collected = job.labels.collect();
    while (job.overview().tally.ready < 3) await systemClock.sleep(1);
    const printer = new FakePrinter();
    expect(await printOn(job, printer, undefined, undefined, { whileLoading: true })).toEqual(ok());
    await collected;
    expect(states(job)).toEqual(['printed', 'printed', 'printed']);
  });
});
